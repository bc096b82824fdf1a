import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The action, inputs and event that a step runs with. */
export interface StepContext {
  readonly actionDir: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly event: { readonly name: string; readonly payload: unknown };
  readonly github: { readonly apiUrl: string; readonly repository: string };
  /** The value of `${{ github.token }}`. */
  readonly token: string;
  readonly workspace?: string;
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

export const readAction = (actionDir: string): Action =>
  parse(readFileSync(join(actionDir, 'action.yml'), 'utf8'));

/** The files that a step writes for the runner. */
const FILES = {
  OUTPUT: 'output',
  STATE: 'state',
  STEP_SUMMARY: 'summary',
  ENV: 'env',
  PATH: 'path',
};

/**
 * The environment of a step: the variables that GitHub documents for its runners, and the few
 * variables of the machine that every process needs. Creates the files that it names in the folder
 * `room`. @param action the parsed `action.yml`.
 */
export function stepEnvironment(
  context: StepContext,
  room: string,
  action = readAction(context.actionDir),
): Record<string, string> {
  const { event, github, workspace = room, run = {} } = context;
  const files = Object.entries(FILES).map(
    ([name, file]) => [`GITHUB_${name}`, join(room, file)] as const,
  );
  for (const [, file] of files) writeFileSync(file, '');
  const eventFile = join(room, 'event.json');
  writeFileSync(eventFile, JSON.stringify(event.payload));
  return {
    PATH: process.env.PATH ?? '',
    HOME: room,
    LANG: 'C.UTF-8',
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    RUNNER_OS: 'Linux',
    RUNNER_ARCH: 'X64',
    RUNNER_TEMP: room,
    GITHUB_WORKSPACE: workspace,
    ...Object.fromEntries(files),
    ...inputVariables(context, action),
    GITHUB_EVENT_NAME: event.name,
    GITHUB_EVENT_PATH: eventFile,
    GITHUB_REPOSITORY: github.repository,
    GITHUB_REPOSITORY_OWNER: github.repository.split('/')[0] ?? '',
    GITHUB_API_URL: github.apiUrl,
    GITHUB_SERVER_URL: github.apiUrl,
    GITHUB_GRAPHQL_URL: `${github.apiUrl}/graphql`,
    GITHUB_RUN_ID: String(run.id ?? 7),
    GITHUB_RUN_NUMBER: '7',
    GITHUB_RUN_ATTEMPT: String(run.attempt ?? 1),
    GITHUB_WORKFLOW: 'Docs',
    GITHUB_JOB: run.job ?? 'docs',
    GITHUB_ACTION: run.action ?? '__self',
    GITHUB_WORKFLOW_REF: `${github.repository}/${run.workflow ?? '.github/workflows/docs.yml'}@refs/heads/main`,
    ...payloadVariables(event),
  };
}

function inputVariables(
  { inputs, token, run = {} }: StepContext,
  action: Action,
): Record<string, string> {
  const defaults = Object.entries(action.inputs).map(
    ([name, { default: value = '' }]) => [name, expand(String(value), token, run.matrix)] as const,
  );
  const given = Object.entries({ ...Object.fromEntries<string>(defaults), ...inputs });
  return Object.fromEntries(
    given.map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]),
  );
}

/** Evaluates the expressions that defaults in this action's `action.yml` use. */
function expand(value: string, token: string, matrix: unknown = null): string {
  return value
    .replace(/\$\{\{ *github\.token *\}\}/, () => token)
    .replace(/\$\{\{ *toJSON\(matrix\) *\}\}/, () => JSON.stringify(matrix, null, 2));
}

/** Variables from the payload, or else of an event that alice triggered on `main`. */
function payloadVariables({ name, payload }: StepContext['event']): Record<string, string> {
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
