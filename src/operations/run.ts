import type { ActionContext } from '../action-context.ts';
import type { GitHub } from '../github/client.ts';
import type { AskInputs } from '../inputs/inputs.ts';
import type { Outcome } from '../outcome.ts';
import { otherRepository } from '../prompt/changes.ts';
import { preparePrompt } from '../prompt/prepare.ts';
import { readInstruction } from '../prompt/workspace-files.ts';
import { renderDenied } from '../render/comment.ts';
import { describePrepared } from '../render/request.ts';
import { answerLabel } from '../report/denied-label.ts';
import type { Reporter } from '../report/reporter.ts';
import { type PullOrigin, whyNoRequest } from '../request/agent-pulls.ts';
import { authorizeTrigger, collectVisitors, deadlineOf, gitHubFor, serviceFor } from '../request/context.ts';
import { handleRequest } from '../request/handle-request.ts';
import { type Memory, openMemory } from '../request/memory.ts';
import { givenInputs, markedRequest, openReportTarget, statusCommentsFor, withBase } from '../request/report-target.ts';
import type { FollowUpTarget } from '../request/steps.ts';
import { handleWithoutThread } from '../request/submit-and-wait.ts';
import { buildSubmitRequest } from '../service/submit.ts';
import type { Authorization } from '../trigger/authorization.ts';
import { type GitHubEvent, readTrigger } from '../trigger/read-trigger.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import type { VisitorQuery } from '../visitors/collect.ts';

/** The operations `run` and `follow-up`: from the event to the outcome. The steps happen in the order of the calls. */
export async function run(
  event: GitHubEvent,
  inputs: AskInputs,
  reporter: Reporter,
  context: ActionContext,
): Promise<Outcome> {
  const { runner } = context;
  const trigger = readTrigger(event, inputs.trigger);
  if (trigger.kind === 'none') return { verdict: 'skipped', reason: trigger.reason };
  reporter.requested({ ...trigger.retry, command: inputs.trigger.command });

  const instruction = readInstruction(
    inputs.instruction,
    { workspace: runner.context.workspace, redact: runner.redactRead },
    context.files,
  );
  const other = otherRepository(inputs, runner.context);
  const github = gitHubFor(inputs, context);
  const authorization = await authorizeTrigger(trigger, inputs, { github, runner });
  const memory = openMemory({ trigger, inputs, authorization, github, reporter }, context);
  const origin = await originOf(trigger, memory);
  const ofAgent = whyNoRequest(origin, trigger, inputs);
  if (ofAgent) return ofAgent;
  await answerDenied({ trigger, authorization, inputs, github }, context);
  const { apiKey } = inputs;
  const parts = { trigger, authorization, inputs, instruction };
  /** In at most half of the timeout: the other half is left for the job. */
  const collectPages = (apiKey: string) => (query: VisitorQuery) =>
    collectVisitors({ inputs, apiKey, query, deadline: inputs.timeout / 2 }, reporter, context);
  const prompted = await preparePrompt(parts, {
    ...context,
    github,
    other,
    originOf: memory.agentPulls?.originOf,
    handledHead: memory.handledHead,
    collectVisitors: apiKey === null ? undefined : collectPages(apiKey),
    warn: runner.warn,
    note: (line) => reporter.noted(line, 'log'),
  });
  if (prompted.kind === 'nothing') return prompted.outcome;
  const request = describePrepared(prompted.prepared, { ...parts, runUrl: runner.context.runUrl });
  if (apiKey === null) {
    reporter.dryRun(request, buildSubmitRequest(inputs, request.prompt.text, inputs.jobId ?? undefined));
    return { verdict: 'skipped', dryRun: true, skipReason: request.skipReason };
  }

  const marked = markedRequest(
    { trigger, request: request.request, stepInputs: givenInputs(trigger, inputs, request) },
    inputs,
    context,
  );
  const followUp = followUpTarget({ trigger, origin, cause: marked.cause }, inputs);
  const target = await openReportTarget(
    { trigger, request: request.request, marked: withBase(marked, request) },
    { inputs, github, statusComments: memory.statusComments, elsewhere: () => memory.threadToContinue(followUp) },
    context,
  );
  const waits = inputs.wait || (followUp?.kind === 'reuse' && !target.thread);
  if (!target.thread && !request.analyticsFailure) reportNoThread(inputs, { waits, attempt: marked.attempt }, reporter);
  reporter.prepared(request, target);

  const asked = {
    identity: { ...marked, asksOnce: !trigger.isRepeatable, askedAt: trigger.askedAt, event: trigger.identity },
    wanted: followUp,
    prompt: request.prompt.text,
    mayNotSend: request.analyticsFailure,
    pull: trigger.pull,
  };
  const service = serviceFor(inputs, apiKey, reporter, context);
  const effects = { context, github, memory, service, reporter, deadline: deadlineOf(inputs), waits };
  return target.thread
    ? handleRequest(asked, { ...effects, thread: target.thread })
    : handleWithoutThread(asked, inputs.comment, effects);
}

/** Whose pull request an event belongs to. For a command, the claim finds it in the thread that it reads anyway. */
const originOf = async (trigger: RequestTrigger, memory: Memory): Promise<PullOrigin> =>
  trigger.kind === 'command' ? { kind: 'person' } : memory.originOf();

interface LabelParts {
  readonly trigger: RequestTrigger;
  readonly authorization: Authorization;
  readonly inputs: AskInputs;
  readonly github: GitHub | undefined;
}

/** Answers a label of accounts that may only triage: in its own thread, also if requests are reported in another one. */
async function answerDenied(
  { trigger: { thread }, authorization, inputs, github }: LabelParts,
  context: ActionContext,
): Promise<void> {
  const { apiKey, gate, trigger } = inputs;
  const mayAnswer = authorization.kind === 'denied' && authorization.mayBeAnswered;
  if (!mayAnswer || !thread || apiKey === null) return;
  const statusComments = statusCommentsFor(inputs, apiKey, github, context);
  if (!statusComments) return;
  const prose = renderDenied(gate.minimum, trigger.command, context.runner.context.runUrl);
  await answerLabel(prose, thread.number, statusComments);
}

/** Says what a run without a thread cannot do. The claim warns about a re-run. */
function reportNoThread(
  { wait, comment }: AskInputs,
  { waits, attempt }: { readonly waits: boolean; readonly attempt: number },
  { noted }: Reporter,
): void {
  if (!wait) noted(waits ? WAITS_ANYWAY : NOT_REPORTED, 'warn');
  if (attempt === 1) noted(comment ? NO_THREAD : NO_COMMENT, 'log');
}

/** Which job the request continues; undefined if it creates its own. `cause` is empty if no other request can have the same one. */
function followUpTarget(
  { trigger, origin, cause }: { trigger: RequestTrigger; origin: PullOrigin; cause: string },
  { operation, jobId, pullRequest }: AskInputs,
): FollowUpTarget | undefined {
  if (jobId !== null) return { kind: 'named', jobId };
  if (operation === 'follow-up') {
    return { kind: 'thread', orElse: 'skip', onlyOpener: trigger.kind === 'workflow-run' };
  }
  if (trigger.continuesJob) return { kind: 'thread', orElse: 'create' };
  // A label on a pull request that may be the agent's goes on with the job that opened it, if one did.
  if (origin.kind === 'suspected') return { kind: 'thread', orElse: 'create', onlyOpener: true };
  return pullRequest === 'reuse' && cause !== '' ? { kind: 'reuse' } : undefined;
}

const NO_THREAD =
  'Thread: none, so nothing is remembered. A re-run sends the request again. Set `issue-number` to report in a thread.';
const NO_COMMENT = 'Thread: none, as `comment` is `false`. A re-run sends the request again.';
const NOT_REPORTED =
  'With `wait: false` and no thread the result of the job is not reported, as a sweep finds jobs by their status comments. ' +
  'Set `issue-number` to report in a thread.';
const WAITS_ANYWAY =
  'This run waits for the job despite `wait: false`: without a thread, only the end of the job shows which pull request later runs continue. ' +
  'Set `issue-number` to report in a thread.';
