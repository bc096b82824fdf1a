import type { VirtualClock } from '../../sandbox/virtual-clock.ts';
import type { ActionContext } from '../../src/action-context.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { TransportError } from '../../src/http/transport-error.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import { createRunner } from '../../src/runtime/runner.ts';
import { createMemoryToolkit, createProcess, type Level } from '../support/virtual-effects.ts';
import type { Fate } from './history.ts';
import type { Exchange } from './world.ts';

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
  readonly began: number;
  readonly ended: number;
  /** When it was cancelled. */
  readonly cancelled: number | undefined;
}

/** What a process printed and wrote. */
export const writtenIn = ({ log, outputs, state, summary }: Ended): readonly string[] => [
  ...log.map(({ text }) => text),
  ...Object.entries(outputs).map(([name, value]) => `${name}=${value}`),
  ...Object.entries(state).map(([name, value]) => `${name}:${value}`),
  summary,
];

export interface Surroundings extends Pick<ActionContext, 'files' | 'uuid'> {
  readonly time: VirtualClock;
  readonly random: Clock['random'];
  /** Milliseconds by which the runner's clock is ahead of GitHub's. */
  readonly lead: number;
  readonly env: Readonly<Record<string, string>>;
  /** What the process before it saved. */
  readonly state: Readonly<Record<string, string>>;
  /** Notes a request. `carryOut`: sends it. */
  readonly exchange: (request: HttpRequest) => {
    readonly met: Exchange;
    readonly carryOut: () => Promise<HttpResponse>;
  };
  readonly act: (effects: ActionContext) => Promise<number>;
}

/** One process of the action until it ends, or until it is killed. */
export async function startProcess(
  { kill, cancelAfter, cancelAtWrite }: Interruption,
  { time, random, lead, env, state, exchange, act, ...effects }: Surroundings,
): Promise<Ended> {
  const began = time.now();
  const {
    clock,
    cancel,
    life,
    whileAlive,
    exitOf,
    kill: killNow,
  } = createProcess(time, lead, random);
  let cancelled: number | undefined;
  let [sent, written] = [0, 0];

  function cancelNow(): void {
    if (life.aborted || cancel.signal.aborted) return;
    cancelled = time.now();
    cancel.abort();
    void time.sleep(SIGKILL_MS, life).then(killNow);
  }
  if (cancelAfter !== undefined) void time.sleep(cancelAfter, life).then(cancelNow);
  if (kill && 'ms' in kill) void time.sleep(kill.ms, life).then(killNow);

  /** Whether it is killed at this request. */
  function deathAt(isWrite: boolean): 'before' | 'after' | undefined {
    if (!kill || 'ms' in kill) return undefined;
    const isHere = 'request' in kill ? kill.request === sent : isWrite && kill.write === written;
    return isHere ? kill.when : undefined;
  }

  async function onWire(request: HttpRequest): Promise<HttpResponse> {
    sent++;
    const isWrite = request.method !== 'GET';
    if (isWrite) written++;
    if (isWrite && written === cancelAtWrite) void time.sleep(CANCEL_MS, life).then(cancelNow);
    const dies = deathAt(isWrite);
    // the process has begun to send it, also if it is killed before a server gets it
    const { met, carryOut } = exchange(request);
    if (dies === 'before') {
      killNow();
      return new Promise(() => {});
    }
    const received = await withinTimeout(request, carryOut(), time).catch((error: Error) => error);
    if (dies === 'after') killNow();
    // else the process does not learn what happens after its death
    if (!life.aborted) met.received = received;
    if (received instanceof Error) throw received;
    return received;
  }

  const log: { level: Level; text: string }[] = [];
  const { toolkit, written: files } = createMemoryToolkit({
    getState: (name) => state[name] ?? '',
    print: (level, text) => void log.push({ level, text }),
  });
  const send = (request: HttpRequest) => whileAlive(onWire(request));
  const runner = createRunner(env, toolkit);
  const exitCode = await exitOf(act({ ...effects, clock, send, signal: cancel.signal, runner }));
  return { exitCode, ...files, log, began, ended: time.now(), cancelled };
}

/** As the transport does: a request ends with its answer, its timeout or its signal. */
async function withinTimeout(
  { timeout, signal }: HttpRequest,
  answer: Promise<HttpResponse>,
  time: VirtualClock,
): Promise<HttpResponse> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const done = new AbortController();
  const onAbort = () => reject(new TransportError('interrupted', 'the run was cancelled'));
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  void time.sleep(timeout, done.signal).then(() => {
    if (!done.signal.aborted) reject(new TransportError('timeout', 'no complete answer in time'));
  });
  return Promise.race([answer, ended]).finally(() => {
    signal?.removeEventListener('abort', onAbort);
    done.abort('done'); // without a reason, it would make an error with a stack each time
  });
}
