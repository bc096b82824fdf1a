import type { ActionContext } from '../action-context.ts';
import { ActionError } from '../errors.ts';
import { createIssue } from '../gaps/issue.ts';
import { rank } from '../gaps/ranking.ts';
import { readReaders } from '../gaps/readers.ts';
import { type GapsReport, problemOf, renderFile, toReported } from '../gaps/report.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { CANCELLED, type Outcome, toOutcome } from '../outcome.ts';
import type { Reporter } from '../report/reporter.ts';
import { connectionOf, deadlineOf } from '../request/connections.ts';
import { createResultFile } from '../runtime/files.ts';
import { periodOf } from '../visitors/period.ts';

/**
 * Reports which pages and topics of the documentation fail its readers, and creates an issue with them.
 * @throws ExportError when the file cannot be created, before any request to the service, or cannot be completed.
 */
export async function gaps(inputs: Inputs, reporter: Reporter, context: ActionContext): Promise<Outcome> {
  const { runner, clock, signal, files } = context;
  const place = { workspace: runner.variables.workspace, isFresh: true, redact: runner.redact, files };
  const { file: path } = inputs;
  const file = path === null ? undefined : await createResultFile({ path, input: 'gaps-file' }, place);
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
