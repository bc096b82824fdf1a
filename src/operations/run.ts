import type { ActionContext } from '../action-context.ts';
import { InputError } from '../errors.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { type Outcome, type SkipReason, settled } from '../outcome.ts';
import { type PreparedPrompt, preparePrompt } from '../prompt/prepare.ts';
import { readInstruction } from '../prompt/workspace-files.ts';
import { summarize } from '../render/request.ts';
import type { Finished } from '../report/github-report.ts';
import type { Reporter } from '../report/reporter.ts';
import { connect, connectionOf, findThread, openGitHubReport } from '../request/connections.ts';
import { handleRequest } from '../request/handle-request.ts';
import { checkReuse, type Memory, openMemory } from '../request/memory.ts';
import { OF_PERSON } from '../request/pull-origin.ts';
import {
  type Ask,
  type FollowUpTarget,
  mustContinue,
  outcomeAtLimit,
  withoutJob,
} from '../request/steps.ts';
import { followUpWithoutThread, submitAndWait, type WaitEffects } from '../request/wait.ts';
import { markedRequest } from '../thread/earlier-requests.ts';
import type { Request } from '../thread/request.ts';
import { accountsOn, authorize } from '../trigger/authorization.ts';
import { exclusionOf, onAgentPull } from '../trigger/declared-accounts.ts';
import { type GitHubEvent, readTrigger } from '../trigger/read-trigger.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { dryRun } from './dry-run.ts';
import { collectVisitors } from './visitors.ts';

/** The operations `run` and `follow-up`, in the order of time. */
export async function run(
  event: GitHubEvent,
  inputs: Inputs,
  reporter: Reporter,
  context: ActionContext,
): Promise<Finished> {
  const { runner } = context;

  // 1. Is the event a request?
  const trigger = readTrigger(event, inputs.trigger);
  if (trigger.kind === 'none') return skipped({ reason: trigger.reason });
  const exclusion = exclusionOf(trigger, inputs.accounts);
  if (exclusion) return skipped(exclusion);
  checkReuse(trigger, inputs);
  reporter.about({ retryHints: { ...trigger.retry, command: inputs.trigger.command } });
  const workspace = {
    root: runner.variables.workspace,
    redact: runner.redactExchanged,
    files: context.files,
  };
  const instruction = readInstruction(inputs.instruction, workspace);

  // 2. May whoever caused it ask? Nothing is written before that is known.
  const connections = connect(inputs, reporter, context);
  const { github } = connections;
  const authorization = await authorize(trigger, runner.variables, inputs.gate, accountsOn(github));
  if (authorization.kind === 'denied')
    return { outcome: { verdict: 'denied', reason: authorization.reason } };

  // 3. On a pull request of the agent, only commands are requests.
  const memory = openMemory(trigger, inputs, connections);
  const origin = trigger.retry.kind === 'command' ? OF_PERSON : await memory.originOf();
  if (origin.kind === 'agent')
    return skipped({ reason: onAgentPull(Number(trigger.pull), origin.opener?.facts.job) });

  // 4. What is asked?
  const parts = { trigger, inputs, instruction };
  const halfTime = inputs.timeout / 2; // the other half is left for the job
  const prompted = await preparePrompt(parts, {
    ...context,
    workspace,
    github,
    isOfAgent: memory.isOfAgent,
    handledHead: memory.handledHead,
    collectVisitors: inputs.dryRun
      ? undefined
      : (query) => collectVisitors(query, connectionOf(inputs), halfTime, reporter, context),
    note: (line) => reporter.noted(line, 'warn'),
  });
  if (prompted.kind === 'skipped')
    return inputs.dryRun
      ? dryRun(prompted, trigger, inputs, connections)
      : { outcome: prompted.outcome };
  const request = summarize(prompted, trigger);
  const prepared = { ...prompted, request, trigger, authorization, needs: inputs.gate.minimum };
  const { changes, analyticsFailure } = prompted;
  if (inputs.dryRun) return dryRun({ outcome: DRY_RUN, prepared }, trigger, inputs, connections);

  // 5. Where is it reported?
  const described = { stepInputs: givenInputs(inputs), base: changes?.baseSha };
  const marked = markedRequest(trigger, authorization, described, inputs, context);
  const number = await findThread(trigger, inputs, connections);
  const onGitHub = openGitHubReport({ trigger, request, marked }, number, inputs, connections);
  const { thread, statusReport } = onGitHub ?? {};
  if (!thread && !analyticsFailure) reportNoThread(inputs, marked.attempt, reporter);
  void onGitHub?.seen();
  reporter.prepared(prepared);

  // 6. Send it at most once, and wait for the job.
  const ask = askOf(trigger, marked, prompted, inputs, thread !== undefined);
  const effects = { ...connections, waits: inputs.wait, statusReport };
  const sent =
    thread && statusReport
      ? handleRequest(ask, { ...effects, memory, thread, statusReport })
      : sendWithoutThread(ask, trigger, memory, effects);
  return { outcome: await settled(sent, context.signal), onGitHub };
}

/** What is asked, and of which job. */
function askOf(
  trigger: RequestTrigger,
  marked: Request,
  { prompt, changes, analyticsFailure }: PreparedPrompt,
  inputs: Inputs,
  hasThread: boolean,
): Ask {
  const { askedAt, pull, retry, identity } = trigger;
  return {
    request: marked,
    askedAt,
    target: followUpTarget(trigger, marked.cause, inputs),
    prompt: prompt.text,
    mayNotSend: analyticsFailure,
    pull,
    command: retry.kind === 'command' && identity !== 'workflow run' ? identity : undefined,
    limits: limitsOf(trigger, inputs, changes, hasThread),
  };
}

const DRY_RUN: Outcome = { verdict: 'skipped', why: 'dry-run' };

const skipped = (why: Omit<SkipReason, 'verdict'>): Finished => ({
  outcome: { verdict: 'skipped', ...why },
});

/**
 * The inputs that distinguish two calls of the same step, as given: paths of files, not their
 * contents.
 */
function givenInputs({
  instruction,
  context,
  contextFile,
  compare,
  paths,
  pages,
  jobId,
  pullRequest,
}: Inputs): string {
  return JSON.stringify([
    instruction,
    context,
    contextFile,
    compare,
    paths,
    pages,
    jobId,
    pullRequest,
  ]);
}

/**
 * Which job the request continues; undefined if it creates its own. `cause` is empty if no other
 * request can have the same one.
 */
function followUpTarget(
  { continuesJob }: Pick<RequestTrigger, 'continuesJob'>,
  cause: string,
  { operation, jobId, pullRequest }: Inputs,
): FollowUpTarget | undefined {
  if (jobId !== null) return { kind: 'by-id', jobId };
  if (operation === 'follow-up') return { kind: 'newest-in-thread', orElse: 'skip' };
  if (continuesJob) return { kind: 'newest-in-thread', orElse: 'create' };
  return pullRequest === 'reuse' && cause !== '' ? { kind: 'newest-of-cause' } : undefined;
}

/**
 * Undefined without limits. With `pull-request: reuse`, the next request begins where the last one
 * in a thread has ended.
 */
function limitsOf(
  { cause }: RequestTrigger,
  { limits, pullRequest, compare }: Inputs,
  changes: PreparedPrompt['changes'],
  hasThread: boolean,
): Ask['limits'] {
  if (limits.openPulls === null && limits.jobsPerDay === null) return undefined;
  const { baseSha, headSha = '' } = cause?.[0] === 'branch' && !compare ? (changes ?? {}) : {};
  if (baseSha === undefined) return { ...limits, missed: undefined };
  if (pullRequest === 'reuse' && hasThread) return { ...limits, missed: { by: 'next request' } };
  return { ...limits, missed: { by: 'no request', compare: `${baseSha}...${headSha}` } };
}

/** Says what a run without a thread cannot do. */
function reportNoThread({ wait, comment }: Inputs, attempt: number, { noted }: Reporter): void {
  if (!wait) noted(NOT_REPORTED, 'warn');
  if (attempt === 1) noted(comment ? NO_THREAD : NO_COMMENT, 'log');
  else noted(comment ? RERUN_NO_THREAD : RERUN_NO_COMMENT, 'warn');
}

/** Sends a request without a thread, where nothing is known of earlier ones. */
async function sendWithoutThread(
  ask: Ask,
  trigger: Pick<RequestTrigger, 'kind'>,
  memory: Memory,
  effects: WaitEffects,
): Promise<Outcome> {
  const { target, prompt, limits, mayNotSend } = ask;
  if (mayNotSend) return mayNotSend;
  if (target?.kind === 'by-id') return followUpWithoutThread(target.jobId, prompt, effects);
  if (mustContinue(target)) throw withoutJob('follow-up');
  if (limits) {
    if (trigger.kind === 'push' || trigger.kind === 'workflow-run') throw notCounted();
    const outcome = outcomeAtLimit(
      ask,
      await memory.readCounted(undefined),
      Number.POSITIVE_INFINITY,
    );
    if (outcome) return outcome;
    effects.reporter.noted(`${NOT_COUNTED} ${IN_THREAD}`, 'warn');
  }
  return submitAndWait(prompt, undefined, effects);
}

const notCounted = () =>
  new InputError(
    NOT_COUNTED,
    'Open an issue for these requests, and set `issue-number` to its number.',
    {
      headline: 'Invalid inputs: issue-number',
    },
  );

const IN_THREAD = 'Set `issue-number` to report in a thread.';
const NO_THREAD = `No issue or pull request to report in, so a re-run asks again. ${IN_THREAD}`;
const NO_COMMENT = 'Thread: none, as `comment` is `false`. A re-run sends the request again.';
const UNKNOWN_RESULT =
  'so the result of the first attempt is unknown and a second job may be created.';
const RERUN_NO_THREAD = `This is a re-run without a thread, ${UNKNOWN_RESULT} ${IN_THREAD}`;
const RERUN_NO_COMMENT = `This is a re-run with \`comment: false\`, ${UNKNOWN_RESULT}`;
const NOT_COUNTED =
  'The limits do not count the job of this request, as it is not reported in a thread.';
const NOT_REPORTED = `With \`wait: false\` and no thread the result of the job is not reported, as a sweep finds jobs by their status comments. ${IN_THREAD}`;
