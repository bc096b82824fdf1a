import querystring from 'node:querystring';
import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { TransportError } from '../../src/http/transport-error.ts';

/** What a job looked like when a process last read it. */
export interface Reading {
  readonly status: string;
  readonly prLink: string | null;
}

/** Its end is no result of a request. */
export const isFutile = ({ status, prLink }: Reading): boolean =>
  status === 'failed' || (status === 'archived' && prLink === null);

/** A request that creates a job or sends a follow-up. */
export interface Submit {
  readonly kind: 'create' | 'follow-up';
  /** Known for follow-ups, and after a usable answer. */
  jobId: string | undefined;
  /** `none`: the process never received a usable answer. */
  answer: 'none' | 'unsent' | 'accepted' | 'rejected' | 'limited' | 'unclear';
}

/** What a process can know of jobs: what it sent, and what it received. */
export interface Knowledge {
  readonly readings: Map<string, Reading>;
  /** The jobs that it has read as failed, or archived without a pull request, at any time. */
  readonly futile: Set<string>;
  readonly submits: Submit[];
  /** How many of the last status requests failed, by job. */
  readonly failures: Map<string, number>;
  /** How many requests it sent. */
  readonly requests: { github: number; service: number };
  send(request: HttpRequest): void;
  receive(request: HttpRequest, answer: HttpResponse | Error): void;
}

const PATH = /\/job\/([^/]+?)(?:\/message)?$/;
/** The job that a request is about; undefined for one that creates a job. */
const jobAskedFor = ({ url }: HttpRequest): string | undefined => {
  const [, id] = PATH.exec(url.pathname) ?? [];
  return id === undefined ? undefined : querystring.unescape(id); // takes any text
};

export function createKnowledge(): Knowledge {
  const readings = new Map<string, Reading>();
  const futile = new Set<string>();
  const submits: Submit[] = [];
  const failures = new Map<string, number>();
  const requests = { github: 0, service: 0 };
  const open = new Map<HttpRequest, Submit>();

  function remember(job: Reading & { readonly id: string }): void {
    readings.set(job.id, job);
    if (isFutile(job)) futile.add(job.id);
  }

  return {
    readings,
    futile,
    submits,
    failures,
    requests,
    send(request) {
      const isGitHub = request.url.host === 'api.github.com';
      requests[isGitHub ? 'github' : 'service']++;
      if (isGitHub || request.method !== 'POST') return;
      const jobId = jobAskedFor(request);
      const submit: Submit = { kind: jobId === undefined ? 'create' : 'follow-up', jobId, answer: 'none' };
      submits.push(submit);
      open.set(request, submit);
    },
    receive(request, answer) {
      if (request.url.host === 'api.github.com') return;
      const asked = jobAskedFor(request);
      const job = jobIn(answer, asked);
      if (job) remember(job);
      const submit = open.get(request);
      open.delete(request);
      if (submit) settle(submit, meaningOf(answer, job !== undefined, submit.kind), job?.id);
      if (request.method === 'GET') failures.set(asked ?? '', job ? 0 : (failures.get(asked ?? '') ?? 0) + 1);
    },
  };
}

function settle(submit: Submit, answer: Submit['answer'], jobId: string | undefined): void {
  submit.answer = answer;
  submit.jobId ??= jobId;
}

function meaningOf(answer: HttpResponse | Error, hasJob: boolean, kind: Submit['kind']): Submit['answer'] {
  if (answer instanceof TransportError && answer.fault === 'redirect') return 'rejected';
  if (answer instanceof Error) return answer instanceof TransportError && answer.neverSent ? 'unsent' : 'unclear';
  if (answer.status >= 500 || answer.status === 408) return 'unclear';
  if (answer.status === 429) return 'limited';
  if (answer.status >= 400) return 'rejected';
  return hasJob || kind === 'follow-up' ? 'accepted' : 'unclear';
}

const ID = /^(?!\.+$)[\w~:@=+.-]{1,256}$/;
const STATUS = /^[\w -]{1,40}$/;

/**
 * The job in an answer, if the answer is one of the service's interface. A link of another type than text counts as one.
 * @param asked the only id that it may have; undefined for any.
 */
function jobIn(answer: HttpResponse | Error, asked: string | undefined): (Reading & { id: string }) | undefined {
  if (answer instanceof Error || answer.status < 200 || answer.status >= 300) return undefined;
  const { id, status, prLink = null } = Object(parsed(answer.body));
  if (typeof id !== 'string' || typeof status !== 'string' || !ID.test(id) || !STATUS.test(status)) return undefined;
  if (asked !== undefined && id !== asked) return undefined;
  return {
    id,
    status,
    prLink: prLink === '' ? null : prLink === null || typeof prLink === 'string' ? prLink : 'no text',
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
