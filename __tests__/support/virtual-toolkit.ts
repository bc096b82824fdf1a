import type { LogWriter } from '../../sandbox/runner/log.ts';
import type { Runner } from '../../src/runtime/runner.ts';
import { createMemoryToolkit } from './memory-toolkit.ts';

/** GitHub's toolkit, but it prints into a log, as `@actions/core` does, and writes into memory. */
export function createVirtualToolkit(env: Runner['env'], log: LogWriter): ReturnType<typeof createMemoryToolkit> {
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
