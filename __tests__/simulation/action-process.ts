import type { VirtualClock } from '../../sandbox/virtual-clock.ts';
import type { ActionContext } from '../../src/action-context.ts';
import type { HttpClient, HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import type { Files } from '../../src/runtime/files.ts';
import { createRunner } from '../../src/runtime/runner.ts';
import type { Chance } from '../support/seeded-random.ts';
import { withinTimeout } from '../support/simulated-network.ts';
import { createMemoryToolkit, type Level, whileAlive } from '../support/virtual-effects.ts';
import type { Fate, KillPoint } from './history.ts';

/** How a process ends before its time. */
export type Interruption = Omit<Fate, 'post'>;

/** Milliseconds from the signal that cancels a run until the runner kills its process. */
const SIGKILL_MS = 10_000;
/** A request is under way for so many milliseconds when it is cancelled. */
const CANCEL_MS = 10;

/** What a process left. */
export interface Ended {
  /** Null after a kill. */
  readonly exitCode: number | null;
  readonly outputs: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
  /** Annotations and lines of the log, in order. */
  readonly log: readonly { readonly level: Level; readonly text: string }[];
  readonly summary: string;
  /** Milliseconds since the history began. */
  readonly began: number;
  readonly ended: number;
  /** When it was cancelled. */
  readonly cancelled: number | undefined;
}

export interface Surroundings {
  readonly time: VirtualClock;
  readonly chance: Chance;
  /** Milliseconds by which the runner's clock is ahead of GitHub's. */
  readonly lead: number;
  readonly files: Files;
  readonly env: Readonly<Record<string, string>>;
  /** What the process before it saved. */
  readonly state: Readonly<Record<string, string>>;
  readonly exchange: HttpClient;
  /** Called when the process is about to send a request. */
  readonly onSend: (request: HttpRequest) => void;
  /** Called when the process receives an answer. */
  readonly onAnswer: (request: HttpRequest, answer: HttpResponse | Error) => void;
  readonly act: (effects: ActionContext) => Promise<number>;
}

/** One process of the action until it ends, or until it is killed. */
export async function startProcess(interruption: Interruption, surroundings: Surroundings): Promise<Ended> {
  const { time, files, env, state, act } = surroundings;
  const began = time.now();
  const life = createLife(interruption, surroundings);
  const log: { level: Level; text: string }[] = [];
  const { toolkit, written } = createMemoryToolkit({
    getState: (name) => state[name] ?? '',
    print: (level, text) => void log.push({ level, text }),
  });
  const runner = createRunner(env, toolkit);
  const exitCode = await Promise.race([act({ ...life.effects, runner, files }), life.died]);
  life.end();
  return { exitCode, ...written, log, began, ended: time.now(), cancelled: life.cancelledAt() };
}

/** What a process has of the world, until it is killed. */
function createLife({ kill, cancelAfter, cancelAtWrite }: Interruption, surroundings: Surroundings) {
  const { time, chance, lead, exchange, onSend, onAnswer } = surroundings;
  const began = time.now();
  const life = new AbortController();
  const cancel = new AbortController();
  const { promise: died, resolve: die } = Promise.withResolvers<null>();
  let cancelled: number | undefined;
  let sent = 0;
  let written = 0;

  const end = () => life.abort('ended');
  const killNow = () => {
    if (life.signal.aborted) return;
    end();
    die(null);
  };
  const cancelNow = () => {
    if (life.signal.aborted || cancel.signal.aborted) return;
    cancelled = time.now();
    cancel.abort();
    void time.sleep(SIGKILL_MS, life.signal).then(killNow);
  };
  if (cancelAfter !== undefined) void time.sleep(cancelAfter, life.signal).then(cancelNow);
  if (kill && 'ms' in kill) void time.sleep(kill.ms, life.signal).then(killNow);

  const alive = whileAlive(life.signal);
  const clock: Clock = {
    now: () => time.now() - began,
    date: () => new Date(time.now() + lead),
    random: chance.random,
    sleep: (ms, signal) => alive(time.sleep(ms, signal)),
  };

  const isAt = (point: Exclude<KillPoint, { readonly ms: number }>, isWrite: boolean) =>
    'request' in point ? point.request === sent : isWrite && point.write === written;
  const isKilledAt = (when: 'before' | 'after', isWrite: boolean) =>
    kill !== undefined && 'when' in kill && kill.when === when && isAt(kill, isWrite);

  /** The process does not learn what happens after its death. */
  function arrive(request: HttpRequest, answer: HttpResponse | Error, isLast: boolean): void {
    if (isLast) killNow();
    if (!life.signal.aborted) onAnswer(request, answer);
  }

  async function onWire(request: HttpRequest): Promise<HttpResponse> {
    onSend(request);
    sent++;
    const isWrite = request.method !== 'GET';
    if (isWrite) written++;
    if (isWrite && written === cancelAtWrite) void time.sleep(CANCEL_MS, life.signal).then(cancelNow);
    if (isKilledAt('before', isWrite)) {
      killNow();
      return new Promise(() => {});
    }
    const isLast = isKilledAt('after', isWrite);
    try {
      const answer = await withinTimeout(request, exchange(request), time);
      arrive(request, answer, isLast);
      return answer;
    } catch (error) {
      arrive(request, error instanceof Error ? error : new Error('unknown'), isLast);
      throw error;
    }
  }
  const send: HttpClient = (request) => alive(onWire(request));
  const effects = { clock, send, signal: cancel.signal, uuid: chance.uuid };
  return { died, effects, end, cancelledAt: () => cancelled };
}
