import type { ActionContext } from '../action-context.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Outcome } from '../outcome.ts';
import { type PreparedPrompt, preparePrompt } from '../prompt/prepare.ts';
import { readInstruction } from '../prompt/workspace-files.ts';
import { renderDenied } from '../render/comment.ts';
import { summarize } from '../render/request.ts';
import { showNotice } from '../report/other-comments.ts';
import type { Reporter } from '../report/reporter.ts';
import type { PullOrigin } from '../request/agent-pulls.ts';
import { type Connections, connect, connectionOf, findThread, openReportTarget } from '../request/connections.ts';
import { handleRequest } from '../request/handle-request.ts';
import { type Memory, openMemory } from '../request/memory.ts';
import { type Asked, type FollowUpTarget, mustContinue, NO_JOB, outcomeAtLimit } from '../request/steps.ts';
import { submitAndWait, type WaitEffects } from '../request/wait.ts';
import { buildSubmitRequest } from '../service/agent-service.ts';
import { snapshotOf } from '../service/job.ts';
import { identitiesIn } from '../text/pull-link.ts';
import { unanswered } from '../thread/comment-requests.ts';
import { markedRequest } from '../thread/earlier-requests.ts';
import { hashOf } from '../thread/marker.ts';
import { type Authorization, accountsOn, authorize } from '../trigger/authorization.ts';
import { type GitHubEvent, readTrigger } from '../trigger/read-trigger.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { collectVisitors } from './reports.ts';

/** The operations `run` and `follow-up`: from the event to the outcome. The steps happen in the order of the calls. */
export async function run(
  event: GitHubEvent,
  inputs: Inputs,
  reporter: Reporter,
  context: ActionContext,
): Promise<Outcome> {
  const { runner } = context;
  const trigger = readTrigger(event, inputs.trigger);
  if (trigger.kind === 'none') return { verdict: 'skipped', reason: trigger.reason };
  reporter.about({ retryHints: { ...trigger.retry, command: inputs.trigger.command } });

  const workspace = { root: runner.variables.workspace, redact: runner.redactExchanged, files: context.files };
  const instruction = readInstruction(inputs.instruction, workspace);
  const connections = connect(inputs, reporter, context);
  const { github } = connections;
  const authorization = await authorize(trigger, runner.variables, inputs.gate, accountsOn(github));
  if (authorization.kind === 'denied' && !inputs.dryRun) return deny(authorization, trigger, inputs, connections);
  const memory = openMemory(trigger, inputs, connections);
  // For a command, the thread that is read anyway says whose pull request it is.
  const origin = trigger.retry.kind === 'command' ? { kind: 'person' as const } : await memory.originOf();
  const reason = whyNoRequest(origin, trigger, inputs);
  if (reason !== undefined) return { verdict: 'skipped', reason };
  const parts = { trigger, authorization, inputs, instruction };
  const halfTime = inputs.timeout / 2; // the other half is left for the job
  const prompted = await preparePrompt(parts, {
    ...context,
    workspace,
    github,
    serverUrl: runner.variables.serverUrl,
    originOf: memory.originOfPull,
    handledHead: memory.handledHead,
    collectVisitors: inputs.dryRun
      ? undefined
      : (query) => collectVisitors(query, connectionOf(inputs), halfTime, reporter, context),
    warn: runner.warn,
    note: (line) => reporter.noted(line, 'log'),
  });
  if ('verdict' in prompted) return prompted;
  const request = summarize(prompted, trigger);
  const prepared = { ...prompted, request, trigger, authorization, needs: inputs.gate.minimum };
  const { prompt, changes, analyticsFailure } = prompted;
  if (inputs.dryRun) {
    reporter.dryRun(prepared, buildSubmitRequest(inputs, prompt.text, inputs.jobId ?? undefined));
    return { verdict: 'skipped', dryRun: true, skipReason: prompted.skipReason };
  }

  const described = { stepInputs: givenInputs(trigger, inputs, changes), base: changes?.baseSha };
  const marked = markedRequest(trigger, authorization, described, inputs, context);
  const wanted = followUpTarget(trigger, origin, marked.cause, inputs);
  const number = (await findThread(trigger, inputs, connections)) ?? (await memory.threadToContinue(wanted));
  const target = openReportTarget({ trigger, request, marked }, number, inputs, connections);
  const waits = inputs.wait || (wanted?.kind === 'newest-of-cause' && !target.thread);
  if (!target.thread && !analyticsFailure) reportNoThread(inputs, waits, marked.attempt, reporter);
  reporter.prepared(prepared, target);

  const { isRepeatable, askedAt, pull } = trigger;
  const identity = { ...marked, asksOnce: !isRepeatable, askedAt, event: trigger.identity };
  const limits = limitsOf(trigger, inputs, changes, target.thread !== undefined);
  const asked = { identity, wanted, prompt: prompt.text, mayNotSend: analyticsFailure, pull, limits };
  return target.thread
    ? handleRequest(asked, { ...connections, memory, waits, thread: target.thread })
    : sendWithoutThread(asked, memory, { ...connections, waits });
}

/** Answers a label of accounts that may only triage: in its own thread, also if requests are reported in another one. */
async function deny(
  { mayBeAnswered, reason }: Extract<Authorization, { kind: 'denied' }>,
  { thread }: RequestTrigger,
  { gate, trigger }: Inputs,
  { statusComments, context: { runner } }: Connections,
): Promise<Outcome> {
  if (mayBeAnswered && thread && statusComments) {
    const prose = renderDenied(gate.minimum, trigger.command, runner.variables.runUrl);
    await showNotice({ prose, id: hashOf('denied label'), kind: 'answer' }, thread.number, statusComments, unanswered);
  }
  return { verdict: 'denied', reason };
}

/** The inputs that distinguish two calls of the same step, as given: paths of files, not their contents. `compare` includes the commits. */
function givenInputs(
  { followsRun = false }: Pick<RequestTrigger, 'followsRun'>,
  { instruction, context, contextFile, compare, paths, pages, jobId, pullRequest }: Inputs,
  changes: PreparedPrompt['changes'],
): string {
  if (followsRun) return JSON.stringify([jobId]);
  const compared = compare && [compare, changes?.baseSha, changes?.headSha];
  return JSON.stringify([instruction, context, contextFile, compared, paths, pages, jobId, pullRequest]);
}

/** Which job the request continues; undefined if it creates its own. `cause` is empty if no other request can have the same one. */
function followUpTarget(
  { followsRun = false, continuesJob }: Pick<RequestTrigger, 'followsRun' | 'continuesJob'>,
  origin: PullOrigin,
  cause: string,
  { operation, jobId, pullRequest }: Inputs,
): FollowUpTarget | undefined {
  if (jobId !== null) return { kind: 'by-id', jobId };
  if (operation === 'follow-up') return { kind: 'newest-in-thread', orElse: 'skip', onlyOpener: followsRun };
  if (continuesJob) return { kind: 'newest-in-thread', orElse: 'create' };
  // A label on a pull request that may be the agent's goes on with the job that opened it, if one did.
  if (origin.kind === 'suspected') return { kind: 'newest-in-thread', orElse: 'create', onlyOpener: true };
  return pullRequest === 'reuse' && cause !== '' ? { kind: 'newest-of-cause' } : undefined;
}

/** Undefined without limits. With `pull-request: reuse`, the next request begins where the last one in a thread has ended. */
function limitsOf(
  { cause }: RequestTrigger,
  { limits, pullRequest, compare }: Inputs,
  changes: PreparedPrompt['changes'],
  hasThread: boolean,
): Asked['limits'] {
  if (limits.openPulls === null && limits.jobsPerDay === null) return undefined;
  const { baseSha, headSha = '' } = cause?.[0] === 'branch' && !compare ? (changes ?? {}) : {};
  if (baseSha === undefined) return { ...limits, missed: undefined };
  if (pullRequest === 'reuse' && hasThread) return { ...limits, missed: { by: 'next request' } };
  return { ...limits, missed: { by: 'no request', compare: `${baseSha}...${headSha}` } };
}

/** Why an event is no request on a pull request that is or may be the agent's: there, commands are, and if in doubt, labels by other accounts. */
function whyNoRequest(
  origin: PullOrigin,
  { pull, retry, requester, thread }: Pick<RequestTrigger, 'pull' | 'retry' | 'requester' | 'thread'>,
  { trigger: { command, label } }: Pick<Inputs, 'trigger'>,
): string | undefined {
  if (origin.kind === 'person' || retry.kind === 'command') return undefined;
  if (origin.kind === 'agent') {
    const opener = origin.jobId === undefined ? 'the agent' : `job ${origin.jobId}`;
    return `${opener} opened pull request #${pull}, where only commands are requests: comment \`${command}\` and what to change`;
  }
  if (retry.kind === 'label' && requester.id !== null && requester.id !== thread?.author.id) return undefined;
  const orLabel = label === '*' ? '' : `, or let another account than its author set the label \`${label}\``;
  return `pull request #${pull} may be the agent's: ${origin.why}. If it is not, comment \`${command}\`${orLabel}`;
}

/** Says what a run without a thread cannot do. */
function reportNoThread({ wait, comment }: Inputs, waits: boolean, attempt: number, { noted }: Reporter): void {
  if (!wait) noted(waits ? WAITS_ANYWAY : NOT_REPORTED, 'warn');
  if (attempt === 1) noted(comment ? NO_THREAD : NO_COMMENT, 'log');
  else noted(comment ? RERUN_NO_THREAD : RERUN_NO_COMMENT, 'warn');
}

/** Sends a request without a thread, where nothing is known of earlier ones. */
async function sendWithoutThread(asked: Asked, memory: Memory, effects: WaitEffects): Promise<Outcome> {
  if (asked.mayNotSend) return asked.mayNotSend;
  if (mustContinue(asked.wanted)) return NO_JOB;
  if (asked.limits) {
    const outcome = outcomeAtLimit(asked, await memory.readCounted(undefined), Number.POSITIVE_INFINITY);
    if (outcome) return outcome;
    effects.reporter.noted(NOT_COUNTED, 'log');
  }
  const outcome = await submitAndWait(asked, undefined, effects);
  if (asked.wanted?.kind === 'newest-of-cause' && isElsewhere(outcome, effects))
    effects.reporter.noted(NOT_CONTINUED, 'warn');
  return outcome;
}

/** Whether the job ended with a pull request of another repository, where no comment can say that the job opened it. */
function isElsewhere(outcome: Outcome, { context: { runner } }: WaitEffects): boolean {
  const { repository, serverUrl } = runner.variables;
  const { link = '' } = outcome.verdict === 'pull-request' ? snapshotOf(outcome.job) : {};
  return link !== '' && !(repository && link.startsWith(identitiesIn(serverUrl, repository)));
}

const IN_THREAD = 'Set `issue-number` to report in a thread.';
const NO_THREAD = `Thread: none, so nothing is remembered. A re-run sends the request again. ${IN_THREAD}`;
const NO_COMMENT = 'Thread: none, as `comment` is `false`. A re-run sends the request again.';
const UNKNOWN_RESULT = 'so the result of the first attempt is unknown and a second job may be created.';
const RERUN_NO_THREAD = `This is a re-run without a thread, ${UNKNOWN_RESULT} ${IN_THREAD}`;
const RERUN_NO_COMMENT = `This is a re-run with \`comment: false\`, ${UNKNOWN_RESULT}`;
const NOT_COUNTED = `The limits do not count the job of this request, as it is not reported in a thread. ${IN_THREAD}`;
const NOT_CONTINUED = `The pull request is in another repository, so without a thread the next request opens another one despite \`pull-request: reuse\`. ${IN_THREAD}`;
const NOT_REPORTED = `With \`wait: false\` and no thread the result of the job is not reported, as a sweep finds jobs by their status comments. ${IN_THREAD}`;
const WAITS_ANYWAY = `This run waits for the job despite \`wait: false\`: without a thread, only the end of the job shows which pull request later runs continue. ${IN_THREAD}`;
