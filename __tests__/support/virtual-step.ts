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
import type { Clock } from '../../src/runtime/clock.ts';
import { createRunner, type Runner } from '../../src/runtime/runner.ts';
import { createChance } from './seeded-random.ts';
import { createMemoryToolkit, filesAtOnce, whileAlive } from './virtual-effects.ts';

/** Parsed once, because that takes a tenth of the time of a short run. */
const ACTION = readAction('.');

/**
 * Runs `main()` in this process, on a virtual clock, with the interface of the sandbox's `runStep`, which runs `dist` in another
 * process. Time passes only while a test waits for `result`. `SIGTERM` and `SIGINT` cancel the step; `SIGKILL` stops it immediately.
 * @param lead milliseconds by which the runner's clock is ahead of GitHub's.
 */
export function startStep(options: StepOptions, clock: VirtualClock, lead = 0): Step {
  return start(options, {}, { clock, lead }, async (effects) => main(effects));
}

/** Runs `post()` with the state that `main` saved. */
export function startPost(options: StepOptions, before: StepResult, clock: VirtualClock): Step {
  const state = Object.fromEntries(Object.entries(before.state).map(([name, value]) => [`STATE_${name}`, value]));
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
  const process = createProcess(clock, lead);
  const began = clock.elapsed();
  const files = filesAtOnce;
  const runner = createRunner(env, toolkit);
  const exit = Promise.race([
    act({ runner, files, ...process.effects }).then((exitCode) => ({ exitCode, signal: null })),
    process.killed,
  ]);
  const result = exit.then(({ exitCode, signal }): StepResult => {
    rmSync(room, { recursive: true });
    return { ...log.finish(), ...written, exitCode, signal, duration: clock.elapsed() - began };
  });
  result.catch(() => {}); // no unhandled rejection: the test that awaits it gets the error
  return {
    get result() {
      return clock.during(result);
    },
    kill: process.kill,
  };
}

/** The clock, network and files of a process, which stop working when it is killed. */
function createProcess(clock: VirtualClock, lead: number) {
  const began = clock.elapsed();
  const chance = createChance();
  const cancel = new AbortController();
  const life = new AbortController();
  const { promise: killed, resolve: die } = Promise.withResolvers<{ exitCode: null; signal: NodeJS.Signals }>();
  const alive = whileAlive(life.signal);
  const untilDeath = (signal?: AbortSignal) => AbortSignal.any([life.signal, ...(signal ? [signal] : [])]);

  const ownClock: Clock = {
    now: () => clock.elapsed() - began,
    date: () => new Date(clock.now() + lead),
    random: chance.random,
    sleep: (ms, signal) => alive(clock.sleep(ms, untilDeath(signal))),
  };
  const transport = createTransport(ownClock);
  const send: HttpClient = (request) => {
    const activity = clock.enter();
    const headers = { ...request.headers, [REQUEST_HEADER]: activity.id };
    return alive(transport({ ...request, headers, signal: untilDeath(request.signal) }).finally(activity.leave));
  };
  return {
    killed,
    effects: { clock: ownClock, send, signal: cancel.signal, uuid: chance.uuid },
    kill(signal: NodeJS.Signals) {
      if (signal !== 'SIGKILL' && !cancel.signal.aborted) return cancel.abort();
      life.abort();
      die({ exitCode: null, signal });
    },
  };
}

/** GitHub's toolkit, but it prints into a log, as `@actions/core` does, and writes into memory. */
function createVirtualToolkit(env: Runner['env'], log: LogWriter): ReturnType<typeof createMemoryToolkit> {
  const print = log.reader();
  const tell = (command: string, text: string) => print(`::${command}::${escapeData(text)}\n`);
  return createMemoryToolkit({
    getState: (name) => env[`STATE_${name}`] ?? '',
    print: (level, text) => (level === 'info' ? print(`${text}\n`) : tell(level, text)),
    mask: (secret) => tell('add-mask', secret),
  });
}

/** Escapes the text of a command as `@actions/core` does. */
const escapeData = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
