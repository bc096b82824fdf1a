import type { HttpClient, HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { TransportError } from '../../src/http/transport-error.ts';
import type { ActionContext } from '../../src/request/context.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import type { Files } from '../../src/runtime/files.ts';
import { createRunner, type Toolkit } from '../../src/runtime/runner.ts';
import type { Chance } from '../support/seeded-random.ts';
import { dateAt } from './answers.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** How a process ends before its time. */
export interface Interruption {
  readonly cancelAfter?: number | undefined;
  readonly kill?: { readonly request: number; readonly when: 'before' | 'after' } | { readonly ms: number } | undefined;
}

/** What a process left. */
export interface Ended {
  /** Null after a kill. */
  readonly exitCode: number | null;
  readonly outputs: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
  /** Annotations and lines of the log, in order. */
  readonly log: readonly { readonly level: 'info' | 'notice' | 'warning' | 'error'; readonly text: string }[];
  readonly summary: string;
  /** Milliseconds since the history began. */
  readonly began: number;
  readonly ended: number;
  /** When it was cancelled. */
  readonly cancelled: number | undefined;
}

export interface Surroundings {
  readonly time: SimulatedTime;
  readonly chance: Chance;
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
  const { toolkit, written } = createToolkit(state);
  const runner = createRunner(env, toolkit);
  const exitCode = await Promise.race([act({ ...life.effects, runner, files }), life.died]);
  life.end();
  return { exitCode, ...written, state: written.saved, began, ended: time.now(), cancelled: life.cancelledAt() };
}

/** What a process has of the world, until it is killed. */
function createLife({ kill, cancelAfter }: Interruption, { time, chance, exchange, onSend, onAnswer }: Surroundings) {
  const began = time.now();
  const life = new AbortController();
  const cancel = new AbortController();
  const { promise: died, resolve: die } = Promise.withResolvers<null>();
  let cancelled: number | undefined;
  let sent = 0;

  const end = () => life.abort('ended');
  const killNow = () => {
    if (life.signal.aborted) return;
    end();
    die(null);
  };
  if (cancelAfter !== undefined)
    void time.sleep(cancelAfter, life.signal).then(() => {
      if (life.signal.aborted) return;
      cancelled = time.now();
      cancel.abort();
    });
  if (kill && 'ms' in kill) void time.sleep(kill.ms, life.signal).then(killNow);

  const whileAlive = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      work.then(
        (result) => life.signal.aborted || resolve(result),
        (error) => life.signal.aborted || reject(error),
      );
    });
  const clock: Clock = {
    now: () => time.now() - began,
    date: () => dateAt(time.now()),
    random: chance.random,
    sleep: (ms, signal) => whileAlive(time.sleep(ms, signal)),
  };

  const isKilledAt = (when: 'before' | 'after') =>
    kill !== undefined && 'request' in kill && kill.request === sent && kill.when === when;

  /** The process does not learn what happens after its death. */
  function arrive(request: HttpRequest, answer: HttpResponse | Error, isLast: boolean): void {
    if (isLast) killNow();
    if (!life.signal.aborted) onAnswer(request, answer);
  }

  async function onWire(request: HttpRequest): Promise<HttpResponse> {
    onSend(request);
    sent++;
    if (isKilledAt('before')) {
      killNow();
      return new Promise(() => {});
    }
    const isLast = isKilledAt('after');
    try {
      const answer = await inTime(request, exchange(request), time);
      arrive(request, answer, isLast);
      return answer;
    } catch (error) {
      arrive(request, error instanceof Error ? error : new Error('unknown'), isLast);
      throw error;
    }
  }
  const send: HttpClient = (request) => whileAlive(onWire(request));
  const effects = { clock, send, signal: cancel.signal, uuid: chance.uuid };
  return { died, effects, end, cancelledAt: () => cancelled };
}

/** As the transport does: an exchange ends with its time or its signal. */
async function inTime(request: HttpRequest, answer: Promise<HttpResponse>, time: SimulatedTime): Promise<HttpResponse> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const done = new AbortController();
  const onAbort = () => reject(new TransportError('interrupted', 'the run was cancelled'));
  if (request.signal?.aborted) onAbort();
  request.signal?.addEventListener('abort', onAbort, { once: true });
  void time.sleep(request.timeout, done.signal).then(() => {
    if (!done.signal.aborted) reject(new TransportError('timeout', 'no complete answer in time'));
  });
  answer.catch(() => {}); // it may come after the exchange ended
  return Promise.race([answer, ended]).finally(() => {
    request.signal?.removeEventListener('abort', onAbort);
    done.abort('done'); // without a reason, it would make an error with a stack each time
  });
}

function createToolkit(state: Readonly<Record<string, string>>) {
  const log: { level: Ended['log'][number]['level']; text: string }[] = [];
  const outputs: Record<string, string> = {};
  const saved: Record<string, string> = {};
  const written = { log, outputs, saved, summary: '' };
  const printing = (level: Ended['log'][number]['level']) => (message: string | Error) =>
    void log.push({ level, text: String(message) });
  const toolkit: Toolkit = {
    info: printing('info'),
    notice: printing('notice'),
    warning: printing('warning'),
    error: printing('error'),
    setSecret: () => {},
    setOutput(name, value) {
      outputs[name] = String(value);
    },
    saveState(name, value) {
      saved[name] = String(value);
    },
    getState: (name) => state[name] ?? '',
    summary: {
      addRaw: (text) => ({
        async write() {
          written.summary += text;
        },
      }),
    },
  };
  return { toolkit, written };
}
