import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The action, inputs and event that a step runs with. */
export interface StepContext {
  /** The folder that contains `action.yml`. */
  readonly actionDir: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly event: { readonly name: string; readonly payload: unknown };
  readonly github: { readonly apiUrl: string; readonly repository: string };
  /** The value of `${{ github.token }}`. */
  readonly token: string;
  readonly workspace?: string;
  /** The workflow run and job of the step. */
  readonly run?: Run;
}

interface Run {
  readonly id?: number;
  readonly attempt?: number;
  /** `.github/workflows/docs.yml` */
  readonly workflow?: string;
  readonly job?: string;
  /** `__self`; GitHub numbers further steps of the same action in a job: `__self_2`. */
  readonly action?: string;
  /** The matrix values of the job; undefined without a matrix. */
  readonly matrix?: unknown;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: Readonly<Record<'main' | 'post', string>>;
}

export const readAction = (actionDir: string): Action => parse(readFileSync(join(actionDir, 'action.yml'), 'utf8'));

/**
 * The environment of a step: the variables that GitHub documents for its runners, and the few variables of the machine that every
 * process needs. Creates the files that it names in the folder `room`. @param action the parsed `action.yml`.
 */
export function stepEnvironment(
  context: StepContext,
  room: string,
  action = readAction(context.actionDir),
): Record<string, string> {
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
    ...inputVariables(context, action),
    ...eventVariables(context, room),
    ...repositoryVariables(github),
    ...runVariables(context),
    ...payloadVariables(context),
    GITHUB_WORKSPACE: workspace,
  };
}

/** Creates the files that the step writes for the runner. @returns their paths by variable. */
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

function inputVariables({ inputs, token, run = {} }: StepContext, action: Action): Record<string, string> {
  const defaults = Object.entries(action.inputs).map(
    ([name, { default: value = '' }]) => [name, expand(value, token, run.matrix)] as const,
  );
  const given = Object.entries({ ...Object.fromEntries<string>(defaults), ...inputs });
  return Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]));
}

/** Evaluates the expressions that defaults in this action's `action.yml` use. */
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

/** Variables from the payload, or else of an event that alice triggered on `main`. */
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
