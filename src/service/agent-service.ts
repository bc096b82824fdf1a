import type { ActionContext } from '../action-context.ts';
import { ServiceError } from '../errors.ts';
import { type Failure, retryAfter, sendAgain } from '../http/retry.ts';
import type { HttpRequest, HttpResponse } from '../http/transport.ts';
import { TransportError } from '../http/transport-error.ts';
import { withCancelGrace } from '../runtime/clock.ts';
import {
  type Connection,
  endpoint,
  errorFromResponse,
  errorFromTransport,
  type GetEffects,
  get,
  headersOf,
  isDefinitiveRejection,
  isSuccess,
  isWebPage,
  WEB_PAGE,
} from './connection.ts';
import { type Job, type JobReading, parseJob } from './job.ts';
import { type Advanced, type Aim, advance, type End, newWatch } from './watch.ts';

/**
 * The result of a submit request. Only `unsent`, `rejected` and `quota-exhausted` prove that the
 * service did not accept it.
 */
export type SubmitResult =
  | { kind: 'accepted'; job: Job }
  /** `repeatable`: the connection never opened. */
  | { kind: 'unsent'; error: ServiceError; repeatable: boolean }
  | { kind: 'rejected'; error: ServiceError }
  /**
   * The service answered 429, and the timeout ends first. `retryIn`: milliseconds, if the service
   * named a time.
   */
  | { kind: 'quota-exhausted'; retryIn: number | undefined; error: ServiceError }
  /** The service accepted the request or may have, and its response names no usable job. */
  | { kind: 'unconfirmed'; error: ServiceError };

export type AgentService = ReturnType<typeof createAgentService>;

/**
 * `signal` ends a pause early, and limits a request in flight to another {@link CANCEL_GRACE_MS}.
 */
interface ServiceEffects extends GetEffects {
  /** Milliseconds on the clock's `now` at which submitting must have ended. */
  readonly deadline: number;
  readonly onSend: (operation: 'create' | 'follow-up' | 'status') => void;
  /**
   * Called before a request that the service provably did not accept is sent again after `pauseMs`
   * milliseconds.
   */
  readonly onPause: (why: SubmitResult, pauseMs: number) => void;
  /** Called if no byte of the request that `onSend` announced can have left the machine. */
  readonly onUnsent: (operation: 'create' | 'follow-up') => void;
}

/** Of a decoded body; a job is a few hundred bytes. */
const MAX_BYTES = 1024 * 1024;
const SUBMIT_TIMEOUT_MS = 30_000;
const READ_TIMEOUT_MS = 15_000;
/** How long the action waits for the response to a submit request in flight after a cancel. */
const CANCEL_GRACE_MS = 3_000;
/** A pause of this length before a job is read again is logged. */
const LONG_PAUSE_MS = 5_000;

/**
 * The service's job operations. A submit request is repeated only if that provably creates no
 * second job.
 */
export function createAgentService(connection: Connection, effects: ServiceEffects) {
  const { send, clock, deadline, signal, onSend } = effects;
  /**
   * By job id: when the first refusal of each kind since the last reading of the job was answered.
   */
  const refusals = new Map<string, Map<'not-found' | 'refused', number>>();
  function refusedFor(id: string, kind: 'not-found' | 'refused'): number {
    const times = refusals.get(id) ?? new Map();
    const since = times.get(kind) ?? clock.now();
    refusals.set(id, times.set(kind, since));
    return clock.now() - since;
  }

  /** @param target the job that receives a follow-up; without it, the service creates a job. */
  function submit(prompt: string, target?: Job): Promise<SubmitResult> {
    const request = buildSubmitRequest(connection, prompt, target?.id);
    const purpose = target === undefined ? 'create' : 'follow-up';
    const headers = { ...headersOf(connection), 'content-type': 'application/json' };
    const answered = (answer: HttpResponse): SubmitResult => {
      if (isSuccess(answer)) return acceptedJob(answer, target, clock.date());
      const error = errorFromResponse(answer, { purpose, url: request.url }, connection);
      if (answer.status === 429)
        return {
          kind: 'quota-exhausted',
          retryIn: retryAfter(answer.headers, clock.date().getTime()),
          error,
        };
      return isDefinitiveRejection(answer.status)
        ? { kind: 'rejected', error }
        : { kind: 'unconfirmed', error };
    };
    const submitOnce = async () => {
      onSend(purpose);
      const timeout = Math.max(1, Math.min(SUBMIT_TIMEOUT_MS, deadline - clock.now()));
      const exchange = (late: AbortSignal) =>
        send({ ...request, headers, maxBytes: MAX_BYTES, timeout, signal: late }).then(
          answered,
          resultOfFault,
        );
      const result = await withCancelGrace({ signal, clock, grace: CANCEL_GRACE_MS }, exchange);
      if (result.kind === 'unsent') effects.onUnsent(purpose);
      return result;
    };
    const pause = (result: SubmitResult, ms: number) => {
      effects.onPause(result, ms);
      return clock.sleep(ms, signal);
    };
    return sendAgain('submit', submitOnce, { clock, signal, deadline, failureOf, pause });
  }

  return {
    createJob: (prompt: string) => submit(prompt),
    /**
     * @param job the last reading, which is the result if the service accepts the follow-up with an
     * unusable response.
     */
    sendFollowUp: (job: Job, prompt: string) => submit(prompt, job),
    /** @param timeoutMs of this request. */
    async readJob(id: string, timeoutMs: number): Promise<JobReading> {
      onSend('status');
      const url = jobUrl(connection, `/${encodeURIComponent(id)}`);
      const parse = (body: Buffer) => parseJob(body, clock.date());
      const timeout = Math.min(timeoutMs, READ_TIMEOUT_MS);
      const reading = await get(
        { url, purpose: 'status', timeout, maxBytes: MAX_BYTES, parse },
        connection,
        effects,
      );
      if (reading.kind === 'not-found' || reading.kind === 'refused')
        return { ...reading, forMs: refusedFor(id, reading.kind) };
      if (reading.kind !== 'answer') return reading;
      if (reading.value.id !== id)
        return {
          kind: 'refused',
          error: ANOTHER_JOB,
          isLasting: true,
          forMs: refusedFor(id, 'refused'),
        };
      refusals.delete(id);
      return { kind: 'job', job: reading.value };
    },
  };
}

export type SubmitRequest = Pick<HttpRequest, 'method' | 'url'> & { readonly body: string };

/**
 * The request that creates a job, or sends a follow-up to the job `id`, without its headers, which
 * contain the key.
 */
export function buildSubmitRequest(
  { baseUrl, projectId }: Pick<Connection, 'baseUrl' | 'projectId'>,
  prompt: string,
  id?: string,
): SubmitRequest {
  const url = jobUrl(
    { baseUrl, projectId },
    id === undefined ? '' : `/${encodeURIComponent(id)}/message`,
  );
  return { method: 'POST', url, body: JSON.stringify({ prompt }) };
}

const jobUrl = (
  { baseUrl, projectId }: Pick<Connection, 'baseUrl' | 'projectId'>,
  rest: string,
): URL => endpoint(baseUrl, `/v2/agent/${encodeURIComponent(projectId)}/job${rest}`);

function failureOf(result: SubmitResult): Failure | undefined {
  if (result.kind === 'quota-exhausted') return { proof: 'limited', retryIn: result.retryIn };
  return result.kind === 'unsent' && result.repeatable ? { proof: 'unsent' } : undefined;
}

/**
 * If the response is unusable, a created job is `unconfirmed`, and a follow-up is accepted by its
 * target.
 */
function acceptedJob(answer: HttpResponse, target: Job | undefined, now: Date): SubmitResult {
  try {
    const job = parseJob(answer.body, now);
    return { kind: 'accepted', job: target && job.id !== target.id ? target : job };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (target) return { kind: 'accepted', job: target };
    return { kind: 'unconfirmed', error: isWebPage(answer.body) ? WEBSITE : error };
  }
}

const WEBSITE = new ServiceError(
  `${WEB_PAGE} Correct \`base-url\`, which ends before \`/v2/…\`.`,
  'Set `base-url` to the address of the API.',
  { isFromWebsite: true },
);

function resultOfFault(cause: unknown): SubmitResult {
  if (!(cause instanceof TransportError)) throw cause;
  const error = errorFromTransport(cause);
  if (cause.neverSent) return { kind: 'unsent', error, repeatable: cause.neverOpened };
  return cause.fault === 'redirect' ? { kind: 'rejected', error } : { kind: 'unconfirmed', error };
}

const ANOTHER_JOB = new ServiceError(
  'The service answered with another job than the one that was asked for.',
  'Report this to the operator of the service.',
);

interface WatchEffects extends Pick<ActionContext, 'clock' | 'signal'> {
  /** Sends one status request. */
  readonly read: (timeoutMs: number) => Promise<JobReading>;
  /** On the clock's `now`, in milliseconds. */
  readonly deadline: number;
  readonly log: (line: string) => void;
  /** Called after each status request. */
  readonly onReading?: (reading: JobReading) => Promise<void>;
}

/** How a wait for a job ended, and the job as the service last showed it. */
export type PollResult<J = Job> = (End | { readonly kind: 'cancelled' }) & { readonly job: J };

/**
 * Reads a job until the aim is reached, the deadline comes, or the run is cancelled.
 * @param known the job from the service's response to what was sent, or as it was just read;
 * undefined to read it at once.
 */
export async function watchJob<J extends Job | undefined>(
  aim: Aim,
  known: J,
  { read, clock, deadline, signal, log, onReading }: WatchEffects,
): Promise<PollResult<Job | J>> {
  const isOnce = aim.until === 'read';
  let job: Job | J = known;
  let next: Advanced = { watch: newWatch(aim, clock.now(), deadline), readAgainIn: 0 };
  const judge = (reading: JobReading) =>
    advance(next.watch, reading, clock.now(), isOnce ? 0 : clock.random());
  if (known) next = judge({ kind: 'job', job: known });
  while (!next.end) {
    if (next.readAgainIn > 0) await clock.sleep(next.readAgainIn, signal);
    if (signal.aborted) break;
    const reading = await read(Math.max(1, deadline - clock.now()));
    if (reading.kind === 'job') job = reading.job;
    if (signal.aborted) break;
    await onReading?.(reading);
    next = judge(reading);
    if (isOnce && next.readAgainIn > LONG_PAUSE_MS) {
      log(
        `${next.watch.problem?.message} Trying again in ${Math.round(next.readAgainIn / 1000)} s`,
      );
    }
  }
  return { ...(next.end ?? { kind: 'cancelled' }), job };
}

/** The result of reading a job that was created earlier. */
export type FetchedJob =
  | { readonly kind: 'job'; readonly job: Job }
  | Extract<End, { kind: 'gone' | 'unreadable' }>;

/**
 * Reads a job that was created earlier. Transient failures are retried for 30 s. @param aim as in
 * {@link Aim}.
 */
export async function fetchJob(
  effects: WatchEffects,
  aim: Pick<Aim, 'isOnlyGiven'> = {},
): Promise<FetchedJob | { readonly kind: 'cancelled'; readonly job: Job | undefined }> {
  const { job, ...end } = await watchJob({ until: 'read', ...aim }, undefined, effects);
  if (end.kind === 'gone' || end.kind === 'unreadable') return end;
  return job && end.kind === 'ended' ? { kind: 'job', job } : { kind: 'cancelled', job };
}
