import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAction, stepEnvironment } from '../../sandbox/runner/environment.ts';
import { createLog, type LogWriter } from '../../sandbox/runner/log.ts';
import type { Step, StepOptions, StepResult } from '../../sandbox/runner/step.ts';
import { REQUEST_HEADER, type VirtualClock } from '../../sandbox/virtual-clock.ts';
import type { ActionContext } from '../../src/action-context.ts';
import { createTransport, type HttpClient } from '../../src/http/transport.ts';
import { main } from '../../src/main.ts';
import { post } from '../../src/post.ts';
import { createRunner, type Runner } from '../../src/runtime/runner.ts';
import { createChance } from './seeded-random.ts';
import { createMemoryToolkit, createProcess, filesAtOnce } from './virtual-effects.ts';

/** Parsed once, because that takes a tenth of the time of a short run. */
const ACTION = readAction('.');

/**
 * Runs `main()` in this process, on a virtual clock, with the interface of the sandbox's `runStep`,
 * which runs `dist` in another process. Time passes only while a test waits for `result`. `SIGTERM`
 * and `SIGINT` cancel the step; `SIGKILL` stops it immediately.
 * @param lead milliseconds by which the runner's clock is ahead of GitHub's.
 */
export function startStep(options: StepOptions, clock: VirtualClock, lead = 0): Step {
  return start(options, {}, { clock, lead }, async (effects) => main(effects));
}

/** Runs `post()` with the state that `main` saved. */
export function startPost(options: StepOptions, before: StepResult, clock: VirtualClock): Step {
  const state = Object.fromEntries(
    Object.entries(before.state).map(([name, value]) => [`STATE_${name}`, value]),
  );
  return start(options, state, { clock, lead: 0 }, async (effects) => {
    await post(effects);
    return 0;
  });
}

function start(
  options: StepOptions,
  state: Readonly<Record<string, string>>,
  { clock, lead }: { readonly clock: VirtualClock; readonly lead: number },
  act: (effects: ActionContext) => Promise<number>,
): Step {
  const room = mkdtempSync(join(tmpdir(), 'step-'));
  const env = { ...stepEnvironment(options, room, ACTION), ...state, ...options.env };
  const log = createLog(options.onLine);
  const { toolkit, written } = createVirtualToolkit(env, log);
  const { random, uuid } = createChance();
  const process = createProcess(clock, lead, random);
  const began = clock.elapsed();
  const runner = createRunner(env, toolkit);
  const signal = process.cancel.signal;
  const send = sendWhile(process, clock);
  let killedBy: NodeJS.Signals | null = null;
  const exit = process.exitOf(
    act({ runner, files: filesAtOnce, clock: process.clock, send, signal, uuid }),
  );
  const result = exit.then((exitCode): StepResult => {
    rmSync(room, { recursive: true });
    return {
      ...log.finish(),
      ...written,
      exitCode,
      signal: killedBy,
      duration: clock.elapsed() - began,
    };
  });
  result.catch(() => {}); // no unhandled rejection: the test that awaits it gets the error
  return {
    get result() {
      return clock.during(result);
    },
    kill(name) {
      if (name !== 'SIGKILL' && !signal.aborted) return process.cancel.abort();
      if (!process.life.aborted) killedBy = name;
      process.kill();
    },
  };
}

/** The network of a process. */
function sendWhile(
  { clock, life, whileAlive }: ReturnType<typeof createProcess>,
  time: VirtualClock,
): HttpClient {
  const transport = createTransport(clock);
  return (request) => {
    const activity = time.enter();
    const headers = { ...request.headers, [REQUEST_HEADER]: activity.id };
    const signal = AbortSignal.any([life, ...(request.signal ? [request.signal] : [])]);
    return whileAlive(transport({ ...request, headers, signal }).finally(activity.leave));
  };
}

/** GitHub's toolkit, but it prints into a log, as `@actions/core` does, and writes into memory. */
function createVirtualToolkit(
  env: Runner['env'],
  log: LogWriter,
): ReturnType<typeof createMemoryToolkit> {
  const print = log.reader();
  const tell = (command: string, text: string) => print(`::${command}::${escapeData(text)}\n`);
  return createMemoryToolkit({
    getState: (name) => env[`STATE_${name}`] ?? '',
    print: (level, text) => (level === 'info' ? print(`${text}\n`) : tell(level, text)),
    mask: (secret) => tell('add-mask', secret),
  });
}

/** Escapes the text of a command as `@actions/core` does. */
const escapeData = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
