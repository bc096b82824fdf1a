/** A run of a workflow, as its page shows it. */
export interface WorkflowRun {
  readonly id: number;
  readonly title: string;
  /** The name of the event that started it. */
  readonly event: string;
  /** The lines, each with its time in milliseconds since the epoch. */
  readonly log: readonly { readonly at: number; readonly text: string }[];
  /** Undefined while it runs. */
  readonly end?: WorkflowRunEnd;
}

interface WorkflowRunEnd {
  readonly isSuccess: boolean;
  /** Markdown. */
  readonly summary: string;
}

export type WorkflowRuns = ReturnType<typeof createWorkflowRuns>;

/**
 * The workflow runs of an embedded GitHub, which runs no workflows itself: a runner of the sandbox records them here.
 * @param onChange is called after each change. @param now milliseconds since the epoch.
 */
export function createWorkflowRuns(onChange: () => void, now: () => number) {
  const runs = new Map<number, WorkflowRun>();
  const change = (id: number, how: (run: WorkflowRun) => WorkflowRun) => {
    const run = runs.get(id);
    if (run) runs.set(id, how(run));
    onChange();
  };
  return {
    start(run: Pick<WorkflowRun, 'id' | 'title' | 'event'>): void {
      runs.set(run.id, { ...run, log: [] });
      onChange();
    },
    /** Adds a line to the log. */
    log: (id: number, text: string) => change(id, (run) => ({ ...run, log: [...run.log, { at: now(), text }] })),
    end: (id: number, end: WorkflowRunEnd) => change(id, (run) => ({ ...run, end })),
    find: (id: number) => runs.get(id),
    /** Newest first. */
    all: () => [...runs.values()].reverse(),
    clear(): void {
      runs.clear();
      onChange();
    },
  };
}
