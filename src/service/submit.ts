import { ServiceError } from '../errors.ts';
import { type Failure, retryAfter, sendAgain } from '../http/retry.ts';
import type { HttpRequest, HttpResponse } from '../http/transport.ts';
import { TransportError } from '../http/transport-error.ts';
import { withCancelGrace } from '../runtime/clock.ts';
import { errorFromResponse, errorFromTransport, isDefinitiveRejection, isWebPage, WEB_PAGE } from './answer-errors.ts';
import { type Connection, endpoint, type GetEffects, get, headersOf, isSuccess } from './connection.ts';
import { type Job, type JobReading, parseJob } from './job.ts';

/**
 * The result of creating a job or sending a follow-up. Only `unsent`, `rejected` and `quota-exhausted` prove that the service did
 * not accept the request.
 */
export type SubmitResult =
  | { kind: 'accepted'; job: Job }
  /** `repeatable`: the connection never opened. */
  | { kind: 'unsent'; error: ServiceError; repeatable: boolean }
  | { kind: 'rejected'; error: ServiceError }
  /** The service answered 429, and the timeout ends first. `retryIn`: milliseconds, if the service named a time. */
  | { kind: 'quota-exhausted'; retryIn: number | undefined; error?: ServiceError }
  /** The service accepted the request or may have, and its response names no usable job. */
  | { kind: 'unconfirmed'; error: ServiceError };

export interface AgentService {
  createJob(prompt: string): Promise<SubmitResult>;
  /** @param job the last reading, which is the result if the service accepts the follow-up with an unusable response. */
  sendFollowUp(job: Job, prompt: string): Promise<SubmitResult>;
  /** @param timeout time limit for this request in milliseconds. */
  readJob(jobId: string, timeout: number): Promise<JobReading>;
}

export interface AgentConnection extends Connection {
  /** Path of get-job below `baseUrl`, with `{projectId}` and `{id}`. */
  readonly jobPath: string;
}

/** `signal` ends a pause early, and limits a request in flight to another {@link CANCEL_GRACE_MS}. */
export interface ServiceEffects extends GetEffects {
  /** Milliseconds on the clock's `now` at which submitting must have ended. */
  readonly deadline: number;
  readonly onSend: (operation: 'create' | 'follow-up' | 'status') => void;
  /** Called before a request that the service provably did not accept is sent again after `pauseMs` milliseconds. */
  readonly onPause?: (why: SubmitResult, pauseMs: number) => void;
  /** Called if no byte of the request that `onSend` announced can have left the machine. */
  readonly onUnsent?: (operation: 'create' | 'follow-up') => void;
}

/** Of a decoded body; a job is a few hundred bytes. */
const MAX_BYTES = 1024 * 1024;
const SUBMIT_TIMEOUT_MS = 30_000;
const READ_TIMEOUT_MS = 15_000;
/** How long the action waits for the response to a submit request in flight after a cancel. */
const CANCEL_GRACE_MS = 3_000;

/** The service's job operations. A submit request is repeated only if that provably creates no second job. */
export function createAgentService(connection: AgentConnection, effects: ServiceEffects): AgentService {
  const { send, clock, deadline, signal, onSend } = effects;

  function submitOnce(request: SubmitRequest): Promise<HttpResponse> {
    const timeout = Math.max(1, Math.min(SUBMIT_TIMEOUT_MS, deadline - clock.now()));
    const typed = { ...headersOf(connection), 'content-type': 'application/json' };
    const whole = { ...request, headers: typed, maxBytes: MAX_BYTES, timeout };
    return withCancelGrace({ signal, clock, grace: CANCEL_GRACE_MS }, (late) => send({ ...whole, signal: late }));
  }

  /** @param target the job that receives a follow-up; without it, the service creates a job. */
  function submit(prompt: string, target?: Job): Promise<SubmitResult> {
    const request = buildSubmitRequest(connection, prompt, target?.id);
    const operation = target === undefined ? 'create' : 'follow-up';
    const asked = { purpose: operation, url: request.url } as const;
    const answered = (answer: HttpResponse): SubmitResult => {
      if (isSuccess(answer)) return acceptedJob(answer, target, clock.date());
      const error = errorFromResponse(answer, asked, connection);
      if (answer.status === 429)
        return { kind: 'quota-exhausted', retryIn: retryAfter(answer.headers, clock.date().getTime()), error };
      return isDefinitiveRejection(answer.status) ? { kind: 'rejected', error } : { kind: 'unconfirmed', error };
    };
    const send = async () => {
      onSend(operation);
      const result = await submitOnce(request).then(answered, resultOfFault);
      if (result.kind === 'unsent') effects.onUnsent?.(operation);
      return result;
    };
    const pause = (result: SubmitResult, ms: number) => {
      effects.onPause?.(result, ms);
      return clock.sleep(ms, signal);
    };
    return sendAgain('submit', send, { clock, signal, deadline, failureOf, pause, jitter: clock.random });
  }

  /** By job id: when the first 404 since the last reading of the job was answered. */
  const absentSince = new Map<string, number>();

  return {
    createJob: (prompt) => submit(prompt),
    sendFollowUp: (job, prompt) => submit(prompt, job),
    async readJob(id, timeout) {
      onSend('status');
      const parse = (body: Buffer) => parseJob(body, clock.date());
      const within = { timeout: Math.min(timeout, READ_TIMEOUT_MS), maxBytes: MAX_BYTES };
      const request = { url: jobUrl(connection, id), purpose: 'status', parse, ...within } as const;
      const reading = await get(request, connection, effects);
      if (reading.kind === 'not-found') {
        const since = absentSince.get(id) ?? clock.now();
        absentSince.set(id, since);
        return { kind: 'not-found', forMs: clock.now() - since };
      }
      if (reading.kind !== 'answer') return reading;
      if (reading.value.id !== id)
        return { kind: 'refused', error: new ServiceError(ANOTHER_JOB, CHECK_PATH), isFinal: true };
      absentSince.delete(id);
      return { kind: 'job', job: reading.value };
    },
  };
}

export type SubmitRequest = Pick<HttpRequest, 'method' | 'url'> & { readonly body: string };

/**
 * The request that creates a job, without its headers, so that it does not contain the key.
 * @param id of the job that receives a follow-up instead.
 */
export function buildSubmitRequest(
  { baseUrl, projectId }: Pick<Connection, 'baseUrl' | 'projectId'>,
  prompt: string,
  id?: string,
): SubmitRequest {
  const path = id === undefined ? '/job' : `/job/${encodeURIComponent(id)}/message`;
  const url = endpoint(baseUrl, `/v2/agent/${encodeURIComponent(projectId)}${path}`);
  return { method: 'POST', url, body: JSON.stringify({ prompt }) };
}

function jobUrl({ baseUrl, projectId, jobPath }: AgentConnection, id: string): URL {
  const project = encodeURIComponent(projectId);
  return endpoint(baseUrl, jobPath.replaceAll('{projectId}', project).replaceAll('{id}', encodeURIComponent(id)));
}

function failureOf(result: SubmitResult): Failure | undefined {
  if (result.kind === 'quota-exhausted') return { proof: 'limited', retryIn: result.retryIn };
  return result.kind === 'unsent' && result.repeatable ? { proof: 'unsent' } : undefined;
}

/** If the response is unusable, a created job is `unconfirmed`, and a follow-up is accepted by its target. */
function acceptedJob(answer: HttpResponse, target: Job | undefined, now: Date): SubmitResult {
  try {
    const job = parseJob(answer.body, now);
    return { kind: 'accepted', job: target && job.id !== target.id ? target : job };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (target) return { kind: 'accepted', job: target };
    return { kind: 'unconfirmed', error: isWebPage(answer.body) ? new ServiceError(WEBSITE, SET_ADDRESS) : error };
  }
}

const WEBSITE = `The service answered with a web page.\n${WEB_PAGE} Correct \`base-url\`.`;
const SET_ADDRESS = 'Set `base-url` to the address of the API.';

function resultOfFault(cause: unknown): SubmitResult {
  if (!(cause instanceof TransportError)) throw cause;
  const error = errorFromTransport(cause);
  if (cause.neverSent) return { kind: 'unsent', error, repeatable: cause.neverOpened };
  return cause.fault === 'redirect' ? { kind: 'rejected', error } : { kind: 'unconfirmed', error };
}

const ANOTHER_JOB = 'The service answered with another job than the one that was asked for.';

const CHECK_PATH = 'Check `job-path`: it must hold `{id}` where the job id belongs.';
