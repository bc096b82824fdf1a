import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { createLog, type Log } from './log.ts';
import { readValues } from './workflow-commands.ts';

export interface StepOptions {
  /** The folder that holds `action.yml`. */
  readonly actionDir: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly event: { readonly name: string; readonly payload: unknown };
  readonly github: { readonly apiUrl: string; readonly repository: string };
  /** What `${{ github.token }}` gives. */
  readonly token: string;
  /** More variables, or other values of the runner's own; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly workspace?: string;
  /** Gets every line that people would see, as it comes. */
  readonly onLine?: (line: string) => void;
}

export interface StepResult extends Log {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly state: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly duration: number;
}

export interface Step {
  readonly result: Promise<StepResult>;
  /** Of the step's process. */
  kill(signal: NodeJS.Signals): void;
}

/** Runs an action's `main` as GitHub's runner does: inputs, event and files by the environment, and nothing of our own. */
export function runStep(options: StepOptions): Step {
  return start(options, 'main', {});
}

/** Runs its `post`, which gets what `main` saved. The runner does so after failures and kills too. */
export function runPost(options: StepOptions, main: StepResult): Step {
  const state = Object.entries(main.state).map(([name, value]) => [`STATE_${name}`, value]);
  return start(options, 'post', Object.fromEntries(state));
}

function start(options: StepOptions, phase: 'main' | 'post', state: Record<string, string>): Step {
  const room = mkdtempSync(join(tmpdir(), 'step-'));
  const metadata = parse(readFileSync(join(options.actionDir, 'action.yml'), 'utf8'));
  const env = { ...environment(options, metadata, room), ...state, ...options.env };
  const log = createLog(options.onLine);
  const began = performance.now();
  const child = spawn(process.execPath, [resolve(options.actionDir, metadata.runs[phase])], {
    env,
    cwd: env.GITHUB_WORKSPACE,
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', log.take);
  const result = ended(child).then(({ exitCode, signal }) => {
    const files = readFiles(room);
    rmSync(room, { recursive: true });
    return { ...log.finish(), ...files, exitCode, signal, duration: performance.now() - began };
  });
  return { result, kill: (signal) => void child.kill(signal) };
}

function ended(child: ChildProcess): Promise<{ exitCode: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal }));
  });
}

const FILES = { GITHUB_OUTPUT: 'output', GITHUB_STATE: 'state', GITHUB_STEP_SUMMARY: 'summary', GITHUB_ENV: 'env' };

function readFiles(room: string) {
  const read = (name: string) => readFileSync(join(room, name), 'utf8');
  return { outputs: readValues(read('output')), state: readValues(read('state')), summary: read('summary') };
}

/** The variables that GitHub documents for runners, and the few of the machine that any process needs. */
function environment(options: StepOptions, metadata: Metadata, room: string): Record<string, string> {
  const { github, event, token, inputs, workspace = room } = options;
  const eventFile = join(room, 'event.json');
  writeFileSync(eventFile, JSON.stringify(event.payload));
  const files = Object.entries(FILES).map(([name, file]) => {
    writeFileSync(join(room, file), '');
    return [name, join(room, file)];
  });
  const declared = Object.entries(metadata.inputs).map(([name, { default: value = '' }]) => [
    name,
    expand(value, token),
  ]);
  const given = Object.entries({ ...Object.fromEntries(declared), ...inputs });
  return {
    PATH: process.env.PATH ?? '',
    HOME: room,
    LANG: 'C.UTF-8',
    ...Object.fromEntries(files),
    ...Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value])),
    ...{ CI: 'true', GITHUB_ACTIONS: 'true', RUNNER_OS: 'Linux', RUNNER_ARCH: 'X64', RUNNER_TEMP: room },
    ...{ GITHUB_EVENT_NAME: event.name, GITHUB_EVENT_PATH: eventFile, GITHUB_WORKSPACE: workspace },
    ...{
      GITHUB_REPOSITORY: github.repository,
      GITHUB_REPOSITORY_ID: '1',
      GITHUB_REPOSITORY_OWNER: github.repository.split('/')[0] ?? '',
    },
    ...{
      GITHUB_API_URL: github.apiUrl,
      GITHUB_SERVER_URL: github.apiUrl,
      GITHUB_GRAPHQL_URL: `${github.apiUrl}/graphql`,
    },
    ...{
      GITHUB_RUN_ID: '7',
      GITHUB_RUN_NUMBER: '7',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_JOB: 'docs',
      GITHUB_ACTION: '__self',
    },
    ...{
      GITHUB_WORKFLOW: 'Docs',
      GITHUB_WORKFLOW_REF: `${github.repository}/.github/workflows/docs.yml@refs/heads/main`,
    },
    ...{
      GITHUB_ACTOR: 'alice',
      GITHUB_TRIGGERING_ACTOR: 'alice',
      GITHUB_REF: 'refs/heads/main',
      GITHUB_SHA: '0'.repeat(40),
    },
  };
}

interface Metadata {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
}

/** The expressions that defaults of this action use. */
function expand(value: string, token: string): string {
  return value.replace(/\$\{\{ *github\.token *\}\}/, () => token);
}
