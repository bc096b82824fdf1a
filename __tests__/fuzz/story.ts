import type { Interruption } from '../simulation/action-process.ts';
import { commented, type Event, labeled, scheduled } from '../simulation/events.ts';
import type { Occasion } from '../simulation/occasion.ts';
import type { JobPlan } from '../simulation/service-model.ts';
import type { World } from '../simulation/world.ts';

/** A run of the workflow: what started it, and its inputs. */
export interface Act {
  readonly kind: Occasion['kind'];
  /** @param at milliseconds since the story began. */
  readonly event: (at: number, world: World) => Event;
  readonly thread?: number;
  readonly by?: Occasion['by'];
  readonly inputs?: Readonly<Record<string, string>>;
  /** How its process ends before its time. */
  readonly fate?: Interruption;
}

/** A further attempt of an earlier act. */
interface Rerun {
  /** The number of the act. */
  readonly again: number;
}

/** A short valid history: its acts follow one another, each with its post step. */
export interface Story {
  readonly name: string;
  readonly acts: readonly (Act | Rerun)[];
  /** How the prompts go, in the order in which the service accepts them. */
  readonly jobs?: readonly Partial<JobPlan>[];
  readonly prepare?: (world: World) => void;
  /** How often it is played, compared with others: more often if it has places that few have. */
  readonly weight?: number;
}

/** The API key before the current one. */
export const OLD_KEY = 'docs_Hn4rTb8wQz2XyLs6Vc1MgKp9';

export const SWEEP = { operation: 'sweep', window: '60d', timeout: '600s', wait: '', key: '' };
export const EXPORT = { operation: 'visitors', wait: '', key: '' };

export const onIssue = (inputs: Act['inputs'] = {}, more: Partial<Act> = {}): Act => ({
  kind: 'label',
  event: (at) => labeled(31, 'alice', at),
  thread: 31,
  inputs,
  ...more,
});
export const commandOn = (thread: number, body: string, inputs: Act['inputs'] = {}): Act => ({
  kind: 'command',
  event: (at, { github }) =>
    commented(thread, 'alice', { id: github.comments.add(thread, 'alice', body).id, body }, at),
  thread,
  inputs,
});
export const of = (event: Event, inputs: Act['inputs'] = {}, thread?: number): Act => ({
  kind: 'label',
  event: () => event,
  inputs,
  ...(thread === undefined ? {} : { thread }),
});
/** Reported in a thread of its own, as it has none. */
export const reported = (event: Event, inputs: Act['inputs'] = {}): Act =>
  of(event, { 'issue-number': '32', ...inputs }, 32);
export const sweep: Act = { kind: 'sweep', event: () => scheduled, inputs: SWEEP };
