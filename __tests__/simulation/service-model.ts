import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { answering, dateAt, fieldOf } from './answers.ts';

/** How a job goes after a prompt. */
export interface JobPlan {
  /** For how long the agent works, in seconds. A stuck job never ends. */
  readonly seconds: number;
  readonly end: 'pull-request' | 'no-changes' | 'failed' | 'archived' | 'archived-with-link' | 'stuck';
  /** The pull request is in the repository of the workflow. */
  readonly isHere: boolean;
  /** For so many seconds after the end, the job shows no link yet. */
  readonly linkAfter: number;
  /** For so many seconds after a follow-up, the job still shows its former end. */
  readonly idleFirst: number;
  /** For so many seconds after its creation, reads answer 404. */
  readonly unknownFor: number;
}

export interface ModelJob {
  readonly id: string;
  /** The one that created it, then the follow-ups. */
  readonly prompts: { readonly at: number; readonly text: string }[];
  plan: JobPlan;
  /** Its pull request, once it is opened. */
  link: string | null;
  /** The link that the reads show during `idleFirst`. */
  former: { readonly status: string; readonly prLink: string | null };
}

/** A page of the site, with its visitors. */
interface ModelVisits {
  readonly path: string;
  readonly human: number;
  readonly ai: number;
  readonly total: number;
}

/** The service as SERVICE.md of the project describes it, in memory. */
export interface ServiceModel {
  readonly jobs: Map<string, ModelJob>;
  readonly keys: Set<string>;
  /** How the jobs go from now on, one plan per prompt. */
  readonly plans: JobPlan[];
  readonly visits: ModelVisits[];
  statusOf(job: ModelJob): { readonly status: string; readonly prLink: string | null };
  answer(request: HttpRequest): HttpResponse;
}

const noJob = () => answering(404, { error: 'No such job' });
const PATH = /^\/v2\/agent\/p1\/job(?:\/([^/]+?)(\/message)?)?$/;
const VISITORS = '/v1/analytics/p1/visitors';
/** Fewer rows than a request may ask for, so that few pages of the site are several answers. */
const MAX_ROWS = 3;
const HOUR_MS = 3_600_000;
const QUOTA = 100;
/** With a later link, the pull request itself is opened late. */
const LATE_SECONDS = 60;
const DEFAULT_PLAN: JobPlan = {
  seconds: 120,
  end: 'pull-request',
  isHere: false,
  linkAfter: 0,
  idleFirst: 0,
  unknownFor: 0,
};

const statusAtEnd = ({ end }: JobPlan): string =>
  end.startsWith('archived') ? 'archived' : end === 'failed' ? 'failed' : 'completed';

/**
 * @param now milliseconds since the history began.
 * @param openPull opens a pull request, in the repository of the workflow or elsewhere, and returns its address.
 */
export function createServiceModel(
  now: () => number,
  key: string,
  openPull: (job: ModelJob, at: number) => string,
): ServiceModel {
  const jobs = new Map<string, ModelJob>();
  const submitted: number[] = [];
  const plans: JobPlan[] = [];
  const visits: ModelVisits[] = [];
  const nextPlan = () => plans.shift() ?? DEFAULT_PLAN;

  const startOf = (job: ModelJob) => job.prompts.at(-1)?.at ?? 0;
  const endOf = (job: ModelJob) =>
    job.plan.end === 'stuck' ? Number.POSITIVE_INFINITY : startOf(job) + job.plan.seconds * 1000;
  const isArchived = (job: ModelJob) => job.plan.end.startsWith('archived');

  /** When the link of a job is shown, and its pull request opened. */
  function linkTimes(job: ModelJob): { readonly shown: number; readonly opened: number } {
    const shown = endOf(job) + job.plan.linkAfter * 1000;
    return { shown, opened: job.plan.linkAfter > LATE_SECONDS ? shown : endOf(job) };
  }

  function statusOf(job: ModelJob) {
    const at = now();
    if (job.prompts.length > 1 && at < startOf(job) + job.plan.idleFirst * 1000) return job.former;
    if (at < endOf(job)) return { status: 'active', prLink: null };
    const { shown, opened } = linkTimes(job);
    const opens = job.plan.end === 'pull-request' || job.plan.end === 'archived-with-link';
    if (opens && at >= opened) job.link ??= openPull(job, opened);
    const prLink = at < shown ? job.former.prLink : job.link;
    return { status: statusAtEnd(job.plan), prLink };
  }

  const describe = (job: ModelJob) => ({
    id: job.id,
    ...statusOf(job),
    source: { repository: 'acme/docs', ref: 'main' },
    model: 'agent-1',
    createdAt: dateAt(job.prompts[0]?.at ?? 0).toISOString(),
    archivedAt: statusOf(job).status === 'archived' ? dateAt(endOf(job)).toISOString() : null,
  });

  /** Undefined if the project may submit one more prompt in this hour. */
  function overQuota(): HttpResponse | undefined {
    const recent = submitted.filter((at) => at > now() - HOUR_MS);
    if (recent.length < QUOTA) return void submitted.push(now());
    const retry = Math.ceil(((recent[0] ?? 0) + HOUR_MS - now()) / 1000);
    return answering(429, { error: 'Over the limit' }, { 'retry-after': String(retry) });
  }

  function create(text: string): HttpResponse {
    const id = `job-${jobs.size + 1}`;
    const none = { status: 'active', prLink: null };
    const job = { id, prompts: [{ at: now(), text }], plan: nextPlan(), link: null, former: none };
    jobs.set(id, job);
    return answering(201, describe(job));
  }

  function followUp(job: ModelJob, text: string): HttpResponse {
    if (isArchived(job) && now() >= endOf(job)) return answering(409, { error: 'The job is archived' });
    job.former = statusOf(job);
    job.prompts.push({ at: now(), text });
    job.plan = nextPlan();
    return answering(200, describe(job));
  }

  function visitors({ searchParams }: URL): HttpResponse {
    const offset = Number(searchParams.get('offset') ?? 0);
    const end = offset + Math.min(Number(searchParams.get('limit') ?? 50), MAX_ROWS);
    const totals = { human: 90, ai: 30, total: 110 };
    return answering(200, { totals, visitors: visits.slice(offset, end), hasMore: end < visits.length });
  }

  function submit(id: string, isMessage: boolean, text: string): HttpResponse {
    if (text === '') return answering(400, { error: 'prompt: at least 1 character' });
    if (id === '') return overQuota() ?? create(text);
    const job = jobs.get(decodeURIComponent(id));
    return job && isMessage ? (overQuota() ?? followUp(job, text)) : noJob();
  }

  return {
    jobs,
    plans,
    visits,
    statusOf,
    keys: new Set([key]),
    answer({ method, url, headers, body }) {
      const given = headers.authorization?.replace('Bearer ', '') ?? '';
      // A service may repeat what it got.
      if (!this.keys.has(given)) return answering(401, { error: `Unknown API key ${given}` });
      if (url.pathname === VISITORS) return visitors(url);
      const [path, id = '', isMessage] = PATH.exec(url.pathname) ?? [];
      if (!path) return answering(404, { error: 'No such address' });
      if (method === 'POST') return submit(id, Boolean(isMessage), fieldOf(body, 'prompt'));
      const job = jobs.get(decodeURIComponent(id));
      const isYoung = job?.prompts.length === 1 && now() < startOf(job) + job.plan.unknownFor * 1000;
      return job && !isYoung ? answering(200, describe(job)) : noJob();
    },
  };
}
