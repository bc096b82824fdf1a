import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** What a step runs with. */
export interface StepContext {
  /** The folder that holds `action.yml`. */
  readonly actionDir: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly event: { readonly name: string; readonly payload: unknown };
  readonly github: { readonly apiUrl: string; readonly repository: string };
  /** What `${{ github.token }}` gives. */
  readonly token: string;
  readonly workspace?: string;
  /** Which run it is a part of, and which part. */
  readonly run?: Run;
}

interface Run {
  readonly id?: number;
  readonly attempt?: number;
  /** `.github/workflows/docs.yml` */
  readonly workflow?: string;
  readonly job?: string;
  /** `__self`; GitHub numbers others of the same action in a job: `__self_2`. */
  readonly action?: string;
  /** The values of this leg; a job without a matrix has none. */
  readonly matrix?: unknown;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: Readonly<Record<'main' | 'post', string>>;
}

export const readAction = (actionDir: string): Action => parse(readFileSync(join(actionDir, 'action.yml'), 'utf8'));

/**
 * The environment of a step: the variables that GitHub documents for its runners, and the few of the machine that any process
 * needs. The files that it names are made in `room`.
 */
export function stepEnvironment(context: StepContext, room: string): Record<string, string> {
  const { github, workspace = room } = context;
  return {
    PATH: process.env.PATH ?? '',
    HOME: room,
    LANG: 'C.UTF-8',
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    RUNNER_OS: 'Linux',
    RUNNER_ARCH: 'X64',
    RUNNER_TEMP: room,
    ...runnerFiles(room),
    ...inputVariables(context),
    ...eventVariables(context, room),
    ...repositoryVariables(github),
    ...runVariables(context),
    ...payloadVariables(context),
    GITHUB_WORKSPACE: workspace,
  };
}

/** Files that the step writes for the runner, by the variable that names each. */
function runnerFiles(room: string): Record<string, string> {
  const files = {
    GITHUB_OUTPUT: 'output',
    GITHUB_STATE: 'state',
    GITHUB_STEP_SUMMARY: 'summary',
    GITHUB_ENV: 'env',
    GITHUB_PATH: 'path',
  };
  return Object.fromEntries(
    Object.entries(files).map(([variable, name]) => {
      const file = join(room, name);
      writeFileSync(file, '');
      return [variable, file];
    }),
  );
}

function inputVariables({ actionDir, inputs, token, run = {} }: StepContext): Record<string, string> {
  const defaults = Object.entries(readAction(actionDir).inputs).map(
    ([name, { default: value = '' }]) => [name, expand(value, token, run.matrix)] as const,
  );
  const given = Object.entries({ ...Object.fromEntries<string>(defaults), ...inputs });
  return Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]));
}

/** The expressions that defaults of this action use. */
function expand(value: string, token: string, matrix: unknown = null): string {
  return value
    .replace(/\$\{\{ *github\.token *\}\}/, () => token)
    .replace(/\$\{\{ *toJSON\(matrix\) *\}\}/, () => JSON.stringify(matrix, null, 2));
}

function eventVariables({ event }: StepContext, room: string): Record<string, string> {
  const file = join(room, 'event.json');
  writeFileSync(file, JSON.stringify(event.payload));
  return { GITHUB_EVENT_NAME: event.name, GITHUB_EVENT_PATH: file };
}

function repositoryVariables({ apiUrl, repository }: StepContext['github']): Record<string, string> {
  return {
    GITHUB_REPOSITORY: repository,
    GITHUB_REPOSITORY_OWNER: repository.split('/')[0] ?? '',
    GITHUB_API_URL: apiUrl,
    GITHUB_SERVER_URL: apiUrl,
    GITHUB_GRAPHQL_URL: `${apiUrl}/graphql`,
  };
}

function runVariables({ github, run = {} }: StepContext): Record<string, string> {
  const { id = 7, attempt = 1, workflow = '.github/workflows/docs.yml', job = 'docs', action = '__self' } = run;
  return {
    GITHUB_RUN_ID: String(id),
    GITHUB_RUN_NUMBER: '7',
    GITHUB_RUN_ATTEMPT: String(attempt),
    GITHUB_WORKFLOW: 'Docs',
    GITHUB_JOB: job,
    GITHUB_ACTION: action,
    GITHUB_WORKFLOW_REF: `${github.repository}/${workflow}@refs/heads/main`,
  };
}

/** What the payload says of them, or else those of an event that alice brought about on `main`. */
function payloadVariables({ event: { name, payload } }: StepContext): Record<string, string> {
  const { sender, repository, ref, after } = Object(payload);
  const actor = String(Object(sender).login ?? 'alice');
  const pushed = name === 'push' ? { ref, after } : {};
  return {
    GITHUB_ACTOR: actor,
    GITHUB_TRIGGERING_ACTOR: actor,
    GITHUB_REPOSITORY_ID: String(Object(repository).id ?? '1'),
    GITHUB_REF: String(pushed.ref ?? 'refs/heads/main'),
    GITHUB_SHA: String(pushed.after ?? '0'.repeat(40)),
  };
}
