import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';

/** The service of SERVICE.md, in memory: written from that document alone. */
export interface ServiceStub {
  readonly jobs: StubJob[];
  /** API keys that it knows. */
  readonly keys: Set<string>;
  /** How jobs go from now on. */
  script: JobScript;
  answer(request: HttpRequest): HttpResponse;
}

interface StubJob {
  readonly id: string;
  /** The first one created it, the others are follow-ups. */
  readonly prompts: string[];
  /** When the last prompt came, in milliseconds. */
  startedAt: number;
  script: JobScript;
  /** How many prompts came while it worked on another one, which a service may drop then. */
  interruptions: number;
}

interface JobScript {
  /** How long the agent works on a prompt. */
  readonly seconds: number;
  readonly prLink?: string | null;
  /** What an answer about a job says instead, `elapsed` milliseconds after the last prompt. */
  readonly fields?: (elapsed: number, job: StubJob) => object;
  /** What the analytics answer. */
  readonly visitors?: (offset: number) => object;
}

export const API_KEY = 'docs_Zq7vKx3mPt9LwRb2Yh5NcJd8';

export function answering(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json', ...headers };
  return { status, headers: new Map(Object.entries(all)), body: Buffer.from(text) };
}

const PATH = /^\/v2\/agent\/p\d\/job(?:\/([^/]+?)(\/message)?)?$/;

/** @param now milliseconds. */
export function createServiceStub(now: () => number): ServiceStub {
  const jobs: StubJob[] = [];
  const keys = new Set([API_KEY]);
  const stub: ServiceStub = {
    jobs,
    keys,
    script: { seconds: 40 },
    answer({ method, url, headers, body = '{}' }) {
      if (!keys.has(headers.authorization?.replace('Bearer ', '') ?? ''))
        return answering(401, { error: 'Unknown API key' });
      if (url.pathname === '/v1/analytics/p1/visitors') return analytics(Number(url.searchParams.get('offset')));
      const [path, id = '', isMessage] = PATH.exec(url.pathname) ?? [];
      if (!path) return answering(404, { error: 'No such address' });
      if (method === 'POST' && !id) return create(promptOf(body));
      return ofJob(method, decodeURIComponent(id), isMessage ? promptOf(body) : undefined);
    },
  };

  function ofJob(method: string, id: string, message: string | undefined): HttpResponse {
    const job = jobs.find((each) => each.id === id);
    if (!job) return answering(404, { error: 'No such job' });
    return method === 'POST' && message !== undefined ? followUp(job, message) : answering(200, describe(job));
  }

  function create(prompt: string): HttpResponse {
    const job = {
      id: `job-${jobs.length + 1}`,
      prompts: [prompt],
      startedAt: now(),
      script: stub.script,
      interruptions: 0,
    };
    jobs.push(job);
    return answering(201, describe(job));
  }

  function followUp(job: StubJob, prompt: string): HttpResponse {
    job.prompts.push(prompt);
    if (now() - job.startedAt < job.script.seconds * 1000) job.interruptions++;
    job.startedAt = now();
    job.script = stub.script;
    return answering(200, describe(job));
  }

  function describe(job: StubJob): object {
    const elapsed = now() - job.startedAt;
    const isActive = elapsed < job.script.seconds * 1000;
    const { prLink = `https://github.com/acme/docs/pull/${job.id.slice(4)}` } = job.script;
    return {
      id: job.id,
      status: isActive ? 'active' : 'completed',
      prLink: isActive ? null : prLink,
      source: { repository: 'acme/docs', ref: 'main' },
      model: 'agent-1',
      createdAt: '2026-03-02T12:00:00Z',
      archivedAt: null,
      ...job.script.fields?.(elapsed, job),
    };
  }

  const analytics = (offset: number): HttpResponse => {
    const none = { totals: { human: 0, ai: 0, total: 0 }, visitors: [], hasMore: false };
    return answering(200, stub.script.visitors?.(offset) ?? none);
  };
  return stub;
}

const promptOf = (body: string): string => String(Object(JSON.parse(body)).prompt);
