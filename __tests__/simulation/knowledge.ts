import querystring from 'node:querystring';
import type { HttpResponse } from '../../src/http/transport.ts';
import { TransportError } from '../../src/http/transport-error.ts';
import type { Exchange, Process } from './world.ts';

/** An input as its process reads it. */
export const inputOf = (env: Process['env'], name: string): string =>
  (env[`INPUT_${name.toUpperCase()}`] ?? '').trim();

/** How a run can end, as the documentation names it. */
export const VERDICTS =
  `pull-request no-changes failed archived timed-out started skipped denied quota-exhausted unconfirmed cancelled limit-reached swept exported
  error`.split(/\s+/);

/** What a job looked like when a process last read it. */
export interface Reading {
  readonly status: string;
  readonly prLink: string | null;
}

/** Its end is no result of a request. */
export const isFutile = ({ status, prLink }: Reading): boolean =>
  status === 'failed' || (status === 'archived' && prLink === null);

/** A request that creates a job or sends a follow-up. */
interface Submit {
  readonly kind: 'create' | 'follow-up';
  /** Known for follow-ups, and after a usable answer. */
  readonly jobId: string | undefined;
  /** `none`: the process never received a usable answer. */
  readonly answer: 'none' | 'unsent' | 'accepted' | 'rejected' | 'limited' | 'unclear';
}

/** What a process can know of jobs. */
export interface Knowledge {
  readonly readings: ReadonlyMap<string, Reading>;
  /** The jobs that it has read as failed, or archived without a pull request, at any time. */
  readonly futile: ReadonlySet<string>;
  readonly submits: readonly Submit[];
  /** How many of the last status requests failed, by job. */
  readonly failures: ReadonlyMap<string, number>;
}

/**
 * What a process knows of a job, and of the last request that it sent to create one or to send a
 * follow-up.
 */
export interface Facts {
  readonly reading: Reading | undefined;
  readonly last: Submit | undefined;
}

/**
 * What a process must know for a verdict, also where a comment says it. Whether a job exists may be
 * unclear only if it is `unconfirmed`.
 */
export const PROOFS: Readonly<Record<string, (facts: Facts) => boolean>> = {
  'pull-request': ({ reading }) =>
    reading !== undefined && reading.status !== 'active' && reading.prLink !== null,
  // A request that was reported so stays so, if its job fails for a later one.
  'no-changes': ({ reading, last }) =>
    (reading?.status === 'completed' && reading.prLink === null) ||
    (last === undefined && (reading?.status === 'failed' || reading?.status === 'archived')),
  failed: ({ reading }) => reading?.status === 'failed',
  archived: ({ reading }) => reading?.status === 'archived' && reading.prLink === null,
  'quota-exhausted': ({ last }) => last?.answer === 'limited',
  'limit-reached': ({ last }) => last === undefined,
  unconfirmed: ({ last }) =>
    last === undefined || last.answer === 'unclear' || last.answer === 'none',
};

/** 408, 425 and those that no RFC names, as proxies answer them: the service may have the request. */
const UNNAMED = /^4(?:08|18|19|20|23|24|25|27|30|3[2-9]|4\d|5[02-9]|[6-9]\d)$/;

/** What a process knows by what it sent and received. */
export function knowledgeOf(exchanges: readonly Exchange[]): Knowledge {
  const news = exchanges
    .filter(({ request: { url } }) => url.host !== 'api.github.com')
    .map(newsIn);
  const jobs = news.flatMap(({ job }) => job ?? []);
  const failures = new Map<string, number>();
  for (const { submit, isReceived, asked = '', job } of news)
    if (!submit && isReceived) failures.set(asked, job ? 0 : (failures.get(asked) ?? 0) + 1);
  return {
    readings: new Map(jobs.map((job) => [job.id, job])),
    futile: new Set(jobs.filter(isFutile).map(({ id }) => id)),
    submits: news.flatMap(({ submit }) => submit ?? []),
    failures,
  };
}

function newsIn({ request: { url, method }, received }: Exchange) {
  const [, path] = PATH.exec(url.pathname) ?? [];
  const asked = path === undefined ? undefined : querystring.unescape(path); // takes any text
  const job = received && jobIn(received, asked);
  const kind = asked === undefined ? 'create' : 'follow-up';
  const answer = received ? meaningOf(received, job !== undefined || asked !== undefined) : 'none';
  const submit: Submit | undefined =
    method === 'POST' ? { kind, jobId: asked ?? job?.id, answer } : undefined;
  return { submit, isReceived: received !== undefined, asked, job };
}

/** The job that a request is about; no match for one that creates a job. */
const PATH = /\/job\/([^/]+?)(?:\/message)?$/;

function meaningOf(answer: HttpResponse | Error, isUsable: boolean): Submit['answer'] {
  if (answer instanceof TransportError && answer.fault === 'redirect') return 'rejected';
  if (answer instanceof Error)
    return answer instanceof TransportError && answer.neverSent ? 'unsent' : 'unclear';
  if (answer.status >= 500 || UNNAMED.test(`${answer.status}`)) return 'unclear';
  if (answer.status === 429) return 'limited';
  if (answer.status >= 400) return 'rejected';
  return isUsable ? 'accepted' : 'unclear';
}

const ID = /^(?!\.+$)[\w~:@=+.-]{1,128}$/;
const STATUS = /^[\w -]{1,40}$/;

/**
 * The job in an answer, if the answer is one of the service's interface. A link of another type
 * than text counts as one.
 * @param asked the only id that it may have; undefined for any.
 */
function jobIn(
  answer: HttpResponse | Error,
  asked: string | undefined,
): (Reading & { id: string }) | undefined {
  if (answer instanceof Error || answer.status < 200 || answer.status >= 300) return undefined;
  const { id, status, prLink = null } = Object(parsed(answer.body));
  if (typeof id !== 'string' || typeof status !== 'string' || !ID.test(id) || !STATUS.test(status))
    return undefined;
  if (asked !== undefined && id !== asked) return undefined;
  return {
    id,
    status,
    prLink:
      prLink === null || prLink === '' ? null : typeof prLink === 'string' ? prLink : 'no text',
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString().replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
