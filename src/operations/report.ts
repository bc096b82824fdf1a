import type { ActionContext } from '../action-context.ts';
import { needed } from '../github/client.ts';
import { recentComments } from '../github/comments.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { readLedger } from '../ledger/ledger.ts';
import { countRequests } from '../ledger/report.ts';
import { describeReport, toCsv } from '../ledger/report-text.ts';
import { CANCELLED, type Outcome } from '../outcome.ts';
import { renderReport } from '../render/comment.ts';
import { showNotice } from '../report/other-comments.ts';
import type { Reporter } from '../report/reporter.ts';
import { connect } from '../request/connections.ts';
import { createResultFile } from '../runtime/files.ts';
import { unwritten } from '../thread/comment-requests.ts';
import { stepKeysOf } from '../thread/earlier-requests.ts';
import { formatPeriod, periodOf } from '../visitors/period.ts';

/** A report stops reading when the token has fewer requests left in GitHub's hourly rate limit, which other workflows share. */
const MIN_REMAINING_REQUESTS = 200;
/** Pages of 100 comments, and pull requests, the newest first: with the comment, at most 40 requests to GitHub. */
const MAX_PAGES = 25;
const MAX_PULLS = 1_000;

/**
 * Counts the requests of a period, their jobs and pull requests, and reports the counts. It sends nothing to the service.
 * @throws GitHubError when GitHub does not answer, ExportError when the file cannot be written.
 */
export async function report(inputs: Inputs, reporter: Reporter, context: ActionContext): Promise<Outcome> {
  const { runner, clock, signal, files } = context;
  const { variables, redact } = runner;
  const connections = connect(inputs, reporter, context);
  const statusComments = needed(connections.statusComments);
  const { github } = statusComments;
  const period = periodOf({ kind: 'window', days: inputs.days }, clock.date());
  const from = Date.parse(period.from ?? '');

  const isOver = () =>
    signal.aborted || clock.now() >= connections.deadline || github.remaining() < MIN_REMAINING_REQUESTS;
  const isEnough = (pages: number) => pages === MAX_PAGES || isOver();
  const { since, ...list } = await recentComments(github, () => from, isEnough);
  const ledger = await readLedger(list, { projectId: inputs.projectId, maxPulls: MAX_PULLS }, statusComments);
  if (signal.aborted) return CANCELLED;
  const counted = countRequests(ledger, { from, since, costPerRun: inputs.costPerRun });

  const { file: path } = inputs;
  const target = path === null ? undefined : { path, input: 'report-file', head: toCsv(counted) };
  const place = { workspace: variables.workspace, isFresh: true, redact, files };
  const file = target && (await (await createResultFile(target, place)).close('whole'));
  if (inputs.issueNumber !== null) {
    const { stepKey } = stepKeysOf(variables, inputs.projectId, '');
    const shown = describeReport(counted, formatPeriod(period), undefined);
    const prose = renderReport(shown, clock.date(), variables.runUrl);
    await showNotice({ prose, id: stepKey, kind: 'report' }, inputs.issueNumber, statusComments, unwritten);
  }
  return { verdict: 'reported', reported: describeReport(counted, formatPeriod(period), file) };
}
