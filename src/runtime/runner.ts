import type * as core from '@actions/core';
import { createRedactor } from '../text/redact.ts';
import { type GitHubContext, readGitHubContext } from './github-context.ts';

/** The runner's side of the step. Telling is never fatal: what cannot be written is warned about. */
export interface Runner {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly context: GitHubContext;
  /** Hides a secret in the log, and from here on in all that this object writes. */
  mask(secret: string): void;
  /** Takes every masked secret out of a text that goes elsewhere. */
  redact(text: string): string;
  log(line: string): void;
  notice(line: string): void;
  warn(line: string): void;
  error(line: string): void;
  output(name: string, value: string): void;
  summary(markdown: string): Promise<void>;
  /** For the post step, which is another process. */
  saveState(name: string, value: string): void;
  readState(name: string): string;
}

const ZERO_WIDTH_SPACE = '\u200b';

/** What the toolkit writes for the runner, to standard output and to the runner's files. */
export interface Toolkit
  extends Pick<
    typeof core,
    'setSecret' | 'info' | 'notice' | 'warning' | 'error' | 'setOutput' | 'saveState' | 'getState'
  > {
  readonly summary: { addRaw(text: string): { write(): Promise<unknown> } };
}

export function createRunner(env: Runner['env'], toolkit: Toolkit): Runner {
  const { add, redact } = createRedactor();
  const line = (text: string) => breakCommands(redact(text));
  const warn = (text: string) => toolkit.warning(line(text));

  function softly(what: string, write: () => void): void {
    try {
      write();
    } catch {
      warn(`${what} could not be written: the runner's file for it is missing or read-only.`);
    }
  }

  return {
    env,
    context: readGitHubContext(env),
    redact,
    warn,
    mask(secret) {
      add(secret);
      toolkit.setSecret(secret);
    },
    log: (text) => toolkit.info(line(text)),
    notice: (text) => toolkit.notice(line(text)),
    error: (text) => toolkit.error(line(text)),
    output(name, value) {
      // Without the file, the toolkit falls back to a command that GitHub has switched off.
      if (env.GITHUB_OUTPUT) softly(`The output \`${name}\``, () => toolkit.setOutput(name, redact(value)));
      else warn(`The output \`${name}\` could not be written: the runner names no file for it (GITHUB_OUTPUT).`);
    },
    async summary(markdown) {
      try {
        await toolkit.summary.addRaw(redact(markdown)).write();
      } catch {
        warn("The job summary could not be written: the runner's file for it is missing or read-only.");
      }
    },
    saveState(name, value) {
      if (env.GITHUB_STATE) softly('The state for the post step', () => toolkit.saveState(name, redact(value)));
    },
    readState: toolkit.getState,
  };
}

/**
 * The runner takes `::x::` at a line's start and `##[x]` anywhere for its own commands; a character of no width breaks both,
 * so that nothing in a log line is ever one.
 */
export function breakCommands(text: string): string {
  return text.replaceAll('::', `:${ZERO_WIDTH_SPACE}:`).replaceAll('##[', `##${ZERO_WIDTH_SPACE}[`);
}
