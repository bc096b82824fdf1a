import type { KillPoint } from './action-process.ts';
import type { Fault } from './faults.ts';
import type { JobPlan } from './service.ts';

/** A sequence of what happens in a repository, as data: the same history always ends the same way. */
export interface History {
  readonly setup: Setup;
  readonly steps: readonly Step[];
}

export interface Setup {
  /** Of latencies, ids and jitter. */
  readonly seed: number;
  /** Nothing goes wrong, and no two runs overlap. */
  readonly isQuiet: boolean;
  /** `concurrency` per thread: with `queue: max`, all runs wait; without, GitHub drops the run that waits when another one comes. */
  readonly concurrency: 'none' | 'all wait' | 'one waits';
  /** Milliseconds after which a list shows each new comment and each edit at the latest. */
  readonly lag: { readonly created: number; readonly edited: number };
  /** Runners pick up a job within so many milliseconds: the shorter, the more runs race. */
  readonly pickUp: number;
  /** How many times longer than usual a request takes. */
  readonly slowness: number;
  readonly wait: boolean;
  readonly pullRequest: 'new' | 'reuse';
  /** Whose account the agent uses: that of a GitHub App, or that of a person, who opens pull requests too. Default: that of an app. */
  readonly account?: 'bot' | 'person';
  /** Pushes, releases and schedules are reported in no issue. */
  readonly isWithoutIssue?: boolean;
  /** So many comments of people are in each thread before the history begins. Default: none. */
  readonly crowd?: number | undefined;
  /** Requests per hour that GitHub accepts until the faults stop. Default: enough. */
  readonly rateLimit?: number | undefined;
  /** Milliseconds by which the clocks of runners and of the service differ from GitHub's at most, fast or slow. Default: 0. */
  readonly clocks?: number | undefined;
  /** Each event starts runs of a second workflow too, of the same project or of another one. Default: it starts none. */
  readonly second?: 'workflow' | 'project' | undefined;
  /** The random part of a pause depends on the request before it, instead of on all that was drawn before. Default: false. */
  readonly hasFixedPauses?: boolean;
  /** The limits that the workflows set. Default: none. */
  readonly limits?: { readonly openPulls?: number; readonly jobsPerDay?: number } | undefined;
  /** Seconds. */
  readonly timeout: number;
  /** The plans of the prompts, in the order in which the service accepts them. */
  readonly jobs: readonly JobPlan[];
}

/** How the process of one run ends before its time. */
export interface Fate {
  /** Milliseconds after which the run is cancelled. */
  readonly cancelAfter?: number | undefined;
  /** The run is cancelled as it sends its n-th request that is no GET. */
  readonly cancelAtWrite?: number | undefined;
  readonly kill?: KillPoint | undefined;
  /** Whether the post step runs after that, and at which request it is killed too. */
  readonly post?: 'runs' | 'lost' | { readonly killedAt: number } | undefined;
}

/** `dora` and `agent[bot]`: the accounts that an agent may use. */
export type Person = 'alice' | 'bob' | 'tom' | 'mallory' | 'dora' | 'agent[bot]';

/** What happens, so many milliseconds after what happened before. */
export type Step = {
  readonly after: number;
} /** `hasOneKey`: the legs of the matrix have the same `key`. Default: each has its own. */ & (
  | {
      readonly kind: 'label';
      readonly thread: number;
      readonly by: Person;
      readonly legs: 1 | 2;
      readonly hasOneKey?: boolean;
      readonly fate: Fate;
    }
  | {
      readonly kind: 'command';
      readonly thread: number;
      readonly by: Person;
      readonly text: string;
      readonly fate: Fate;
    }
  | { readonly kind: 'review'; readonly thread: number; readonly by: Person; readonly fate: Fate }
  /** `workflow run`: a deployment of the newest commit ended. `isForced`: the commit of a push replaces the newest one. */
  | {
      readonly kind: 'push' | 'release' | 'schedule' | 'dispatch' | 'workflow run' | 'without comments';
      readonly isForced?: boolean | undefined;
      readonly by: Person;
      readonly fate: Fate;
    }
  /** A run sends a follow-up to the newest job of its thread, or to one that another run created. */
  | { readonly kind: 'follow-up'; readonly of?: number | undefined; readonly by: Person; readonly fate: Fate }
  /** A run waits for a job that another run created. */
  | { readonly kind: 'attach'; readonly of: number; readonly by: Person; readonly fate: Fate }
  /** The event of an earlier run is delivered again, to another run. */
  | { readonly kind: 'repeat'; readonly of: number; readonly fate: Fate }
  /** A person re-runs an earlier run. */
  | {
      readonly kind: 're-run';
      readonly of: number;
      readonly only: 'all' | 'failed';
      readonly by: Person;
      readonly fate: Fate;
    }
  /** A person pushes a commit of their own and the merge of a pull request that a job opened. */
  | {
      readonly kind: 'mixed push';
      readonly of: number;
      readonly isMergeLast: boolean;
      readonly by: Person;
      readonly fate: Fate;
    }
  /** Something that a person does to a pull request that a job opened in the repository, or to one of a person. */
  | {
      readonly kind: 'agent pull' | 'own pull';
      readonly act: PullAct;
      readonly of: number;
      readonly by: Person;
      readonly fate: Fate;
    }
  | { readonly kind: 'sweep'; readonly fate: Fate }
  /** From now on. */
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'people'; readonly act: PeopleAct; readonly of: number }
  /** The API key is replaced; with `keepsOld`, the workflow passes the old one as `previous-api-key`. */
  | { readonly kind: 'key'; readonly keepsOld: boolean }
);

/** `opened`: a person opens one of their own. `command at origin`: where the job was asked for that opened it. */
export type PullAct =
  | 'opened'
  | 'reopened'
  | 'synchronize'
  | 'labeled'
  | 'merged'
  | 'closed'
  | 'command'
  | 'new command'
  | 'command at origin';

export type PeopleAct =
  | 'edit prose'
  | 'break marker'
  | 'delete comment'
  | 'copy comment'
  | 'lock thread'
  | 'unlock thread'
  | 'rename repository'
  | 'rename requester'
  | 'transfer issue';

/** Issues and pull requests in which people make requests. */
export const THREADS = [31, 32, 40] as const;
/** 40 is a pull request. */
export const isPull = (thread: number): boolean => thread >= 40;
