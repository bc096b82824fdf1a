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
