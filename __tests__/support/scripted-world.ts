import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpClient, HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { main } from '../../src/main.ts';
import { type Files, systemFiles } from '../../src/runtime/files.ts';
import type { Runner } from '../../src/runtime/runner.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { jobBody, PULL_REQUEST } from './job-body.ts';
import { createRecordingRunner, type RecordingRunner } from './recording-runner.ts';
import { createThreadOfGitHub } from './scripted-thread-of-github.ts';

const KEY = 'docs_canary-key';
const TOKEN = 'ghs_canary-token';

export const json = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): HttpResponse => ({
  status,
  headers: new Map(Object.entries({ 'content-type': 'application/json', ...headers })),
  body: Buffer.from(JSON.stringify(body)),
});

const aJob = (fields: Readonly<Record<string, unknown>> = {}): HttpResponse =>
  json(200, jobBody(fields));

/** A job that ends with a pull request, `ms` milliseconds after the start of the run. */
export const doneAt = (ms: number) => (now: number) =>
  now < ms ? aJob() : aJob({ status: 'completed', prLink: PULL_REQUEST });

/** The requests that create a job or send a follow-up. */
export const submitted = ({ requests }: Lived): string[] =>
  requests.filter((line) => line.startsWith('POST agent.example'));

/** What the runner was called with: `log`, `warn`, `error` or another kind. */
export const linesOf = ({ runner }: Lived, kind: string): string =>
  runner.told.filter((line) => line.startsWith(`${kind} `)).join('\n');

export const MINUTE = 60_000;

/** A request in short form: `POST agent.example/v2/…`. */
const lineOf = ({ method, url }: HttpRequest) => `${method} ${url.host}${url.pathname}`;

export interface World {
  /** The service's responses to the create request and to status requests. */
  readonly create?: () => HttpResponse | Promise<HttpResponse>;
  readonly status?: (now: number) => HttpResponse;
  /** Why the runner cannot run the action. */
  readonly hindrance?: Parameters<typeof main>[1];
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly event?: { readonly name: string; readonly payload: unknown };
  readonly cancel?: AbortController;
  readonly clock?: FakeClock;
  /** Functions of the runner that fail. */
  readonly broken?: Partial<Runner>;
  readonly files?: Files;
}

export interface Lived {
  readonly exitCode: number;
  readonly runner: RecordingRunner;
  readonly requests: readonly string[];
  readonly prompts: readonly string[];
}

const LABELED = {
  name: 'issues',
  payload: {
    action: 'labeled',
    label: { name: 'docs' },
    sender: { login: 'alice', id: 501 },
    issue: {
      number: 31,
      title: 'Explain the new `--json` flag',
      body: 'What does it print?',
      html_url: 'https://github.com/acme/app/issues/31',
      created_at: '2026-03-02T11:00:00Z',
      updated_at: '2026-03-02T12:00:00Z',
      user: { login: 'bob' },
    },
  },
};

/** Runs the whole step in a scripted world. */
export async function live(world: World = {}): Promise<Lived> {
  const { clock = createFakeClock(), cancel = new AbortController(), event = LABELED } = world;
  const folder = mkdtempSync(join(tmpdir(), 'event-'));
  try {
    const path = join(folder, 'event.json');
    writeFileSync(
      path,
      typeof event.payload === 'string' ? event.payload : JSON.stringify(event.payload),
    );
    const runner = createRecordingRunner({
      ...environment(event.name, path, world.inputs),
      ...world.env,
    });
    const played = play(world, clock);
    const effects = {
      runner: { ...runner, ...world.broken },
      clock,
      send: played.send,
      signal: cancel.signal,
      files: world.files ?? systemFiles,
      uuid: randomUUID,
    };
    const exitCode = await main(effects, world.hindrance);
    return { exitCode, runner, ...played };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function environment(eventName: string, eventPath: string, inputs: World['inputs']) {
  const given = {
    'base-url': 'https://agent.example',
    'project-id': 'p1',
    'api-key': KEY,
    'github-token': TOKEN,
    ...inputs,
  };
  return {
    ...Object.fromEntries(
      Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
    GITHUB_EVENT_NAME: eventName,
    GITHUB_EVENT_PATH: eventPath,
    GITHUB_REPOSITORY: 'acme/app',
    GITHUB_RUN_ID: '77',
    GITHUB_API_URL: 'https://api.github.com',
    GITHUB_SERVER_URL: 'https://github.com',
  };
}

/** Every account of GitHub has the permission `admin`. */
function play(
  { create = () => aJob(), status = () => aJob({ status: 'failed' }) }: World,
  clock: FakeClock,
) {
  const gitHub = createThreadOfGitHub(json, clock);
  const requests: string[] = [];
  const prompts: string[] = [];
  const send: HttpClient = async (request) => {
    requests.push(lineOf(request));
    if (request.url.pathname.endsWith('/permission'))
      return json(200, { permission: 'admin', role_name: 'admin' });
    if (request.url.host === 'api.github.com') return gitHub(request);
    if (request.method === 'GET') return status(clock.now());
    prompts.push(String(Object(JSON.parse(request.body ?? '')).prompt));
    return create();
  };
  return { send, requests, prompts };
}
