import type { VisitorsInputs } from '../inputs/inputs.ts';
import { judgeSilence, type Outcome } from '../outcome.ts';
import type { Reporter } from '../report/reporter.ts';
import { surveySite } from '../request/collect-visitors.ts';
import { deadlineOf, type Effects } from '../request/context.ts';
import { stopOf } from '../visitors/collect.ts';
import { createExportFile } from '../visitors/export-file.ts';
import { periodOf } from '../visitors/period.ts';

/**
 * Exports who visited the site, page by page, and ranks the pages.
 * @throws ExportError when the file cannot be written, before the service is asked, or cannot be made whole.
 */
export async function visitors(inputs: VisitorsInputs, reporter: Reporter, effects: Effects): Promise<Outcome> {
  const { runner, clock, files, uuid } = effects;
  const { sortBy, top, paths, offset, apiKey } = inputs;
  const wish = { sortBy, top, paths, offset, period: periodOf(inputs.period, clock.date()) };
  const workspace = runner.context.workspace;
  const place = { workspace, isFresh: offset === 0, redact: runner.redact, files, uuid };
  const file = inputs.file && (await createExportFile(inputs.file, place));
  const order = { inputs, apiKey, wish, deadline: deadlineOf(inputs), ...(file && { take: file.write }) };
  const surveyed = await surveySite(order, reporter, effects).catch(async (error: unknown) => {
    await file?.close('nothing');
    throw error;
  });
  if (surveyed.kind === 'nothing') {
    await file?.close('nothing');
    return judgeSilence(surveyed.why);
  }
  const { survey } = surveyed;
  const exported = { survey, file: await file?.close(survey.end.kind) };
  return { verdict: stopOf(survey)?.kind === 'cancelled' ? 'cancelled' : 'exported', exported };
}
