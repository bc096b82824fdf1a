import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import '@actions/github/lib/utils'; // loading it takes real time, in which virtual time must not advance
import type { ActionContext } from '../../src/action-context.ts';
import type { HttpClient } from '../../src/http/transport.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import { createRunner } from '../../src/runtime/runner.ts';
import { createMemoryToolkit } from '../support/memory-toolkit.ts';
import { createChance } from '../support/seeded-random.ts';
import { withinTimeout } from '../support/simulated-network.ts';
import type { SimulatedTime } from '../support/simulated-time.ts';
import { filesAtOnce } from '../support/virtual-files.ts';
import { whileAlive } from '../support/while-alive.ts';
import { TOKEN } from './stub-github.ts';
import { API_KEY } from './stub-service.ts';

export interface Step {
  readonly event: { readonly name: string; readonly payload: object };
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: number;
  readonly attempt?: number;
  /** The process is killed at this request, counted from 1: before or after the server carried it out. */
  readonly kill?: { readonly request: number; readonly when: 'before' | 'after' };
  /** It is cancelled after so many milliseconds. */
  readonly cancelAfter?: number;
  /** Puts files into the workspace. */
  readonly checkout?: (workspace: string) => void;
  /** Instead of the stubs: a transport on real sockets. */
  readonly transport?: (clock: Clock) => HttpClient;
}

/** What a process left. */
export interface Ended {
  /** Null after a kill. */
  readonly exitCode: number | null;
  readonly verdict: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly log: string;
  /** Milliseconds that it took, in virtual time. */
  readonly took: number;
  /** All that it shows outside its requests to the two servers. */
  readonly shown: string;
}

/** Of all processes of a file of tests. */
const ROOM = mkdtempSync(join(tmpdir(), 'attack-'));
afterAll(() => rmSync(ROOM, { recursive: true }));
let events = 0;

interface Surroundings {
  readonly time: SimulatedTime;
  readonly exchange: HttpClient;
  /** What the process before it saved. */
  readonly state: Readonly<Record<string, string>>;
  readonly act: (effects: ActionContext) => Promise<number>;
}

/** One process of the action, `main` or `post`, until its end or until it is killed. */
export async function startProcess(step: Step, { time, exchange, state, act }: Surroundings): Promise<Ended> {
  const workspace = step.checkout ? mkdtempSync(join(ROOM, 'workspace-')) : ROOM;
  step.checkout?.(workspace);
  const began = time.now();
  const { life, died, effects } = createLife(step, time, exchange);
  const lines: string[] = [];
  const { toolkit, written } = createMemoryToolkit({
    getState: (name) => state[name] ?? '',
    print: (_, text) => void lines.push(text),
  });
  const runner = createRunner(environment(step, workspace), toolkit);
  const exitCode = await Promise.race([act({ ...effects, runner, files: filesAtOnce }), died]);
  life.abort();
  const { outputs, state: saved, summary } = written;
  const log = lines.join('\n');
  return {
    exitCode,
    verdict: outputs.verdict ?? '',
    outputs,
    state: saved,
    summary,
    log,
    took: time.now() - began,
    shown: [log, summary, ...Object.values(outputs), ...Object.values(saved)].join('\n'),
  };
}

/** A process: what it has of the world, until it is killed. */
function createLife({ kill, cancelAfter, transport }: Step, time: SimulatedTime, exchange: HttpClient) {
  const began = time.now();
  const chance = createChance();
  const life = new AbortController();
  const cancel = new AbortController();
  const { promise: died, resolve: die } = Promise.withResolvers<null>();
  if (cancelAfter !== undefined) void time.sleep(cancelAfter, life.signal).then(() => cancel.abort());
  let sent = 0;

  const isKilledAt = (when: 'before' | 'after') => {
    if (kill?.request !== sent || kill.when !== when) return false;
    life.abort();
    die(null);
    return true;
  };
  const alive = whileAlive(life.signal);
  const clock: Clock = {
    now: () => time.now() - began,
    date: () => new Date(Date.UTC(2026, 2, 2, 12) + time.now()),
    random: chance.random,
    sleep: (ms, signal) => alive(time.sleep(ms, signal)),
  };
  const onStubs: HttpClient = async (request) => {
    sent++;
    if (isKilledAt('before')) return new Promise(() => {});
    return exchange(request).finally(() => isKilledAt('after'));
  };
  const send: HttpClient = transport?.(clock) ?? ((request) => alive(withinTimeout(request, onStubs(request), time)));
  return { life, died, effects: { clock, send, signal: cancel.signal, uuid: chance.uuid } };
}

function environment({ event, inputs, env, run = 7, attempt = 1 }: Step, workspace: string) {
  const path = join(ROOM, `event-${++events}.json`);
  writeFileSync(path, JSON.stringify(event.payload));
  const given = { 'base-url': 'https://agent.example', 'project-id': 'p1', 'api-key': API_KEY, 'github-token': TOKEN };
  return {
    ...Object.fromEntries(
      Object.entries({ ...given, ...inputs }).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
    GITHUB_EVENT_NAME: event.name,
    GITHUB_EVENT_PATH: path,
    GITHUB_WORKSPACE: workspace,
    GITHUB_OUTPUT: 'output',
    GITHUB_STATE: 'state',
    GITHUB_STEP_SUMMARY: 'summary',
    GITHUB_REPOSITORY: 'acme/app',
    GITHUB_REPOSITORY_ID: '1',
    GITHUB_ACTOR: 'alice',
    GITHUB_API_URL: 'https://api.github.com',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_RUN_ID: String(run),
    GITHUB_RUN_ATTEMPT: String(attempt),
    GITHUB_TRIGGERING_ACTOR: 'alice',
    GITHUB_WORKFLOW: 'Docs',
    GITHUB_JOB: 'docs',
    GITHUB_ACTION: '__self',
    GITHUB_WORKFLOW_REF: 'acme/app/.github/workflows/docs.yml@refs/heads/main',
    ...env,
  };
}
