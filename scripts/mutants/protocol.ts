/** What a worker needs to run tests against changes of the code. */
export interface Task {
  /** The changed files by absolute path. Each has all of its changes, and one of them can be switched on. */
  readonly instrumented: Readonly<Record<string, string>>;
  /** Absolute paths. */
  readonly testFiles: readonly string[];
  /** The ids of the changes to test. */
  readonly mutants: readonly string[];
  /** Undefined: run the tests once without a change first. */
  readonly coverage: Coverage | undefined;
}

export interface Coverage {
  /** Per id of a change, how often each test reaches it, by the test's position. */
  readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The changes that are reached while the modules load. */
  readonly static: readonly string[];
  readonly durationMs: number;
}

export type Status = 'killed' | 'survived' | 'timeout' | 'not covered';

/** What a worker reports. It may end with changes left, to free its memory: they must go to another worker. */
export type Report =
  | { readonly kind: 'coverage'; readonly coverage: Coverage; readonly tests: number }
  /** Sent before the change is tested: if nothing follows, the tests hang. */
  | { readonly kind: 'begins'; readonly mutant: string }
  | { readonly kind: 'result'; readonly mutant: string; readonly status: Status }
  | { readonly kind: 'broken'; readonly why: string };
