import type { ActionContext } from '../action-context.ts';
import type { PullState } from '../github/pulls.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { GitHubVariables } from '../runtime/runner.ts';
import type { Authorization } from '../trigger/authorization.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { hashOf } from './marker.ts';
import { type Request, START } from './request.ts';
import type { StatusRecord } from './status-records.ts';

/** Milliseconds: a pull request whose job is older is not continued by `reuse`. */
const MAX_REUSE_MS = 30 * 86_400_000;

type Records = readonly StatusRecord[];

/** The fields of a request that are compared with earlier requests in the thread. */
export interface RequestIdentity
  extends Pick<Request, 'stepKey' | 'requestKey' | 'project' | 'key' | 'cause' | 'run' | 'attempt'> {
  /** Whether its trigger occurs only once: a comment does, a label can be set again. */
  readonly asksOnce: boolean;
  /** Identifies the event. */
  readonly event: readonly string[];
  /** When the event happened, by GitHub's clock; undefined if the time does not matter. */
  readonly askedAt: number | undefined;
}

type StepKeys = Pick<Request, 'stepKey' | 'project' | 'key'>;

/** Hashes that identify the step of a workflow and the project: the scope of deduplication. @param key distinguishes the legs of a matrix. */
export function stepKeysOf(variables: GitHubVariables, projectId: string, key: string): StepKeys {
  const { workflow, job, step } = variables;
  const project = projectHash(variables, projectId);
  return { stepKey: hashOf(workflow, job, step, key, project), project, key: hashOf(key) };
}

export const projectHash = ({ repositoryKey }: GitHubVariables, projectId: string): string =>
  hashOf(repositoryKey, projectId);

/** The idempotency key: requests of the same step, with the same trigger and the same inputs, lead to one job. */
export const requestKeyOf = (stepKey: string, { identity }: RequestTrigger, stepInputs: string): string =>
  hashOf(stepKey, stepInputs, ...identity);

/**
 * The request at its start. @param stepInputs the inputs that distinguish two calls of the same step, such as the instruction.
 * @param base the commit at which the description of its changes starts, if there is one.
 */
export function markedRequest(
  trigger: RequestTrigger,
  authorization: Authorization,
  { stepInputs, base = '' }: { readonly stepInputs: string; readonly base?: string | undefined },
  inputs: Inputs,
  { runner: { variables }, uuid }: ActionContext,
): Request {
  const { run, attempt } = variables;
  const { requester } = trigger;
  const keys = stepKeysOf(variables, inputs.projectId, inputs.key);
  const isByPerson = authorization.kind === 'passed' && !requester.isBot;
  const requestKey = requestKeyOf(keys.stepKey, trigger, stepInputs);
  // `compare` describes other changes than those up to the newest commit.
  const head = inputs.compare ? '' : (trigger.head ?? '');
  return {
    nonce: hashOf(uuid()),
    ...keys,
    requestKey,
    cause: causeOf(trigger, requestKey),
    head,
    base: head && base,
    retryVia: trigger.retry.kind,
    run,
    attempt,
    requester: isByPerson ? requester.id : null,
    trigger: trigger.kind,
    ...START,
  };
}

/** Requests of the workflow itself have the same cause if they are the same request. @param requestKey empty if not known yet. */
export function causeOf({ cause }: RequestTrigger, requestKey: string): string {
  if (!cause) return '';
  return cause[0] === 'event' ? requestKey : hashOf(...cause);
}

/** The status comments of earlier attempts: those with the same request key, else the only one of the step, as two callers of a workflow are one step. */
export function earlierAttempts(identity: RequestIdentity, records: Records): Records {
  const { stepKey, run, attempt, requestKey } = identity;
  const ofStep = records.filter(
    ({ marker, facts }) =>
      marker.stepKey === stepKey && marker.run === run && marker.attempt < attempt && !facts.isOpening,
  );
  const sure = ofStep.filter(({ marker }) => marker.requestKey === requestKey);
  if (sure.length > 0) return sure;
  return ofStep.length === 1 ? ofStep : [];
}

/**
 * The requests of the second read that are new or have a new state or writer: the others were matched after the first read. Without those
 * that were announced after this one (`commentId`), which stop in favor of it.
 */
export function changedSince(first: Records, second: Records, commentId: number): Records {
  const known = new Map(first.map((record) => [record.comment.id, record]));
  return second.filter(({ comment, marker, facts }) => {
    const former = known.get(comment.id);
    const isSame = former?.facts.sent === facts.sent && former.facts.end?.why === facts.end?.why;
    const isChanged = !isSame || former.marker.writer !== marker.writer;
    return isChanged && (comment.id < commentId || facts.sent === 'yes' || facts.end !== undefined);
  });
}

/** The requests of the thread. Each leg of a matrix (`key`) has its own jobs there, unless a job opened it as a pull request. */
export const ofThread = ({ project, key }: StepKeys, thread: number, records: Records, isOfAgent: boolean): Records =>
  records.filter(
    ({ marker, comment }) =>
      comment.issueNumber === thread && marker.project === project && (isOfAgent || marker.key === key),
  );

/** The requests of the same step and cause, at most 30 days old. */
export const ofCause = ({ stepKey, cause }: Pick<RequestIdentity, 'stepKey' | 'cause'>, records: Records): Records =>
  records.filter(
    ({ marker, openForMs }) => marker.stepKey === stepKey && marker.cause === cause && openForMs <= MAX_REUSE_MS,
  );

/** Without the comments "Opened for" of jobs of other requests here: written at the end, they would seem newer than a request announced before. */
export function withoutNeedlessOpenings(records: Records): Records {
  const requested = new Set(records.map(({ facts }) => (facts.isOpening ? undefined : facts.job)));
  return records.filter(({ facts }) => !facts.isOpening || !requested.has(facts.job));
}

/** The newest job of a thread; undefined if it has none. */
export function newestJobOf(keys: StepKeys, thread: number, records: Records): string | undefined {
  const isOfAgent = records.some(({ marker, facts }) => marker.project === keys.project && facts.isOpening);
  return withoutNeedlessOpenings(ofThread(keys, thread, records, isOfAgent))
    .flatMap(({ facts }) => facts.job ?? [])
    .at(-1);
}

/**
 * The newest commit that the requests of one job have handled: the changes before it are in the documentation, or in its pull request.
 * A follow-up whose pull request was merged while it worked has not handled its changes. @param pull of the job, if it has one.
 */
export function handledHeadOf(requests: Records, pull: PullState | undefined): string | undefined {
  const mergedAt = pull?.kind === 'merged' ? pull.at : Number.POSITIVE_INFINITY;
  return requests.findLast(({ marker, facts, comment }) => {
    const { end } = facts;
    const isHandled =
      facts.isOpening || (end?.why === 'ended' && (end.verdict === 'pull-request' || end.verdict === 'no-changes'));
    return isHandled && marker.head !== '' && (!marker.before || mergedAt > comment.updatedAt);
  })?.marker.head;
}
