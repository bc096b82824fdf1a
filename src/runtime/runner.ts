import { appendFileSync, existsSync } from 'node:fs';
import {
  error,
  getState,
  info,
  notice,
  saveState,
  setOutput,
  setSecret,
  warning,
} from '@actions/core';
import { RunnerError } from '../errors.ts';
import { createRedactor } from '../text/redact-secrets.ts';

/** The environment variables of the process. */
export type Env = Readonly<Record<string, string | undefined>>;

/** An input as the workflow passes it; empty if it passes none. */
export const rawInput = (env: Env, name: string): string =>
  env[`INPUT_${name.toUpperCase()}`] ?? '';

/** The inputs that are secrets. */
export const SECRETS: readonly string[] = ['api-key', 'github-token'];

/** The secrets among the inputs, with and without the white space around them. */
export function readSecrets(env: Env): string[] {
  const given = SECRETS.map((name) => rawInput(env, name));
  return [...new Set(given.flatMap((secret) => [secret, secret.trim()]))].filter((secret) =>
    secret.trim(),
  );
}

/**
 * The functions of GitHub's toolkit that write to standard output and to the runner's files, and
 * one for the job summary.
 */
export type Toolkit = typeof toolkit;

export const toolkit = {
  setSecret,
  info,
  notice,
  warning,
  error,
  setOutput,
  saveState,
  getState,
  /**
   * Synchronous, as a cancelled run may be killed soon. @throws if the file is missing or
   * read-only.
   */
  appendToFile(file: string, text: string): void {
    if (!existsSync(file))
      throw new Error(
        'The runner creates its files before the step begins, and this one is missing.',
      );
    appendFileSync(file, text);
  },
};

const ZERO_WIDTH_SPACE = '\u200b';

export type Runner = Readonly<ReturnType<typeof createRunner>>;

/**
 * Log, outputs, job summary and state of the step. A failed write is a warning, never an exception.
 */
export function createRunner(env: Env, toolkit: Toolkit) {
  const { add, redact, redactExchanged } = createRedactor(readSecrets(env));
  const variables = readGitHubVariables(env);
  const { actor, triggeringActor, event } = variables;
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
    /** Without the secrets among the inputs, as messages quote names and cut them. */
    variables: {
      ...variables,
      actor: redactExchanged(actor),
      triggeringActor: redactExchanged(triggeringActor),
      event: event && { ...event, name: redactExchanged(event.name) },
    },
    redact,
    redactExchanged,
    warn,
    /**
     * Hides a secret in the log, and from now on in everything that this object writes. Servers
     * still get it.
     */
    mask(secret: string): void {
      add(secret);
      toolkit.setSecret(secret);
    },
    log: (text: string) => toolkit.info(line(text)),
    notice: (text: string) => toolkit.notice(line(text)),
    error: (text: string) => toolkit.error(line(text)),
    output(name: string, value: string): void {
      // Without the file, the toolkit falls back to a workflow command that GitHub has disabled.
      if (env.GITHUB_OUTPUT)
        warnOnFailure(`The output \`${name}\``, () => toolkit.setOutput(name, redact(value)));
      else
        warn(
          `The output \`${name}\` could not be written: the runner names no file for it (GITHUB_OUTPUT).`,
        );
    },
    summary: (markdown: string) =>
      warnOnFailure('The job summary', () =>
        toolkit.appendToFile(env.GITHUB_STEP_SUMMARY ?? '', redact(markdown)),
      ),
    /** For the post step, which is another process. */
    saveState(name: string, value: string): void {
      if (env.GITHUB_STATE)
        warnOnFailure('The state for the post step', () => toolkit.saveState(name, redact(value)));
    },
    readState: toolkit.getState,
  };
}

/**
 * Makes workflow commands inert by a zero-width space: the runner executes `::x::` at the start of
 * a line, and `##[x]` anywhere.
 */
function breakCommands(text: string): string {
  return text
    .replace(/:(?=:)/g, `:${ZERO_WIDTH_SPACE}`)
    .replaceAll('##[', `##${ZERO_WIDTH_SPACE}[`);
}

/** Returns a function that passes each different line to `warn` once. */
export function warnOnce(warn: (line: string) => void): (line: string) => void {
  const written = new Set<string>();
  return (line) => {
    if (!written.has(line)) warn(line);
    written.add(line);
  };
}

/** The variables `GITHUB_*` of the run ("Variables reference" of GitHub Actions). */
export type GitHubVariables = Readonly<ReturnType<typeof readGitHubVariables>>;

export function readGitHubVariables(env: Env) {
  const read = (variable: string): string => env[variable] ?? '';
  const name = read('GITHUB_REPOSITORY');
  const repositoryId = read('GITHUB_REPOSITORY_ID');
  const event = { name: read('GITHUB_EVENT_NAME'), path: read('GITHUB_EVENT_PATH') };
  // Malformed names would lead to other addresses of the API: `../..` to the issues of an account.
  const [, owner, repo] = /^([\w-]+)\/(?!\.+$)([\w.-]+)$/.exec(name) ?? [];
  const run = numberIn(env.GITHUB_RUN_ID);
  const serverUrl = addressIn(env.GITHUB_SERVER_URL) ?? 'https://github.com';
  const apiUrl = addressIn(env.GITHUB_API_URL || 'https://api.github.com');
  const runsUrl = `${serverUrl}/${name}/actions/runs`;
  return {
    /** The account that started the run; empty if the runner names none. */
    actor: read('GITHUB_ACTOR'),
    /** The account that started this attempt: another one than `actor` after a re-run. */
    triggeringActor: read('GITHUB_TRIGGERING_ACTOR'),
    /** Undefined if the runner names none, or not as `owner/name`. */
    repository: owner && repo ? { owner, repo } : undefined,
    /**
     * The repository's number, which renaming does not change; empty if the runner does not provide
     * it.
     */
    repositoryId,
    /** Identifies the repository in markers. */
    repositoryKey: repositoryId || name.toLowerCase(),
    /**
     * The addresses of GitHub's pages and APIs, without a trailing slash. `apiUrl`: undefined if
     * GITHUB_API_URL is no address.
     */
    serverUrl,
    apiUrl,
    /**
     * The pages of runs, without the run's number, and the page of this run; undefined if the
     * runner does not provide its number.
     */
    runsUrl,
    runUrl: name && run ? `${runsUrl}/${run}` : undefined,
    run: run ?? 1,
    attempt: numberIn(env.GITHUB_RUN_ATTEMPT) ?? 1,
    /**
     * `.github/workflows/docs.yml`, without repository and branch; the workflow's name if the
     * runner does not provide its file.
     */
    workflow:
      /^[^/]+\/[^/]+\/([^@]+)@/.exec(read('GITHUB_WORKFLOW_REF'))?.[1] ?? read('GITHUB_WORKFLOW'),
    job: read('GITHUB_JOB'),
    /** The step's id, or a name that GitHub generates. */
    step: read('GITHUB_ACTION'),
    workspace: env.GITHUB_WORKSPACE ?? '.',
    event: event.name && event.path ? event : undefined,
  };
}

/** A number from 1; undefined for anything else, which no marker can hold. */
const numberIn = (text = '') => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

/**
 * An address without a trailing slash, to which paths can be appended; undefined for any other
 * text.
 */
function addressIn(text = ''): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || /[?#@\s]/.test(text)) return undefined;
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/**
 * The error for a version of Node before that of action.yml. Some runners, act among them, use the
 * Node that they find.
 */
export function findNodeProblem(version: string): RunnerError | undefined {
  if (Number.parseInt(version, 10) >= 24) return undefined;
  return new RunnerError(
    `This action needs Node 24; this runner has v${version}.`,
    'Update the runner to a version that supports `node24`. Under act, put Node 24 first in PATH.',
  );
}
