import { ServiceError } from '../errors.ts';
import { retryAfter } from '../http/retry-after.ts';
import type { HttpRequest, HttpResponse } from '../http/transport.ts';
import { TransportError } from '../http/transport-error.ts';
import { withCancelGrace } from '../runtime/cancel-grace.ts';
import { type Connection, endpoint, headersOf, isSuccess } from './connection.ts';
import { errorFromResponse, errorFromTransport, isDefinitiveRejection } from './errors.ts';
import { type GetEffects, get } from './get.ts';
import { type Job, parseJob } from './job.ts';

/** What came of a request that spends quota. Only `unsent`, `rejected` and `quota-exhausted` prove that nothing was spent. */
export type SubmitResult =
  | { kind: 'accepted'; job: Job }
  /** `repeatable`: the connection never even opened. */
  | { kind: 'unsent'; error: ServiceError; repeatable: boolean }
  | { kind: 'rejected'; error: ServiceError }
  /** Answered 429, and the budget ends before the service would take it. `retryIn`: milliseconds, when the service said. */
  | { kind: 'quota-exhausted'; retryIn: number | undefined }
  /** It may have been taken, or was, and the answer names no usable job. */
  | { kind: 'unconfirmed'; error: ServiceError };

/** What one status request told. */
export type JobReading =
  | { kind: 'job'; job: Job }
  | { kind: 'not-found' }
  | { kind: 'throttled'; retryIn: number | undefined }
  | { kind: 'refused'; error: ServiceError }
  | { kind: 'transient'; error: ServiceError };

export interface AgentService {
  createJob(prompt: string): Promise<SubmitResult>;
  /** @param job as it was read last: an answer that cannot be used is a follow-up that was taken all the same. */
  sendFollowUp(job: Job, prompt: string): Promise<SubmitResult>;
  /** @param timeout milliseconds for this one request. */
  readJob(jobId: string, timeout: number): Promise<JobReading>;
}

export interface AgentConnection extends Connection {
  /** Path of get-job below `baseUrl`, with `{projectId}` and `{id}`. */
  readonly jobPath: string;
}

/** `signal` cuts a pause short, and gives a request in flight {@link CANCEL_GRACE_MS} to be answered. */
export interface ServiceEffects extends GetEffects {
  /** Milliseconds on the clock's `now` at which spending must have ended. */
  readonly deadline: number;
  readonly onSend: (operation: 'create' | 'follow-up' | 'status') => void;
  /** What was sent provably spent nothing, and is sent again after so many milliseconds. */
  readonly onPause?: (why: SubmitResult, pause: number) => void;
  /** No byte of what was announced by `onSend` can have left the machine. */
  readonly onUnsent?: (operation: 'create' | 'follow-up') => void;
}

/** Decoded; a job is a few hundred bytes. */
const MAX_BYTES = 1024 * 1024;
const SUBMIT_TIMEOUT_MS = 30_000;
const READ_TIMEOUT_MS = 15_000;
const MAX_ATTEMPTS = 3;
/** How long 429 without a hint is answered by asking again, in milliseconds. */
const MAX_UNHINTED_MS = 5 * 60_000;
/** How long a spending request in flight may still be answered after a cancel, in milliseconds. */
const CANCEL_GRACE_MS = 3_000;

/** The service's job operations. Spending requests are repeated only when that provably spends once. */
export function createAgentService(connection: AgentConnection, effects: ServiceEffects): AgentService {
  const { send, clock, deadline, signal, onSend } = effects;

  function spendOnce(request: SubmitRequest): Promise<HttpResponse> {
    const timeout = Math.max(1, Math.min(SUBMIT_TIMEOUT_MS, deadline - clock.now()));
    const typed = { ...headersOf(connection), 'content-type': 'application/json' };
    const whole = { ...request, headers: typed, maxBytes: MAX_BYTES, timeout, connection: 'fresh' } as const;
    return withCancelGrace({ signal, clock, grace: CANCEL_GRACE_MS }, (late) => send({ ...whole, signal: late }));
  }

  /** @param target the job that gets a follow-up; without one, a job is created. */
  function spend(prompt: string, target?: Job): Promise<SubmitResult> {
    const request = buildSubmitRequest(connection, prompt, target?.id);
    const answered = (answer: HttpResponse) => fromSpendingAnswer(answer, target);
    const operation = target === undefined ? 'create' : 'follow-up';
    return repeatUnspent(async () => {
      onSend(operation);
      const result = await spendOnce(request).then(answered, resultOfError);
      if (result.kind === 'unsent') effects.onUnsent?.(operation);
      return result;
    });
  }

  async function repeatUnspent(send: () => Promise<SubmitResult>): Promise<SubmitResult> {
    const began = clock.now();
    for (let attempt = 1, unsent = 0; ; attempt++) {
      const result = await send();
      if (result.kind === 'unsent') unsent++;
      const waited = clock.now() - began;
      const pause = pauseBeforeRetry(result, { attempt, unsent, waited, random: clock.random() });
      if (pause === undefined || signal.aborted || clock.now() + pause >= deadline) return result;
      effects.onPause?.(result, pause);
      await clock.sleep(pause, signal);
      if (signal.aborted) return result;
    }
  }

  const fromSpendingAnswer = (answer: HttpResponse, target: Job | undefined): SubmitResult => {
    if (answer.status === 429)
      return { kind: 'quota-exhausted', retryIn: retryAfter(answer.headers, clock.date().getTime()) };
    if (isSuccess(answer)) return acceptedJob(answer, target);
    const error = errorFromResponse(answer, target === undefined ? 'spend' : 'follow-up', connection.apiKey);
    return isDefinitiveRejection(answer.status) ? { kind: 'rejected', error } : { kind: 'unconfirmed', error };
  };

  return {
    createJob: (prompt) => spend(prompt),
    sendFollowUp: (job, prompt) => spend(prompt, job),
    async readJob(id, timeout) {
      onSend('status');
      const request = { purpose: 'status', timeout: Math.min(timeout, READ_TIMEOUT_MS), maxBytes: MAX_BYTES } as const;
      const reading = await get(jobUrl(connection, id), request, connection, effects);
      if (reading.kind === 'not-found') return { kind: 'not-found' };
      return reading.kind === 'answer' ? readingOf(reading.body, id) : reading;
    },
  };
}

export type SubmitRequest = Pick<HttpRequest, 'method' | 'url'> & { readonly body: string };

/**
 * What is sent to create a job, but for the headers; the key is in none of it.
 * @param id of the job that gets a follow-up instead.
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

/**
 * Milliseconds until a spending request may be sent again, or undefined: never. It may when its connection provably never
 * opened (at most three times) and when the service answered that it is over quota, for {@link MAX_UNHINTED_MS} where it does not
 * say until when. `waited`: milliseconds since the first attempt.
 */
function pauseBeforeRetry(
  result: SubmitResult,
  { attempt, unsent, waited, random }: Readonly<Record<'attempt' | 'unsent' | 'waited' | 'random', number>>,
): number | undefined {
  const backOff = Math.min(2 ** attempt, 60) * 1000 * (1 + random / 4);
  if (result.kind === 'quota-exhausted') {
    if (result.retryIn !== undefined) return Math.max(result.retryIn, backOff);
    return waited + backOff <= MAX_UNHINTED_MS ? backOff : undefined;
  }
  return result.kind === 'unsent' && result.repeatable && unsent < MAX_ATTEMPTS ? backOff / 2 : undefined;
}

/** A job that was created and cannot be named may exist; a follow-up was taken by the job that it names. */
function acceptedJob(answer: HttpResponse, target: Job | undefined): SubmitResult {
  try {
    const job = parseJob(answer.body);
    return { kind: 'accepted', job: target && job.id !== target.id ? target : job };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return target ? { kind: 'accepted', job: target } : { kind: 'unconfirmed', error };
  }
}

function resultOfError(cause: unknown): SubmitResult {
  if (!(cause instanceof TransportError)) throw cause;
  const error = errorFromTransport(cause);
  if (cause.neverSent) return { kind: 'unsent', error, repeatable: cause.neverOpened };
  return cause.fault === 'redirect' ? { kind: 'rejected', error } : { kind: 'unconfirmed', error };
}

function readingOf(body: Buffer, id: string): JobReading {
  try {
    const job = parseJob(body);
    if (job.id === id) return { kind: 'job', job };
    return { kind: 'refused', error: anotherJob() };
  } catch (error) {
    if (error instanceof ServiceError) return { kind: 'transient', error };
    throw error;
  }
}

const ANOTHER_JOB = 'The service answered with another job than the one that was asked for.';

function anotherJob(): ServiceError {
  return new ServiceError(ANOTHER_JOB, 'Check `job-path`: it must hold `{id}` where the job id belongs.');
}
