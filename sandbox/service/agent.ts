/** The work of one job, as the service passes it to an agent. */
interface AgentJob {
  readonly id: string;
  readonly prompt: string;
  readonly kind: 'create' | 'follow-up';
  /** The branch of the job and its follow-ups. */
  readonly branch: string;
  /** Whether to push to the default branch instead of opening a pull request. */
  readonly pushes: boolean;
}

/** Does the work of a job when the job ends. If it throws, the job failed. */
export interface Agent {
  run(job: AgentJob): Promise<{ prLink: string | null }>;
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
