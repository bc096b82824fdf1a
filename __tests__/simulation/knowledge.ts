import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { TransportError } from '../../src/http/transport-error.ts';

/** What a job looked like when a process last read it. */
export interface Reading {
  readonly status: string;
  readonly prLink: string | null;
}

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
  readonly submits: Submit[];
  /** How many of the last status requests failed, by job. */
  readonly failures: Map<string, number>;
  /** How many requests it sent. */
  readonly requests: { github: number; service: number };
  send(request: HttpRequest): void;
  receive(request: HttpRequest, answer: HttpResponse | Error): void;
}

const PATH = /\/job(?:\/([^/]+?))?(\/message)?$/;

export function createKnowledge(): Knowledge {
  const readings = new Map<string, Reading>();
  const submits: Submit[] = [];
  const failures = new Map<string, number>();
  const requests = { github: 0, service: 0 };
  const open = new Map<HttpRequest, Submit>();

  return {
    readings,
    submits,
    failures,
    requests,
    send(request) {
      const isGitHub = request.url.host === 'api.github.com';
      requests[isGitHub ? 'github' : 'service']++;
      if (isGitHub || request.method !== 'POST') return;
      const [, jobId, isMessage] = PATH.exec(request.url.pathname) ?? [];
      const submit: Submit = { kind: isMessage ? 'follow-up' : 'create', jobId, answer: 'none' };
      submits.push(submit);
      open.set(request, submit);
    },
    receive(request, answer) {
      if (request.url.host === 'api.github.com') return;
      const job = answer instanceof Error ? undefined : jobIn(answer);
      if (job) readings.set(job.id, job);
      const submit = open.get(request);
      open.delete(request);
      if (submit) settle(submit, meaningOf(answer, job !== undefined, submit.kind), job?.id);
      const [, asked = ''] = PATH.exec(request.url.pathname) ?? [];
      const former = failures.get(asked) ?? 0;
      if (request.method === 'GET') failures.set(asked, job ? 0 : former + 1);
    },
  };
}

function settle(submit: Submit, answer: Submit['answer'], jobId: string | undefined): void {
  submit.answer = answer;
  submit.jobId ??= jobId;
}

function meaningOf(answer: HttpResponse | Error, hasJob: boolean, kind: Submit['kind']): Submit['answer'] {
  if (answer instanceof Error) return answer instanceof TransportError && answer.neverSent ? 'unsent' : 'unclear';
  if (answer.status >= 500 || answer.status === 408) return 'unclear';
  if (answer.status === 429) return 'limited';
  if (answer.status >= 400) return 'rejected';
  return hasJob || kind === 'follow-up' ? 'accepted' : 'unclear';
}

function jobIn({ status, body }: HttpResponse): (Reading & { id: string }) | undefined {
  if (status >= 300 || body.length === 0 || body[0] !== 123) return undefined;
  const { id, status: state, prLink } = Object(JSON.parse(body.toString()));
  if (typeof id !== 'string' || typeof state !== 'string') return undefined;
  return { id, status: state, prLink: typeof prLink === 'string' ? prLink : null };
}
