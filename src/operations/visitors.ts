import type { ActionContext } from '../action-context.ts';
import type { VisitorsInputs } from '../inputs/inputs.ts';
import { type Outcome, outcomeOfEmptyExport } from '../outcome.ts';
import type { Reporter } from '../report/reporter.ts';
import { collectVisitors, deadlineOf } from '../request/context.ts';
import { stopOf } from '../visitors/collect.ts';
import { createExportFile } from '../visitors/export-file.ts';
import { periodOf } from '../visitors/period.ts';

/**
 * Exports the visitor analytics page by page, and ranks the pages.
 * @throws ExportError when the file cannot be created, before any request to the service, or cannot be completed.
 */
export async function visitors(inputs: VisitorsInputs, reporter: Reporter, effects: ActionContext): Promise<Outcome> {
  const { runner, clock, files } = effects;
  const { sortBy, top, paths, offset, apiKey } = inputs;
  const query = { sortBy, top, paths, offset, period: periodOf(inputs.period, clock.date()) };
  const workspace = runner.context.workspace;
  const fileOptions = { workspace, isFresh: offset === 0, redact: runner.redact, files };
  const file = inputs.file && (await createExportFile(inputs.file, fileOptions));
  const options = { inputs, apiKey, query, deadline: deadlineOf(inputs), ...(file && { take: file.write }) };
  const collected = await collectVisitors(options, reporter, effects).catch(async (error: unknown) => {
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
