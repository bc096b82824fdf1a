import type { VisitorsInputs } from '../inputs/inputs.ts';
import { type Outcome, outcomeOfEmptyExport } from '../outcome.ts';
import type { Reporter } from '../report/reporter.ts';
import { collectVisitors } from '../request/collect-visitors.ts';
import { type ActionContext, deadlineOf } from '../request/context.ts';
import { stopOf } from '../visitors/collect.ts';
import { createExportFile } from '../visitors/export-file.ts';
import { periodOf } from '../visitors/period.ts';

/**
 * Exports who visited the site, page by page, and ranks the pages.
 * @throws ExportError when the file cannot be written, before the service is asked, or cannot be made whole.
 */
export async function visitors(inputs: VisitorsInputs, reporter: Reporter, effects: ActionContext): Promise<Outcome> {
  const { runner, clock, files, uuid } = effects;
  const { sortBy, top, paths, offset, apiKey } = inputs;
  const query = { sortBy, top, paths, offset, period: periodOf(inputs.period, clock.date()) };
  const workspace = runner.context.workspace;
  const place = { workspace, isFresh: offset === 0, redact: runner.redact, files, uuid };
  const file = inputs.file && (await createExportFile(inputs.file, place));
  const order = { inputs, apiKey, query, deadline: deadlineOf(inputs), ...(file && { take: file.write }) };
  const surveyed = await collectVisitors(order, reporter, effects).catch(async (error: unknown) => {
    await file?.close('nothing');
    throw error;
  });
  if (surveyed.kind === 'nothing') {
    await file?.close('nothing');
    return outcomeOfEmptyExport(surveyed.why);
  }
  const { survey } = surveyed;
  const exported = { survey, file: await file?.close(survey.end.kind) };
  return { verdict: stopOf(survey)?.kind === 'cancelled' ? 'cancelled' : 'exported', exported };
}
