import type { ActionContext } from '../action-context.ts';
import { ActionError, ServiceError } from '../errors.ts';
import { createGapsIssue, type IssueResult } from '../gaps/issue.ts';
import { rank } from '../gaps/ranking.ts';
import { type Readers, readReaders } from '../gaps/read-readers.ts';
import { type GapsReport, renderFile, renderIssue, titleOf, toReported, whyStopped } from '../gaps/report.ts';
import { connectGitHub, needed } from '../github/client.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { CANCELLED, type Outcome, toOutcome } from '../outcome.ts';
import { toPlain } from '../render/to-markdown.ts';
import type { Reporter } from '../report/reporter.ts';
import { connectionOf, deadlineOf } from '../request/connections.ts';
import { createResultFile } from '../runtime/result-file.ts';
import { createPathFilter } from '../text/glob.ts';
import { projectHash } from '../thread/earlier-requests.ts';
import { deriveMarkerKeys, hashOf } from '../thread/marker.ts';
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
  const deadline = deadlineOf(inputs);
  const effects = { ...context, deadline, onSend: reporter.sent, onPause: reporter.progress.retrying };
  const readers = await readReaders(period, inputs.minCount, connectionOf(inputs), effects);
  const problem = problemOf(readers);
  if (problem || signal.aborted) {
    await file?.close('nothing');
    return problem && !signal.aborted ? toOutcome(problem) : CANCELLED;
  }
  const isSelected = createPathFilter(inputs.paths);
  const ranking = rank(readers.counts, {
    ...inputs,
    visitors: readers.visitors,
    isSelected: (path) => isSelected(path.slice(1)),
  });
  const report: GapsReport = { ...inputs, ...readers, ...ranking, period };
  await file?.write(renderFile(report));
  const written = await file?.close('whole');
  const issue = inputs.createsIssue && ranking.pages.length + ranking.topics.length > 0;
  try {
    return {
      verdict: 'reported',
      reported: toReported(report, issue ? await openIssue(report, inputs, context) : undefined, written),
    };
  } catch (error) {
    if (!(error instanceof ActionError) || signal.aborted) throw error;
    return { verdict: 'error', problem: error, job: undefined, reported: toReported(report, undefined, written) };
  }
}

/** Why there is nothing to report: no part but the visitors could be read. The reason is that of the first one. */
function problemOf({ extents: { feedback, questions, searches } }: Readers): ActionError | undefined {
  if (feedback.kind !== 'missing' || questions.kind !== 'missing' || searches.kind !== 'missing') return undefined;
  const cause = 'problem' in feedback.why ? feedback.why.problem : undefined;
  const why = cause?.message ?? `${toPlain(whyStopped(feedback.why))}.`;
  const remedy = cause?.remedy ?? 'Re-run the workflow later, or set a longer `timeout`.';
  const options = cause && { cause, quote: cause.quote, headline: cause.headline };
  return new ServiceError(`Neither votes nor questions nor searches could be read: ${why}`, remedy, options);
}

async function openIssue(report: GapsReport, inputs: Inputs, context: ActionContext): Promise<IssueResult> {
  const { runner, clock } = context;
  const { repositoryKey, run, runUrl } = runner.variables;
  const effects = { ...context, ...runner, deadline: inputs.timeout };
  const github = needed(connectGitHub(inputs.githubToken, effects));
  const scope = hashOf(projectHash(runner.variables, inputs.projectId), JSON.stringify(inputs.paths));
  const identity = { run, nonce: hashOf(context.uuid()), scope };
  const keys = deriveMarkerKeys(inputs.apiKey, inputs.previousApiKey);
  return createGapsIssue(
    {
      identity,
      title: runner.redact(titleOf(report.period)),
      bodyAfter: (before) => runner.redact(renderIssue(report, { before, runUrl, ...inputs.trigger })),
      triggerLabel: inputs.trigger.label,
    },
    { ...effects, clock, github, keys, repositoryKey },
  );
}
