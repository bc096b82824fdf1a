import type { ActionContext } from '../action-context.ts';
import { ActionError } from '../errors.ts';
import { createIssue } from '../gaps/issue.ts';
import { rank } from '../gaps/ranking.ts';
import { readReaders } from '../gaps/readers.ts';
import { type GapsReport, problemOf, renderFile, toReported } from '../gaps/report.ts';
import { needed } from '../github/client.ts';
import { recentComments } from '../github/comments.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { readLedger } from '../ledger/ledger.ts';
import { countRequests } from '../ledger/report.ts';
import { describeReport, toCsv } from '../ledger/report-text.ts';
import { CANCELLED, type Outcome, outcomeOfEmptyExport, toOutcome } from '../outcome.ts';
import { renderReport } from '../render/comment.ts';
import { describeExport, incompleteExport } from '../render/visitor-report.ts';
import { showNotice } from '../report/other-comments.ts';
import type { Reporter } from '../report/reporter.ts';
import { connect, connectionOf, deadlineOf } from '../request/connections.ts';
import { createResultFile, type ResultPlace } from '../runtime/files.ts';
import { createVisitorsReader, type PageVisitors } from '../service/analytics.ts';
import type { Connection } from '../service/connection.ts';
import { unwritten } from '../thread/comment-requests.ts';
import { stepKeysOf } from '../thread/earlier-requests.ts';
import { formatPeriod, periodOf } from '../visitors/period.ts';
import { collect, createExportFile, type VisitorQuery } from '../visitors/report.ts';

/** The operations that read, count and report, and send no request. */

const placeIn = ({ runner, files }: ActionContext, isFresh = true): ResultPlace => {
  const { redact, variables } = runner;
  return { workspace: variables.workspace, isFresh, redact, files };
};

/** Exports the visitor analytics, and ranks the pages. @throws ExportError if the file cannot be created, before any request, or completed. */
export async function visitors(inputs: Inputs, reporter: Reporter, context: ActionContext): Promise<Outcome> {
  const { sortBy, top, paths, offset } = inputs;
  const query = { sortBy, top, paths, offset, period: periodOf(inputs.period, context.clock.date()) };
  const place = placeIn(context, offset === 0);
  const file = inputs.file === null ? undefined : await createExportFile(inputs.file, place);
  const connection = connectionOf(inputs);
  const collecting = collectVisitors(query, connection, deadlineOf(inputs), reporter, context, file?.write);
  const report = await collecting.catch(async (error: unknown) => {
    await file?.close('nothing');
    throw error;
  });
  if ('kind' in report) {
    await file?.close('nothing');
    return outcomeOfEmptyExport(report);
  }
  const written = await file?.close(report.partial ? 'partial' : 'whole');
  if (report.partial) return toOutcome(incompleteExport(report, report.partial, written));
  return { verdict: 'exported', reported: describeExport(report, written) };
}

/** @param deadline on the clock's `now`. @param take gets the rows of each page, and the number of rows in the pages before. */
export function collectVisitors(
  query: VisitorQuery,
  connection: Connection,
  deadline: number,
  reporter: Reporter,
  { send, clock, signal }: ActionContext,
  take?: (rows: readonly PageVisitors[], before: number) => Promise<void>,
): ReturnType<typeof collect> {
  const readPage = createVisitorsReader(connection, query.period, { send, clock, signal, onSend: reporter.sent });
  const onPause = reporter.progress.retrying;
  async function takeAndCount(rows: readonly PageVisitors[], before: number): Promise<void> {
    await take?.(rows, before);
    reporter.progress.surveying(before + rows.length);
  }
  return collect(query, { readPage, clock, signal, deadline, onPause, take: takeAndCount });
}

/** A report stops reading when the token has fewer requests left in GitHub's hourly rate limit, which other workflows share. */
const MIN_REMAINING_REQUESTS = 200;
/** Pages of 100 comments, and pull requests, the newest first: with the comment, at most 75 requests to GitHub. */
const MAX_PAGES = 25;
const MAX_PULLS = 1_000;

/** Counts the requests of a period, their jobs and pull requests. It sends nothing to the service. */
export async function report(inputs: Inputs, reporter: Reporter, context: ActionContext): Promise<Outcome> {
  const { runner, clock, signal } = context;
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
  const file = target && (await (await createResultFile(target, placeIn(context))).close('whole'));
  if (inputs.issueNumber !== null) {
    const { stepKey } = stepKeysOf(runner.variables, inputs.projectId, '');
    const shown = describeReport(counted, formatPeriod(period), undefined);
    const prose = renderReport(shown, clock.date(), runner.variables.runUrl);
    await showNotice({ prose, id: stepKey }, inputs.issueNumber, statusComments, unwritten);
  }
  return { verdict: 'reported', reported: describeReport(counted, formatPeriod(period), file) };
}

/** Reports which pages and topics of the documentation fail its readers, and creates an issue with them. */
export async function gaps(inputs: Inputs, reporter: Reporter, context: ActionContext): Promise<Outcome> {
  const { clock, signal } = context;
  const { file: path } = inputs;
  const file = path === null ? undefined : await createResultFile({ path, input: 'gaps-file' }, placeIn(context));
  const period = periodOf({ kind: 'window', days: inputs.days }, clock.date());
  const progress = { onSend: reporter.sent, onPause: reporter.progress.retrying };
  const effects = { ...context, ...progress, deadline: deadlineOf(inputs) };
  const readers = await readReaders(period, connectionOf(inputs), effects);
  const problem = problemOf(readers);
  if (problem || signal.aborted) {
    await file?.close('nothing');
    return problem && !signal.aborted ? toOutcome(problem) : CANCELLED;
  }
  const report: GapsReport = { ...rank(readers, inputs), inputs, readers, period };
  await file?.write(renderFile(report));
  const written = await file?.close('whole');
  const hasGaps = report.pages.length + report.topics.length > 0;
  try {
    const issue = inputs.createIssue && hasGaps ? await createIssue(report, context) : undefined;
    return { verdict: 'reported', reported: toReported(report, issue, written) };
  } catch (error) {
    if (!(error instanceof ActionError) || signal.aborted) throw error;
    return { verdict: 'error', problem: error, job: undefined, reported: toReported(report, undefined, written) };
  }
}
