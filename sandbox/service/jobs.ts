import { randomUUID } from 'node:crypto';
import { Refusal } from '../http/refusal.ts';
import {
  DEFAULT_SCRIPT,
  type JobScript,
  jobStateAt,
  type Outcome,
  periodsOf,
  type Turn,
} from './job-script.ts';

/** The work of one job, as the service passes it to an agent. */
interface AgentJob {
  readonly id: string;
  readonly prompt: string;
  /** 0 for the request that created the job, then the number of the follow-up. */
  readonly turn: number;
  readonly branch: string;
}

/** Does the work of a job when the job ends. If it throws, the job failed. */
export interface Agent {
  run(job: AgentJob): Promise<Outcome>;
}

const SOURCE = { repository: 'acme/docs', ref: 'main' };

/** A job as the sandbox stores it, for tests. */
export interface JobRecord {
  readonly id: string;
  readonly projectId: string;
  readonly createdAt: number;
  readonly turns: readonly Readonly<Turn>[];
}

export interface JobsOptions {
  readonly agent: Agent;
  readonly clock: () => number;
  readonly script: Partial<JobScript>;
  readonly newId?: () => string;
  /** Called when a turn begins, before its request is answered. May replace its script. */
  readonly onTurn?: (job: JobRecord, turn: Turn) => void;
}

export type Jobs = ReturnType<typeof createJobs>;

interface Job extends JobRecord {
  readonly turns: Turn[];
  own: Partial<JobScript>;
  settled: Promise<void>;
}

/**
 * The agent does a turn's work on the first request after the turn's end, not on a timer: so the
 * clock can be replaced, and a response never shows an end before the work is done.
 */
export function createJobs({ agent, clock, script: initial, ...options }: JobsOptions) {
  const { newId = () => `job_${randomUUID()}`, onTurn = () => {} } = options;
  const all: Job[] = [];
  let general: JobScript = { ...DEFAULT_SCRIPT, ...initial };

  const begin = (job: Job, kind: Turn['kind'], prompt: string) => {
    const turn = { kind, prompt, at: clock(), script: { ...general, ...job.own } };
    job.turns.push(turn);
    onTurn(job, turn);
  };

  const show = async (job: Job) => {
    const now = clock();
    // One at a time per job, so that two concurrent requests do not make the agent work twice.
    job.settled = job.settled.then(() => work(job, now, agent));
    await job.settled;
    const { status, prLink, archivedAt } = jobStateAt(job.turns, now);
    return {
      id: job.id,
      status,
      source: SOURCE,
      model: 'docs-agent-1',
      prLink,
      createdAt: new Date(job.createdAt).toISOString(),
      archivedAt: archivedAt === null ? null : new Date(archivedAt).toISOString(),
    };
  };

  const find = (projectId: string, id: string): Job => {
    const job = all.find((candidate) => candidate.id === id && candidate.projectId === projectId);
    const hidden = (job?.turns[0]?.script.startDelay ?? 0) * 1000;
    if (!job || clock() < job.createdAt + hidden) throw new Refusal(404, 'Unknown job.');
    return job;
  };

  const records: readonly JobRecord[] = all;
  return {
    records,
    async create(projectId: string, prompt: string) {
      const id = newId();
      const job: Job = {
        id,
        projectId,
        createdAt: clock(),
        turns: [],
        own: {},
        settled: Promise.resolve(),
      };
      begin(job, 'create', prompt);
      all.push(job);
      return show(job);
    },
    /** @throws a refusal if the job accepts no follow-up, because it is unknown or archived. */
    async requireOpen(projectId: string, id: string): Promise<void> {
      const { status } = await show(find(projectId, id));
      // The interface does not specify this; in the sandbox, an archived job is final, so that
      // tests can cover the rejection.
      if (status === 'archived')
        throw new Refusal(400, 'The job is archived and takes no message.');
    },
    async followUp(projectId: string, id: string, prompt: string) {
      const job = find(projectId, id);
      begin(job, 'follow-up', prompt);
      return show(job);
    },
    read: async (projectId: string, id: string) => show(find(projectId, id)),
    readAll: () => Promise.all(all.map(show)),
    /**
     * Changes the script of turns that begin from now on; with `id`, of that job only, including
     * its current turn.
     */
    script(changes: Partial<JobScript>, id?: string): void {
      if (id === undefined) {
        general = { ...general, ...changes };
        return;
      }
      const job = all.find((candidate) => candidate.id === id);
      const turn = job?.turns.at(-1);
      if (!job || !turn) throw new RangeError(`No job ${id}.`);
      job.own = { ...job.own, ...changes };
      turn.script = { ...turn.script, ...changes };
    },
    reset() {
      all.length = 0;
    },
  };
}

/** An agent that does nothing and returns a new pull request link for every job and follow-up. */
export function pretendingAgent(): Agent {
  let count = 0;
  return {
    run: async () => {
      count += 1;
      return { prLink: `https://github.com/${SOURCE.repository}/pull/${count}` };
    },
  };
}

/** Lets the agent do the work of the turns that have ended, in order. */
async function work(job: Job, now: number, agent: Agent): Promise<void> {
  for (const { turn, end } of periodsOf(job.turns)) {
    if (end <= now) turn.outcome ??= await outcomeOf(job, turn, agent);
  }
}

async function outcomeOf({ id, turns }: Job, turn: Turn, agent: Agent): Promise<Outcome> {
  const { prompt, script } = turn;
  if (script.end === 'failed' || !script.pullRequest) return { prLink: null };
  if (script.link !== null) return { prLink: script.link };
  try {
    return await agent.run({ id, prompt, turn: turns.indexOf(turn), branch: `docs-agent/${id}` });
  } catch (error) {
    return { prLink: null, error: error ?? 'The agent failed.' };
  }
}
