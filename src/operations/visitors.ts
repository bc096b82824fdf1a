import type { ActionContext } from '../action-context.ts';
import type { VisitorsInputs } from '../inputs/inputs.ts';
import { type Outcome, outcomeOfEmptyExport } from '../outcome.ts';
import type { Reporter } from '../report/reporter.ts';
import { connectionOf, deadlineOf } from '../request/connections.ts';
import type { Connection } from '../service/connection.ts';
import { createVisitorsReader, type PageVisitors } from '../service/visitors.ts';
import { type CollectResult, collect, stopOf, type VisitorQuery } from '../visitors/collect.ts';
import { createExportFile } from '../visitors/export-file.ts';
import { paginate } from '../visitors/paginate.ts';
import { periodOf } from '../visitors/period.ts';

/**
 * Exports the visitor analytics page by page, and ranks the pages.
 * @throws ExportError when the file cannot be created, before any request to the service, or cannot be completed.
 */
export async function visitors(inputs: VisitorsInputs, reporter: Reporter, context: ActionContext): Promise<Outcome> {
  const { runner, clock, files } = context;
  const { sortBy, top, paths, offset, apiKey } = inputs;
  const query = { sortBy, top, paths, offset, period: periodOf(inputs.period, clock.date()) };
  const workspace = runner.variables.workspace;
  const fileOptions = { workspace, isFresh: offset === 0, redact: runner.redact, files };
  const file = inputs.file && (await createExportFile(inputs.file, fileOptions));
  const connection = connectionOf(inputs, apiKey);
  const collecting = collectVisitors(query, connection, deadlineOf(inputs), reporter, context, file?.write);
  const collected = await collecting.catch(async (error: unknown) => {
    await file?.close('nothing');
    throw error;
  });
  if (collected.kind === 'nothing') {
    await file?.close('nothing');
    return outcomeOfEmptyExport(collected.why);
  }
  const { survey } = collected;
  const exported = { survey, file: await file?.close(survey.end.kind) };
  return { verdict: stopOf(survey)?.kind === 'cancelled' ? 'cancelled' : 'exported', exported };
}

/**
 * Reads the site's visitor analytics page by page, and ranks the rows.
 * @param deadline on the clock's `now`. @param take gets the rows of each page, and the number of rows in the pages before.
 */
export function collectVisitors(
  query: VisitorQuery,
  connection: Connection,
  deadline: number,
  reporter: Reporter,
  { send, clock, signal }: ActionContext,
  take?: (rows: readonly PageVisitors[], before: number) => Promise<void>,
): Promise<CollectResult> {
  const readPage = createVisitorsReader(connection, query.period, { send, clock, signal, onSend: reporter.sent });
  const pages = paginate(readPage, query.offset, { clock, signal, deadline, onPause: reporter.progress.retrying });
  return collect(pages, query, async (rows, before) => {
    await take?.(rows, before);
    reporter.progress.surveying(before + rows.length);
  });
}
