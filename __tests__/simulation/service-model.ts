import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { answering, fieldOf } from './answers.ts';

/** How a job goes after a prompt. */
export interface JobPlan {
  /** For how long the agent works, in seconds. A stuck job never ends. */
  readonly seconds: number;
  readonly end:
    | 'pull-request'
    | 'no-changes'
    | 'failed'
    | 'failed-with-link'
    | 'archived'
    | 'archived-with-link'
    | 'stuck';
  /** The pull request is in the repository of the workflow. */
  readonly isHere: boolean;
  /** For so many seconds after the end, the job shows no link yet. */
  readonly linkAfter: number;
  /** For so many seconds after a follow-up, the job still shows its former end. */
  readonly idleFirst: number;
  /** For so many seconds after its creation, reads answer 404. */
  readonly unknownFor: number;
  /** So many seconds after the prompt, the agent opens its pull request, and pushes to it later. Default: at the end. */
  readonly opensAfter?: number | undefined;
  /** It is a draft then, and made ready while the agent works. */
  readonly isDraft?: boolean;
  /** So many seconds after the end, or before it, GitHub merges the pull request by itself. Default: people merge it. */
  readonly mergesAfter?: number | undefined;
  /** Some time after the end, reads of the job are answered with this status for good. Default: never. */
  readonly refusedAs?: 403 | 410 | 500 | undefined;
}

/** The agent of the service, at work on GitHub. */
export interface Agent {
  /** Opens a pull request, unless the job has one that is open. Returns its address. */
  openPull(job: ModelJob): string;
  /** Called when the service accepted a prompt. */
  work(job: ModelJob): void;
}

export interface ModelJob {
  readonly id: string;
  readonly project: string;
  /** The one that created it, then the follow-ups. `drops`: the agent worked on the one before, and dropped that. */
  readonly prompts: { readonly at: number; readonly text: string; readonly drops?: boolean }[];
  plan: JobPlan;
  /** Its pull request, once it is opened. */
  link: string | null;
  /** For how many of the prompts the pull request is opened or updated. */
  opened: number;
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
  /** The agent opens the pull request of the newest prompt, if it has not. */
  open(job: ModelJob): void;
  answer(request: HttpRequest): HttpResponse;
}

const noJob = () => answering(404, { error: 'No such job' });
const PATH = /^\/v2\/agent\/(p[12])\/job(?:\/([^/]+?)(\/message)?)?$/;
const VISITORS = '/v1/analytics/p1/visitors';
/** Fewer rows than a request may ask for, so that few pages of the site are several answers. */
const MAX_ROWS = 3;
const HOUR_MS = 3_600_000;
const QUOTA = 100;
/** With a later link, the pull request itself is opened late. */
const LATE_SECONDS = 60;
const REFUSED_AFTER_MS = 90_000;
const DEFAULT_PLAN: JobPlan = {
  seconds: 120,
  end: 'pull-request',
  isHere: false,
  linkAfter: 0,
  idleFirst: 0,
  unknownFor: 0,
};

const statusAtEnd = ({ end }: JobPlan): string =>
  end.startsWith('archived') ? 'archived' : end.startsWith('failed') ? 'failed' : 'completed';

/** Whether the agent changes files. */
export const isChanging = ({ end }: JobPlan): boolean => end === 'pull-request' || end.endsWith('-with-link');

/** Seconds from the prompt to the pull request, unless the agent opens it early. */
export const secondsToPull = ({ seconds, linkAfter, end }: JobPlan): number =>
  seconds + (linkAfter > LATE_SECONDS && end !== 'failed-with-link' ? linkAfter : 0);

/** When the agent ends its work on the newest prompt, in milliseconds since the history began. */
export const endOf = ({ plan, prompts }: ModelJob): number =>
  plan.end === 'stuck' ? Number.POSITIVE_INFINITY : (prompts.at(-1)?.at ?? 0) + plan.seconds * 1000;

/** @param now milliseconds since the history began. @param lead of the service's clock, in milliseconds. */
export function createServiceModel(now: () => number, key: string, agent: Agent, lead = 0): ServiceModel {
  const jobs = new Map<string, ModelJob>();
  const submitted: number[] = [];
  const plans: JobPlan[] = [];
  const visits: ModelVisits[] = [];
  let isHere = false;
  /** After the last plan, the agent goes on to work in the same repository. */
  function nextPlan(): JobPlan {
    const plan = plans.shift() ?? { ...DEFAULT_PLAN, isHere };
    ({ isHere } = plan);
    return plan;
  }

  const startOf = (job: ModelJob) => job.prompts.at(-1)?.at ?? 0;
  const isArchived = (job: ModelJob) => job.plan.end.startsWith('archived');

  function open(job: ModelJob): void {
    if (job.opened === job.prompts.length) return;
    job.opened = job.prompts.length;
    job.link = agent.openPull(job);
  }

  function statusOf(job: ModelJob) {
    const at = now();
    const { plan, former } = job;
    if (job.prompts.length > 1 && at < startOf(job) + plan.idleFirst * 1000) return former;
    if (at < endOf(job)) return { status: 'active', prLink: null };
    const opensAt = startOf(job) + secondsToPull(plan) * 1000;
    if (isChanging(plan) && at >= opensAt) open(job);
    // A job that ends otherwise does not show the pull request that the agent opened early.
    const linkAfter = plan.end === 'failed-with-link' ? 0 : plan.linkAfter; // nobody waits for it
    const isShown = at >= endOf(job) + linkAfter * 1000 && (isChanging(plan) || plan.opensAfter === undefined);
    return { status: statusAtEnd(plan), prLink: isShown ? job.link : former.prLink };
  }

  const describe = (job: ModelJob) => ({
    id: job.id,
    ...statusOf(job),
    source: { repository: 'acme/docs', ref: 'main' },
    model: 'agent-1',
    createdAt: new Date((job.prompts[0]?.at ?? 0) + lead).toISOString(),
    archivedAt: statusOf(job).status === 'archived' ? new Date(endOf(job) + lead).toISOString() : null,
  });

  /** Undefined if the project may submit one more prompt in this hour. */
  function overQuota(): HttpResponse | undefined {
    const recent = submitted.filter((at) => at > now() - HOUR_MS);
    if (recent.length < QUOTA) return void submitted.push(now());
    const retry = Math.ceil(((recent[0] ?? 0) + HOUR_MS - now()) / 1000);
    return answering(429, { error: 'Over the limit' }, { 'retry-after': String(retry) });
  }

  function create(project: string, text: string): HttpResponse {
    const id = `job-${jobs.size + 1}`;
    const none = { status: 'active', prLink: null };
    const job = { id, project, prompts: [{ at: now(), text }], plan: nextPlan(), link: null, opened: 0, former: none };
    jobs.set(id, job);
    agent.work(job);
    return answering(201, describe(job));
  }

  function followUp(job: ModelJob, text: string): HttpResponse {
    if (isArchived(job) && now() >= endOf(job)) return answering(409, { error: 'The job is archived' });
    job.former = statusOf(job);
    job.prompts.push({ at: now(), text, drops: now() < endOf(job) });
    job.plan = nextPlan();
    agent.work(job);
    return answering(200, describe(job));
  }

  function visitors({ searchParams }: URL): HttpResponse {
    const offset = Number(searchParams.get('offset') ?? 0);
    const end = offset + Math.min(Number(searchParams.get('limit') ?? 50), MAX_ROWS);
    const totals = { human: 90, ai: 30, total: 110 };
    return answering(200, { totals, visitors: visits.slice(offset, end), hasMore: end < visits.length });
  }

  function read(job: ModelJob | undefined): HttpResponse {
    if (!job || (job.prompts.length === 1 && now() < startOf(job) + job.plan.unknownFor * 1000)) return noJob();
    const { refusedAs } = job.plan;
    const isRefused = refusedAs !== undefined && now() >= endOf(job) + REFUSED_AFTER_MS;
    return isRefused ? answering(refusedAs, { error: 'Sorry' }) : answering(200, describe(job));
  }

  function submit(project: string, id: string, text: string): HttpResponse {
    if (text === '') return answering(400, { error: 'prompt: at least 1 character' });
    if (id === '') return overQuota() ?? create(project, text);
    const job = jobOf(project, id);
    return job ? (overQuota() ?? followUp(job, text)) : noJob();
  }

  function jobOf(project: string, id: string): ModelJob | undefined {
    const job = jobs.get(decodeURIComponent(id));
    return job?.project === project ? job : undefined;
  }

  return {
    jobs,
    plans,
    visits,
    statusOf,
    open,
    keys: new Set([key]),
    answer({ method, url, headers, body }) {
      const given = headers.authorization?.replace('Bearer ', '') ?? '';
      // A service may repeat what it got.
      if (!this.keys.has(given)) return answering(401, { error: `Unknown API key ${given}` });
      if (url.pathname === VISITORS) return visitors(url);
      const [path, project = '', id = '', isMessage] = PATH.exec(url.pathname) ?? [];
      if (!path || (method === 'POST') !== (id === '' || isMessage !== undefined))
        return answering(404, { error: 'No such address' });
      return method === 'POST' ? submit(project, id, fieldOf(body, 'prompt')) : read(jobOf(project, id));
    },
  };
}
