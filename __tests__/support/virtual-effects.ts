import * as fs from 'node:fs';
import path from 'node:path';
import type { VirtualClock } from '../../sandbox/virtual-clock.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import type { Files } from '../../src/runtime/files.ts';
import type { Toolkit } from '../../src/runtime/runner.ts';

/** What `@actions/core` would write into the runner's files. */
export interface Written {
  readonly outputs: Record<string, string>;
  readonly state: Record<string, string>;
  summary: string;
}

/** How the log shows a line. */
export type Level = 'info' | 'notice' | 'warning' | 'error';

interface Surroundings {
  /** The state that the process before it saved. */
  readonly getState: (name: string) => string;
  readonly print: (level: Level, text: string) => void;
  /** Called with each secret that the log must not show. */
  readonly mask?: (secret: string) => void;
}

/** GitHub's toolkit, but it writes into memory. */
export function createMemoryToolkit({ getState, print, mask = () => {} }: Surroundings): {
  toolkit: Toolkit;
  written: Written;
} {
  const written: Written = { outputs: {}, state: {}, summary: '' };
  const printing = (level: Level) => (message: string | Error) => print(level, String(message));
  const toolkit: Toolkit = {
    info: printing('info'),
    notice: printing('notice'),
    warning: printing('warning'),
    error: printing('error'),
    setSecret: mask,
    setOutput: (name, value) => {
      written.outputs[name] = String(value);
    },
    saveState: (name, value) => {
      written.state[name] = String(value);
    },
    getState,
    appendToFile: (_, text) => {
      written.summary += text;
    },
  };
  return { toolkit, written };
}

/**
 * A process on a virtual clock. What it waits for never comes after its end, because a killed
 * process learns nothing more.
 * @param lead milliseconds by which its clock is ahead of the virtual one.
 */
export function createProcess(time: VirtualClock, lead: number, random: () => number) {
  const began = time.elapsed();
  const life = new AbortController();
  const cancel = new AbortController();
  const { promise: killed, resolve: die } = Promise.withResolvers<null>();
  const whileAlive = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      work.then(
        (result) => life.signal.aborted || resolve(result),
        (error) => life.signal.aborted || reject(error),
      );
    });
  const clock: Clock = {
    now: () => time.elapsed() - began,
    date: () => new Date(time.now() + lead),
    random,
    sleep: (ms, signal) => whileAlive(time.sleep(ms, signal)),
  };
  return {
    clock,
    cancel,
    whileAlive,
    life: life.signal,
    /** Resolves with the exit code, or with null once it is killed. */
    exitOf: (work: Promise<number>) =>
      Promise.race([work, killed]).finally(() => life.abort('ended')),
    kill() {
      if (!life.signal.aborted) die(null);
      life.abort('killed'); // without a reason, it would make an error with a stack each time
    },
  };
}

/**
 * The real disk with synchronous operations, because a virtual clock does not track asynchronous
 * ones.
 */
export const filesAtOnce: Files = {
  path,
  readFileSync: fs.readFileSync,
  realpathSync: fs.realpathSync,
  lstatSync: fs.lstatSync,
  readlinkSync: fs.readlinkSync,
  openSync: fs.openSync,
  readSync: fs.readSync,
  closeSync: fs.closeSync,
  lstat: async (path) => fs.lstatSync(path),
  mkdir: async (path, options) => fs.mkdirSync(path, options),
  rename: async (from, to) => fs.renameSync(from, to),
  rm: async (path) => fs.rmSync(path),
  async open(path, flags) {
    const file = fs.openSync(path, flags);
    return {
      appendFile: async (bytes) => fs.appendFileSync(file, bytes),
      truncate: async (size) => fs.ftruncateSync(file, size),
      close: async () => fs.closeSync(file),
    };
  },
};
