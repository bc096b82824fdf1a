import { appendFileSync, existsSync } from 'node:fs';
import type * as core from '@actions/core';
import { error, getState, info, notice, saveState, setOutput, setSecret, warning } from '@actions/core';
import { RunnerError } from '../errors.ts';
import { createRedactor, type Redactor } from '../text/redact-secrets.ts';
import { type GitHubVariables, readGitHubVariables } from './github-variables.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** An input as the workflow passes it; empty if it passes none. */
export const rawInput = (env: Env, name: string): string => env[`INPUT_${name.toUpperCase()}`] ?? '';

/** The inputs that are secrets. */
export const SECRETS: readonly string[] = ['api-key', 'previous-api-key', 'github-token'];

/** The secrets among the inputs, with and without the white space around them. */
export function readSecrets(env: Env): string[] {
  const given = SECRETS.map((name) => rawInput(env, name));
  return [...new Set(given.flatMap((secret) => [secret, secret.trim()]))].filter((secret) => secret.trim());
}

/** Log, outputs, job summary and state of the step. A failed write is a warning, never an exception. */
export interface Runner extends Pick<Redactor, 'redact' | 'redactIncoming'> {
  readonly env: Env;
  /** Without the secrets among the inputs, as messages quote names and cut them. */
  readonly variables: GitHubVariables;
  /** Hides a secret in the log, and from now on in everything that this object writes, as it hides the secrets among the inputs. */
  mask(secret: string): void;
  log(line: string): void;
  notice(line: string): void;
  warn(line: string): void;
  error(line: string): void;
  output(name: string, value: string): void;
  summary(markdown: string): void;
  /** Saves a value for the post step, which is another process. */
  saveState(name: string, value: string): void;
  readState(name: string): string;
}

/** The functions that write to standard output and to the runner's files: those of `@actions/core`, and one for the job summary. */
export interface Toolkit
  extends Pick<
    typeof core,
    'setSecret' | 'info' | 'notice' | 'warning' | 'error' | 'setOutput' | 'saveState' | 'getState'
  > {
  /** @throws if the file is missing or read-only. */
  appendToFile(file: string, text: string): void;
}

const ZERO_WIDTH_SPACE = '\u200b';

export function createRunner(env: Env, toolkit: Toolkit): Runner {
  const { add, redact, redactIncoming } = createRedactor();
  for (const secret of readSecrets(env)) add(secret);
  const { actor, triggeringActor, event, ...variables } = readGitHubVariables(env);
  const named = event && { ...event, name: redactIncoming(event.name) };
  const line = (text: string) => breakCommands(redact(text));
  const warn = (text: string) => toolkit.warning(line(text));

  function warnOnFailure(what: string, write: () => void): void {
    try {
      write();
    } catch {
      warn(`${what} could not be written: the runner's file for it is missing or read-only.`);
    }
  }

  return {
    env,
    variables: {
      ...variables,
      actor: redactIncoming(actor),
      triggeringActor: redactIncoming(triggeringActor),
      event: named,
    },
    redact,
    redactIncoming,
    warn,
    mask(secret) {
      add(secret);
      toolkit.setSecret(secret);
    },
    log: (text) => toolkit.info(line(text)),
    notice: (text) => toolkit.notice(line(text)),
    error: (text) => toolkit.error(line(text)),
    output(name, value) {
      // Without the file, the toolkit falls back to a workflow command that GitHub has disabled.
      if (env.GITHUB_OUTPUT) warnOnFailure(`The output \`${name}\``, () => toolkit.setOutput(name, redact(value)));
      else warn(`The output \`${name}\` could not be written: the runner names no file for it (GITHUB_OUTPUT).`);
    },
    summary: (markdown) =>
      warnOnFailure('The job summary', () => toolkit.appendToFile(env.GITHUB_STEP_SUMMARY ?? '', redact(markdown))),
    saveState(name, value) {
      if (env.GITHUB_STATE) warnOnFailure('The state for the post step', () => toolkit.saveState(name, redact(value)));
    },
    readState: toolkit.getState,
  };
}

/**
 * Makes workflow commands in a text inert. The runner executes `::x::` at the start of a line and `##[x]` anywhere; a zero-width
 * space breaks both.
 */
export function breakCommands(text: string): string {
  return text.replace(/:(?=:)/g, `:${ZERO_WIDTH_SPACE}`).replaceAll('##[', `##${ZERO_WIDTH_SPACE}[`);
}

/** Returns a function that passes each different line to `warn` once. */
export function warnOnce(warn: (line: string) => void): (line: string) => void {
  const written = new Set<string>();
  return (line) => {
    if (!written.has(line)) warn(line);
    written.add(line);
  };
}

/** GitHub's toolkit. Its own job summary is written asynchronously: a cancelled run may be killed before. */
export const toolkit: Toolkit = {
  setSecret,
  info,
  notice,
  warning,
  error,
  setOutput,
  saveState,
  getState,
  appendToFile(file, text) {
    if (!existsSync(file))
      throw new Error('The runner creates its files before the step begins, and this one is missing.');
    appendFileSync(file, text);
  },
};

/** action.yml names Node 24. Some runners, act among them, run the action with the Node that they find instead. */
const NEEDED = 24;

/** The error for a version of Node that lacks what the action uses; undefined for a suitable one. @param version as in `process.versions.node`. */
export function findNodeProblem(version: string): RunnerError | undefined {
  if (Number.parseInt(version, 10) >= NEEDED) return undefined;
  return new RunnerError(
    `This action needs Node 24; this runner has v${version}.`,
    'Update the runner to a version that supports `node24`. Under act, put Node 24 first in PATH.',
  );
}
