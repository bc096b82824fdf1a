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

/** The workflow runs of an embedded GitHub, which runs no workflows itself: a runner of the sandbox records them here. */
export interface WorkflowRuns {
  start(run: Pick<WorkflowRun, 'id' | 'title' | 'event'>): void;
  /** Adds a line to the log. */
  log(id: number, line: string): void;
  end(id: number, end: WorkflowRunEnd): void;
  find(id: number): WorkflowRun | undefined;
  /** Newest first. */
  all(): WorkflowRun[];
  clear(): void;
}

/** @param onChange is called after each change. @param now milliseconds since the epoch. */
export function createWorkflowRuns(onChange: () => void, now: () => number): WorkflowRuns {
  const runs = new Map<number, WorkflowRun>();
  const change = (id: number, how: (run: WorkflowRun) => WorkflowRun) => {
    const run = runs.get(id);
    if (run) runs.set(id, how(run));
    onChange();
  };
  return {
    start(run) {
      runs.set(run.id, { ...run, log: [] });
      onChange();
    },
    log: (id, text) => change(id, (run) => ({ ...run, log: [...run.log, { at: now(), text }] })),
    end: (id, end) => change(id, (run) => ({ ...run, end })),
    find: (id) => runs.get(id),
    all: () => [...runs.values()].reverse(),
    clear() {
      runs.clear();
      onChange();
    },
  };
}
