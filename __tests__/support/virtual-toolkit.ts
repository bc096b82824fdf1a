import type { LogWriter } from '../../sandbox/runner/log.ts';
import type { Runner, Toolkit } from '../../src/runtime/runner.ts';

interface Written {
  readonly outputs: Record<string, string>;
  readonly state: Record<string, string>;
  summary: string;
}

export interface VirtualToolkit extends Toolkit {
  /** What `@actions/core` would write into the runner's files. */
  readonly written: Readonly<Written>;
}

/** GitHub's toolkit, but it prints into a log and writes into memory. */
export function createVirtualToolkit(env: Runner['env'], log: LogWriter): VirtualToolkit {
  const written: Written = { outputs: {}, state: {}, summary: '' };
  const print = log.reader();
  const tell = (command: string) => (message: string | Error) =>
    print(`::${command}::${escapeData(String(message))}\n`);
  return {
    written,
    info: (message) => print(`${message}\n`),
    setSecret: tell('add-mask'),
    notice: tell('notice'),
    warning: tell('warning'),
    error: tell('error'),
    setOutput: (name, value) => {
      written.outputs[name] = String(value);
    },
    saveState: (name, value) => {
      written.state[name] = String(value);
    },
    getState: (name) => env[`STATE_${name}`] ?? '',
    summary: {
      addRaw: (text) => ({
        async write() {
          written.summary += text;
        },
      }),
    },
  };
}

/** Escapes the text of a command as `@actions/core` does. */
const escapeData = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
