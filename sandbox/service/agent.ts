/** What the service hands to whoever does a job's work. */
export interface AgentJob {
  readonly id: string;
  readonly prompt: string;
  readonly kind: 'create' | 'follow-up';
  /** The job's own branch: the same for its follow-ups. */
  readonly branch: string;
  /** It is to push to the default branch, and open no pull request. */
  readonly pushes: boolean;
}

/** Does the work of a job at its end. Throwing means that the job failed. */
export interface Agent {
  run(job: AgentJob): Promise<{ prLink: string | null }>;
}

/** Does nothing, and claims a new pull request for every job and follow-up. */
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
