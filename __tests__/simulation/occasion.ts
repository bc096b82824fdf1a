import type { Event } from './events.ts';
import type { Person } from './history.ts';

/** Something that happened on GitHub and started a run: the model's idea of a request. */
export interface Occasion {
  readonly id: number;
  readonly kind:
    | 'label'
    | 'command'
    | 'review'
    /** Of a person's own pull request, unless it is a label. */
    | 'pull request'
    | 'push'
    | 'release'
    | 'schedule'
    | 'dispatch'
    | 'workflow run'
    | 'follow-up'
    | 'without comments'
    | 'attach'
    | 'sweep'
    | 'agent';
  readonly event: Event;
  readonly by: Person;
  /** When it happened, in milliseconds since the history began. */
  readonly at: number;
  /** Where the request is reported. */
  readonly thread: number | undefined;
  /** Names the job of the workflow, which is part of the step's identity. */
  readonly job: string;
  /** The file of the second workflow; undefined for the first one. */
  readonly workflow?: string;
  /** The legs of the matrix. */
  readonly legs: number;
  /** The legs have the same `key`, so that they make one request. Default: each has its own. */
  readonly hasOneKey?: boolean;
  readonly inputs: Readonly<Record<string, string>>;
  /** Asking again is meant: a label set again after the end is a new request. */
  readonly isRepeatable: boolean;
  /** What distinguishes a request from another one of the same kind, for repeatable ones. */
  readonly subject: string;
}
