import type { ActionContext } from '../action-context.ts';
import type { CommonInputs, VisitorsInputs } from '../inputs/inputs.ts';
import { type Outcome, outcomeOfEmptyExport } from '../outcome.ts';
import type { Reporter } from '../report/reporter.ts';
import { connectionOf, deadlineOf } from '../request/connections.ts';
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
  const workspace = runner.context.workspace;
  const fileOptions = { workspace, isFresh: offset === 0, redact: runner.redact, files };
  const file = inputs.file && (await createExportFile(inputs.file, fileOptions));
  const options = { inputs, apiKey, deadline: deadlineOf(inputs), ...(file && { take: file.write }) };
  const collected = await collectVisitors(query, options, reporter, context).catch(async (error: unknown) => {
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

interface CollectOptions {
  readonly inputs: CommonInputs;
  readonly apiKey: string;
  /** On the clock's `now`. */
  readonly deadline: number;
  /** Gets the rows of each page. @param before the number of rows in the pages before. */
  readonly take?: (rows: readonly PageVisitors[], before: number) => Promise<void>;
}

/** Reads the site's visitor analytics page by page, and ranks the rows. */
export function collectVisitors(
  query: VisitorQuery,
  { inputs, apiKey, deadline, take }: CollectOptions,
  reporter: Reporter,
  { send, clock, signal }: ActionContext,
): Promise<CollectResult> {
  const connection = connectionOf(inputs, apiKey);
  const readPage = createVisitorsReader(connection, query.period, { send, clock, signal, onSend: reporter.sent });
  const pages = paginate(readPage, query.offset, { clock, signal, deadline, onPause: reporter.progress.retrying });
  return collect(pages, query, async (rows, before) => {
    await take?.(rows, before);
    reporter.progress.surveying(before + rows.length);
  });
}
