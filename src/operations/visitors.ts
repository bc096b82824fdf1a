import type { ActionContext } from '../action-context.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { errorOf, type Outcome, outcomeOfEmptyExport } from '../outcome.ts';
import { describeExport, incompleteExport } from '../render/visitor-report.ts';
import type { Reporter } from '../report/reporter.ts';
import { connectionOf, pollUntilOf } from '../request/connections.ts';
import { createVisitorsReader, type PageVisitors } from '../service/analytics.ts';
import type { Connection } from '../service/connection.ts';
import { createExportFile } from '../visitors/export-file.ts';
import { periodOf } from '../visitors/period.ts';
import { collect, type VisitorQuery } from '../visitors/report.ts';

/**
 * Exports the visitor analytics, and ranks the pages. @throws ExportError if the file cannot be
 * created, before any request, or completed.
 */
export async function visitors(
  inputs: Inputs,
  reporter: Reporter,
  context: ActionContext,
): Promise<Outcome> {
  const { sortBy, top, paths, offset, visitorsFile: path } = inputs;
  const { runner, files } = context;
  const query = {
    sortBy,
    top,
    paths,
    offset,
    period: periodOf(inputs.period, context.clock.date()),
  };
  const { redact, variables } = runner;
  const place = { workspace: variables.workspace, isFresh: offset === 0, redact, files };
  const file = path === null ? undefined : await createExportFile(path, place);
  const connection = connectionOf(inputs);
  const collecting = collectVisitors(
    query,
    connection,
    pollUntilOf(inputs),
    reporter,
    context,
    file?.write,
  );
  const report = await collecting.catch(async (error: unknown) => {
    await file?.close('nothing');
    throw error;
  });
  if ('kind' in report) {
    await file?.close('nothing');
    return outcomeOfEmptyExport(report);
  }
  const written = await file?.close(report.partial ? 'partial' : 'whole');
  if (report.partial) return errorOf(incompleteExport(report, report.partial, written));
  return { verdict: 'exported', exported: describeExport(report, written) };
}

/**
 * @param deadline on the clock's `now`. @param take gets the rows of each page, and the number of
 * rows in the pages before.
 */
export function collectVisitors(
  query: VisitorQuery,
  connection: Connection,
  deadline: number,
  reporter: Reporter,
  { send, clock, signal }: ActionContext,
  take?: (rows: readonly PageVisitors[], before: number) => Promise<void>,
): ReturnType<typeof collect> {
  const readPage = createVisitorsReader(connection, query.period, {
    send,
    clock,
    signal,
    onSend: reporter.sent,
  });
  const onPause = reporter.progress.retrying;
  async function takeAndCount(rows: readonly PageVisitors[], before: number): Promise<void> {
    await take?.(rows, before);
    reporter.progress.surveying(before + rows.length);
  }
  return collect(query, { readPage, clock, signal, deadline, onPause, take: takeAndCount });
}
