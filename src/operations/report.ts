import type { ActionContext } from '../action-context.ts';
import { connectGitHub, needed } from '../github/client.ts';
import { recentComments } from '../github/comments.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { findOlderPulls, linkedIn, readPulls } from '../ledger/ledger.ts';
import { countRequests } from '../ledger/report.ts';
import { toCsv } from '../ledger/report-file.ts';
import { describeReport } from '../ledger/report-text.ts';
import { CANCELLED, type Outcome } from '../outcome.ts';
import { renderReport } from '../render/comment.ts';
import { showNotice } from '../report/notice.ts';
import { deadlineOf } from '../request/connections.ts';
import { createResultFile } from '../runtime/result-file.ts';
import { warnOnce } from '../runtime/runner.ts';
import { identitiesIn } from '../text/pull-link.ts';
import { unwritten } from '../thread/comment-requests.ts';
import { projectHash, stepKeysOf } from '../thread/earlier-requests.ts';
import { deriveMarkerKeys } from '../thread/marker.ts';
import { createStatusComments } from '../thread/thread.ts';
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
export async function report(inputs: Inputs, context: ActionContext): Promise<Outcome> {
  const { runner, clock, signal, files } = context;
  const { variables } = runner;
  const deadline = deadlineOf(inputs);
  const effects = { ...context, ...runner, warn: warnOnce(runner.warn), deadline };
  const github = needed(connectGitHub(inputs.githubToken, effects));
  const keys = deriveMarkerKeys(inputs.apiKey, inputs.previousApiKey);
  const statusComments = createStatusComments(github, keys, effects);
  const place = { github, serverUrl: variables.serverUrl };
  const period = periodOf({ kind: 'window', days: inputs.days }, clock.date());
  const from = Date.parse(period.from ?? '');

  const isOver = () => signal.aborted || clock.now() >= deadline || github.remaining() < MIN_REMAINING_REQUESTS;
  const isEnough = (pages: number) => pages === MAX_PAGES || isOver();
  const reach = await recentComments(github, () => from, isEnough);
  const all = statusComments.requestsIn(reach);
  const project = projectHash(variables, inputs.projectId);
  const records = all.filter(({ marker }) => marker.project === project);
  const linked = [...(await findOlderPulls(all, reach.now, place)), ...linkedIn(records, place)];
  const pulls = await readPulls(linked.slice(-MAX_PULLS), place);
  if (signal.aborted) return CANCELLED;
  const counted = countRequests(
    { now: reach.now, records, pulls },
    from,
    identitiesIn(place.serverUrl, github.repository),
  );

  const file = inputs.file === null ? undefined : await writeFile(inputs.file, toCsv(counted));
  const unread = Math.max(0, linked.length - MAX_PULLS);
  const frame = { ...reach, unread, period: formatPeriod(period), from, costPerRun: inputs.costPerRun, file };
  const reported = describeReport(counted, frame);
  if (inputs.issueNumber !== null) {
    const { stepKey } = stepKeysOf(variables, inputs.projectId, '');
    const shown = describeReport(counted, { ...frame, file: undefined });
    const prose = renderReport(shown, clock.date(), variables.runUrl);
    await showNotice({ prose, id: stepKey, kind: 'report' }, inputs.issueNumber, statusComments, unwritten);
  }
  return { verdict: 'reported', reported };

  async function writeFile(path: string, text: string): Promise<string | undefined> {
    const target = { workspace: variables.workspace, isFresh: true, redact: runner.redact, files };
    const created = await createResultFile({ path, input: 'report-file', head: text }, target);
    return created.close('whole');
  }
}
