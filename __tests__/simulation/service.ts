import { Refusal } from '../../sandbox/http/refusal.ts';
import { createVisitors } from '../../sandbox/service/analytics/visitors.ts';
import { answerOf, createApi } from '../../sandbox/service/api.ts';
import {
  DEFAULT_SCRIPT,
  type JobScript,
  jobStateAt,
  type Outcome,
  type Turn,
} from '../../sandbox/service/job-script.ts';
import { createJobs, type JobRecord, type Jobs } from '../../sandbox/service/jobs.ts';
import { createQuota, DEFAULT_QUOTA } from '../../sandbox/service/quota.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { answering } from './faults.ts';
import { type JobPlan, PLAIN_JOB } from './history.ts';

/** The agent of the service, at work on GitHub. */
interface Agent {
  /** Opens a pull request, unless the job has one that is open. Returns its address. */
  openPull(job: ModelJob): string;
  /** Called when the service accepted a prompt. */
  work(job: ModelJob): void;
}

/** A turn of a job. `drops`: the agent worked on the one before, and dropped that. */
type Prompt = Turn & { readonly drops: boolean; readonly outcome: { prLink: string | null } };

export interface ModelJob {
  readonly id: string;
  readonly project: string;
  /** The one that created it, then the follow-ups. */
  readonly prompts: Prompt[];
  plan: JobPlan;
  /** Its pull request, once it is opened. */
  link: string | null;
  /** For how many of the prompts the pull request is opened or updated. */
  opened: number;
  /** What reads showed before the newest prompt. */
  former: { readonly status: string; readonly prLink: string | null };
}

export type ServiceModel = ReturnType<typeof createService>;

/** With a later link, the pull request itself is opened late. */
const LATE_SECONDS = 60;
const REFUSED_AFTER_MS = 90_000;
/** Fewer rows than a request may ask for, so that few pages of the site are several answers. */
const VISITORS = {
  pages: 7,
  seed: 1,
  rowCap: 3,
  paths: Array.from({ length: 7 }, (_, at) => `/guides/page-${at}`),
};

/** Whether the agent changes files. */
export const isChanging = ({ end }: JobPlan): boolean =>
  end === 'pull-request' || end.endsWith('-with-link');

/** Seconds from the prompt to the pull request, unless the agent opens it early. */
export const secondsToPull = ({ seconds, linkAfter, end }: JobPlan): number =>
  seconds + (linkAfter > LATE_SECONDS && end !== 'failed-with-link' ? linkAfter : 0);

/** When the agent ends its work on the newest prompt, in milliseconds since the epoch. */
export const endOf = ({ plan, prompts }: ModelJob): number =>
  plan.end === 'stuck' ? Number.POSITIVE_INFINITY : (prompts.at(-1)?.at ?? 0) + plan.seconds * 1000;

function scriptOf(plan: JobPlan): JobScript {
  const { seconds, end, linkAfter, idleFirst: staleFor, unknownFor: startDelay } = plan;
  return {
    ...DEFAULT_SCRIPT,
    ...{ staleFor, startDelay, drops: true, pullRequest: isChanging(plan) },
    seconds: end === 'stuck' ? Number.POSITIVE_INFINITY : seconds,
    end: end.startsWith('archived') ? 'archived' : end === 'failed' ? 'failed' : 'completed',
    linkDelay: end === 'failed-with-link' ? 0 : linkAfter, // no run waits for it
  };
}

const JOB = /^\/v2\/agent\/p[12]\/job\/([^/]+)$/;

/**
 * The sandbox's model of the service in process, whose jobs go as planned.
 * @param now milliseconds since the epoch. @param lead of the service's clock, in milliseconds.
 */
export function createService(now: () => number, key: string, agent: Agent, lead = 0) {
  const jobs = new Map<string, ModelJob>();
  const keys = new Set([key]);
  const plans: JobPlan[] = [];
  const clock = () => now() + lead;
  let isHere = false;

  async function run({
    id,
    turn,
  }: {
    readonly id: string;
    readonly turn: number;
  }): Promise<Outcome> {
    const job = jobs.get(id);
    const prompt = job?.prompts[turn];
    if (!job || !prompt) return { prLink: null };
    if (prompt === job.prompts.at(-1) && now() >= prompt.at + secondsToPull(job.plan) * 1000)
      open(job);
    return prompt.outcome;
  }
  const newId = () => `job-${served.records.length + 1}`;
  const served: Jobs = createJobs({
    agent: { run },
    clock,
    script: {},
    newId,
    onTurn,
  });
  const api = createApi({
    access: { check: requireKey },
    quota: createQuota({ ...DEFAULT_QUOTA, together: true }, clock),
    jobs: served,
    visitors: createVisitors(VISITORS, now()),
    url: () => 'https://agent.example',
  });
  /** A service may repeat the key that it rejects. @throws Refusal (401) */
  function requireKey(authorization = ''): void {
    const given = authorization.replace('Bearer ', '');
    if (!keys.has(given)) throw new Refusal(401, `Unknown API key ${given}`);
  }

  const statusOf = ({ prompts }: ModelJob) => {
    const { status, prLink } = jobStateAt(prompts, now());
    return { status, prLink };
  };

  function onTurn({ id, projectId: project }: JobRecord, turn: Turn): void {
    // After the last plan, the agent goes on to work in the same repository.
    const plan = plans.shift() ?? { ...PLAIN_JOB, isHere };
    ({ isHere } = plan);
    turn.script = scriptOf(plan);
    const known = jobs.get(id);
    const former = known ? statusOf(known) : ACTIVE;
    const drops = known !== undefined && now() < endOf(known);
    const job = known ?? { id, project, prompts: [], plan, link: null, opened: 0, former };
    Object.assign(job, { plan, former });
    const outcome = {
      prLink: null,
      ...(plan.end === 'failed-with-link' ? { error: 'The agent failed.' } : {}),
    };
    job.prompts.push({ ...turn, at: now(), outcome, drops });
    jobs.set(id, job);
    agent.work(job);
  }

  function open(job: ModelJob): void {
    if (job.opened === job.prompts.length) return;
    job.opened = job.prompts.length;
    job.link = agent.openPull(job);
    const turn = job.prompts.at(-1);
    // a job that ends otherwise does not show it
    if (turn && isChanging(job.plan)) turn.outcome.prLink = job.link;
  }

  /** Some jobs are refused some time after their end. */
  function refusalOf(job: ModelJob | undefined): HttpResponse | undefined {
    const { refusedAs } = job?.plan ?? {};
    const isRefused = job && refusedAs !== undefined && now() >= endOf(job) + REFUSED_AFTER_MS;
    return isRefused ? answering(refusedAs, { error: 'Sorry' }) : undefined;
  }

  return {
    jobs,
    keys,
    /** How the jobs go from now on, one plan per prompt. */
    plans,
    statusOf,
    /** The agent opens the pull request of the newest prompt, if it has not. */
    open,
    async answer({ method, url, headers, body = '' }: HttpRequest): Promise<HttpResponse> {
      const {
        status,
        headers: given,
        body: text,
      } = await answerOf(() => api({ method, headers, body }, false, url));
      const refusal =
        method === 'GET' ? refusalOf(jobs.get(JOB.exec(url.pathname)?.[1] ?? '')) : undefined;
      const names = Object.entries(given).map(
        ([header, value]) => [header.toLowerCase(), value] as const,
      );
      return refusal ?? { status, headers: new Map(names), body: Buffer.from(text) };
    },
  };
}

const ACTIVE = { status: 'active', prLink: null };
