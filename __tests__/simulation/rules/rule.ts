import type { HttpResponse } from '../../../src/http/transport.ts';
import type { Exchange, Process, World } from '../world.ts';
import type { Judge } from './judge.ts';

/** An invariant. Each function returns what violates it, as sentences. */
export interface Rule {
  readonly name: string;
  /** After the model carried out a request. */
  readonly onExchange?: (exchange: Exchange, answer: HttpResponse) => readonly string[];
  /** After a process ended or was killed. */
  readonly onEnd?: (process: Process) => readonly string[];
  /** After faults stopped and a sweep ran. */
  readonly atEnd?: () => readonly string[];
}

/** Creates a rule, with the memory that it needs, for one history. */
export type RuleOf = (world: World, judge: Judge) => Rule;
