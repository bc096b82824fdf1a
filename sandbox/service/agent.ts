/** The work of one job, as the service passes it to an agent. */
interface AgentJob {
  readonly id: string;
  readonly prompt: string;
  /** 0 for the request that created the job, then the number of the follow-up. */
  readonly turn: number;
  /** The branch of the job and its follow-ups. */
  readonly branch: string;
  /** Whether to push to the default branch instead of opening a pull request. */
  readonly pushes: boolean;
}

/** What came of a turn. A job may fail although its pull request is open. */
export interface Outcome {
  readonly prLink: string | null;
  readonly error?: unknown;
}

/** Does the work of a job when the job ends. If it throws, the job failed. */
export interface Agent {
  run(job: AgentJob): Promise<Outcome>;
}

/** An agent that does nothing and returns a new pull request link for every job and follow-up. */
export function pretendingAgent(repository: string): Agent {
  let count = 0;
  return {
    run: async ({ pushes }) => {
      if (pushes) return { prLink: null };
      count += 1;
      return { prLink: `https://github.com/${repository}/pull/${count}` };
    },
  };
}
