import type { ActionContext } from '../action-context.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { GitHubVariables } from '../runtime/runner.ts';
import type { Authorization } from '../trigger/authorization.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { hashOf } from './marker.ts';
import { isDone, type Request, START } from './request.ts';
import type { Records, StatusRecord } from './status-records.ts';

type StepKeys = Pick<Request, 'stepKey' | 'project' | 'key'>;

/**
 * Hashes that identify the step of a workflow and the project: the scope of deduplication. @param
 * key distinguishes the legs of a matrix.
 */
export function stepKeysOf(variables: GitHubVariables, projectId: string, key: string): StepKeys {
  const { workflow, job, step } = variables;
  const project = projectHash(variables, projectId);
  return { stepKey: hashOf(workflow, job, step, key, project), project, key: hashOf(key) };
}

export const projectHash = ({ repositoryKey }: GitHubVariables, projectId: string): string =>
  hashOf(repositoryKey, projectId);

/**
 * The idempotency key: the same step, event and inputs lead to one job. @param run the id of the
 * workflow run, which identifies a schedule or dispatch.
 */
export const requestKeyOf = (
  stepKey: string,
  { identity }: Pick<RequestTrigger, 'identity'>,
  run: number,
  stepInputs: string,
): string =>
  hashOf(
    stepKey,
    stepInputs,
    ...(identity === 'workflow run' ? ['workflow run', String(run)] : identity),
  );

/**
 * The request at its start. @param stepInputs the inputs that distinguish two calls of the same
 * step, such as the instruction.
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
  // `compare` describes other changes than those up to the newest commit.
  const head = inputs.compare ? '' : (trigger.head ?? '');
  return {
    nonce: hashOf(uuid()),
    ...keys,
    requestKey: requestKeyOf(keys.stepKey, trigger, run, stepInputs),
    cause: causeOf(trigger),
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

/** Requests with the same cause may continue each other's pull request. Empty if none may. */
export const causeOf = ({ cause }: Pick<RequestTrigger, 'cause'>): string =>
  cause ? hashOf(...cause) : '';

/** Whether an earlier attempt of this run made a request of the same step. */
export const isOwnAttempt = (
  { stepKey, run, attempt }: Pick<Request, 'stepKey' | 'run' | 'attempt'>,
  { marker, facts }: StatusRecord,
): boolean =>
  marker.stepKey === stepKey &&
  marker.run === run &&
  marker.attempt < attempt &&
  !facts.isOpenedFor;

/**
 * The records with the same key, the newest first. A step may compute other inputs in a re-run, so
 * that its key differs: if no earlier attempt of this run has the key, and exactly one made a
 * request in this step, that one is the first.
 */
export function sameRequest(request: Request, records: Records): Records {
  const withKey = records.filter(({ marker }) => marker.requestKey === request.requestKey);
  const attempts = records.filter((record) => isOwnAttempt(request, record));
  const isKnown = withKey.some((record) => attempts.includes(record));
  return (isKnown || attempts.length !== 1 ? withKey : withKey.concat(attempts)).toReversed();
}

/**
 * The records that may answer an event without a text: those of labels and openings by the same
 * step in other runs, with the same head commit, which may have been sent. In one run, calls of a
 * reusable workflow with other inputs are other requests. The newest first.
 */
export const answeringRecords = (request: Request, records: Records): Records =>
  records
    .filter(
      ({ marker, facts }) =>
        marker.stepKey === request.stepKey &&
        marker.run !== request.run &&
        marker.head === request.head &&
        (marker.trigger === 'label' || marker.trigger === 'opened') &&
        facts.sent !== 'no' &&
        !facts.isOpenedFor,
    )
    .toReversed();

/**
 * The requests of the thread. Each matrix job (`key`) has its own jobs of the service there; on the
 * agent's pull request, all share one.
 */
export const sameThread = (
  { project, key }: StepKeys,
  thread: number,
  records: Records,
  isOfAgent: boolean,
): Records =>
  records.filter(
    ({ marker, comment }) =>
      comment.issueNumber === thread &&
      marker.project === project &&
      (isOfAgent || marker.key === key),
  );

/** The requests of the same step and cause. */
export const sameCause = (
  { stepKey, cause }: Pick<Request, 'stepKey' | 'cause'>,
  records: Records,
): Records => records.filter(({ marker }) => marker.stepKey === stepKey && marker.cause === cause);

/**
 * Without the comments "Opened for" of jobs that have a request here too. Such a comment is written
 * at the end of the job, so its id is higher than that of a request which was announced before, and
 * a request to a newer job would seem older.
 */
export function withoutRepeatedJobs(records: Records): Records {
  const requested = new Set(
    records.map(({ facts }) => (facts.isOpenedFor ? undefined : facts.job)),
  );
  return records.filter(({ facts }) => !facts.isOpenedFor || !requested.has(facts.job));
}

/** The newest job of a thread; undefined if it has none. */
export function newestJobOf(keys: StepKeys, thread: number, records: Records): string | undefined {
  const isOfAgent = records.some(
    ({ marker, facts }) => marker.project === keys.project && facts.isOpenedFor,
  );
  return withoutRepeatedJobs(sameThread(keys, thread, records, isOfAgent))
    .flatMap(({ facts }) => facts.job ?? [])
    .at(-1);
}

/**
 * Where a description of changes starts: at the newest commit that an ended request has handled, or
 * if none has, where the first of them started, also if a limit stopped that one.
 * @param records of the same step and cause, the oldest first.
 */
export function handledHeadOf(records: Records): string | undefined {
  const isHandled = ({ marker, facts: { end } }: StatusRecord) => marker.head !== '' && isDone(end);
  return (
    records.findLast(isHandled)?.marker.head ??
    records.find(({ marker }) => marker.base !== '')?.marker.base
  );
}
