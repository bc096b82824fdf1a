import type { ActionContext } from '../action-context.ts';
import type { Outcome } from '../outcome.ts';
import type { Reporter } from '../report/reporter.ts';
import type { StatusReport } from '../report/status-report.ts';
import type { RequestIdentity } from '../thread/earlier-requests.ts';
import type { FollowUpTarget } from '../thread/job-to-continue.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { ReportThread } from '../thread/thread.ts';
import type { Memory } from './memory.ts';
import type { Ask, Known, Step } from './steps.ts';
import { tooLate, type WaitEffects } from './submit-and-wait.ts';
import { type TurnEffects, unsent } from './wait-for-turn.ts';

/** A request, as the workflow makes it. */
export interface Asked {
  readonly identity: RequestIdentity;
  readonly wanted: FollowUpTarget | undefined;
  readonly prompt: string;
  /** Why no job may be created. */
  readonly mayNotSend: Outcome | undefined;
  /** The number of the pull request in which it was made; undefined if it was made elsewhere. */
  readonly pull: number | undefined;
}

/** The thread that a request is reported in, and its report there. */
export interface Conversation {
  readonly thread: ReportThread;
  readonly report: StatusReport;
}

export interface HandlingEffects {
  readonly context: ActionContext;
  readonly memory: Memory;
  readonly reporter: Reporter;
  readonly polling: Omit<WaitEffects, 'onStarted'>;
  /** Of the step, in milliseconds. */
  readonly timeout: number;
}

export const CANCELLED: Outcome = { verdict: 'cancelled', job: undefined };

/** How far a run is. */
export interface Progress {
  readonly known: Known;
  /** The requests of the thread, as they were last read. */
  readonly inThread: readonly StatusRecord[];
  /** When the run began to wait for its turn, and when it last began to read the queue, on the clock's `now`. */
  readonly turn?: { readonly began: number; readonly readAt: number };
}

/** One request in its thread. */
export interface Handling extends Conversation, HandlingEffects {
  readonly ask: Ask;
  readonly prompt: string;
  readonly waiting: TurnEffects;
}

export type Doing<D extends Step['do']> = Extract<Step, { do: D }>;
/** How far the run is after a step, the request to send now, or the outcome of a run that ends. */
export type Result = Progress | { readonly send: Doing<'submit'> } | Outcome;

export const isLate = ({ clock, signal, deadline }: TurnEffects) => clock.now() >= deadline && !signal.aborted;

export const tooLateFor = ({ turn }: Progress): Outcome =>
  turn ? unsent(undefined) : { verdict: 'error', problem: tooLate(), job: undefined };

export const withoutQueue = (progress: Progress): Progress => ({
  ...progress,
  known: { ...progress.known, queue: 'outdated' },
});
