import { comment } from '../../sandbox/github/model/threads.ts';
import type { Interruption } from '../simulation/action-process.ts';
import { scheduled } from '../simulation/events.ts';
import { labeled } from '../simulation/github.ts';
import type { JobPlan } from '../simulation/history.ts';
import type { Occasion } from '../simulation/occasion.ts';
import type { World } from '../simulation/world.ts';
import type { EventOf } from './events.ts';

/** A run of the workflow: what started it, and its inputs. */
export interface Act {
  readonly kind: Occasion['kind'];
  readonly event: EventOf;
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
  event: ({ github }) => labeled(github, 31, 'alice'),
  thread: 31,
  inputs,
  ...more,
});
export const commandOn = (thread: number, body: string, inputs: Act['inputs'] = {}): Act => ({
  kind: 'command',
  event({ github }) {
    const isOpened = github.repository.threads.some(({ number }) => number === thread); // the agent may have opened nothing
    const there = github.thread(isOpened ? thread : 31);
    return github.deliveryOf('issue_comment', () => comment(there, github.account('alice'), body));
  },
  thread,
  inputs,
});
export const of = (event: EventOf, inputs: Act['inputs'] = {}, thread?: number): Act => ({
  kind: 'label',
  event,
  inputs,
  ...(thread === undefined ? {} : { thread }),
});
/** Reported in a thread of its own, as it has none. */
export const reported = (event: EventOf, inputs: Act['inputs'] = {}): Act =>
  of(event, { 'issue-number': '32', ...inputs }, 32);
export const onSchedule: EventOf = ({ github }) => scheduled(github);
export const sweep: Act = { kind: 'sweep', event: onSchedule, inputs: SWEEP };
