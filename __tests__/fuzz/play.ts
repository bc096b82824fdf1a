import type { HttpResponse } from '../../src/http/transport.ts';
import { TransportError } from '../../src/http/transport-error.ts';
import { writtenIn } from '../simulation/action-process.ts';
import { PLAIN_JOB, PLAIN_SETUP } from '../simulation/history.ts';
import { inputOf } from '../simulation/knowledge.ts';
import { occasion } from '../simulation/occasions.ts';
import { createRuns, type Run } from '../simulation/runs.ts';
import { createWorld, type Exchange, type World } from '../simulation/world.ts';
import { createMemoryFiles, type MemoryFiles } from '../support/memory-files.ts';
import type { Mutation } from './mutations.ts';
import type { Story } from './stories.ts';
import { type Applied, createTampering } from './tampering.ts';

/** What came of a story. */
export interface Played {
  readonly world: World;
  readonly files: MemoryFiles;
  readonly applied: readonly Applied[];
  /** The states that answers had when they arrived; 0 if none arrived. */
  readonly arrived: ReadonlyMap<Exchange, number>;
  /** What ended the story before its time. */
  readonly crash: unknown;
  /** Milliseconds of CPU time. */
  readonly cost: number;
}

const PLAN = { ...PLAIN_JOB, seconds: 7 };
const SETUP = {
  ...PLAIN_SETUP,
  seed: 7,
  isQuiet: false,
  concurrency: 'none',
  pickUp: 0,
  timeout: 90,
} as const;
/** More prompts than the service gets in any story. */
const MAX_JOBS = 8;
/** Between two acts, so that GitHub's times, in whole seconds, differ. */
const PAUSE_MS = 3_000;

/** Plays a story with some mutations. The same ones always lead to the same end. */
export async function play(story: Story, mutations: readonly Mutation[]): Promise<Played> {
  const began = process.threadCpuUsage();
  const tampering = createTampering(mutations);
  const arrived = new Map<Exchange, number>();
  const files = createMemoryFiles(LINKS);
  for (const [name, content] of Object.entries(DISK))
    files.put(name, tampering.file(name, content));

  const jobs = Array.from({ length: MAX_JOBS }, (_, at) => ({ ...PLAN, ...story.jobs?.[at] }));
  /** The numbers of the acts that the runs are. */
  const acts = new Map<number, number>();
  const actOf = (run: number) => acts.get(run) ?? 0;
  const world = createWorld({ ...SETUP, jobs }, () => {}, {
    files,
    arriving(exchange, answer) {
      arrived.set(exchange, 0);
      const changed = tampering.answer(world.processes.indexOf(exchange.by), exchange.line, answer);
      const received = changed === answer ? answer : asTransport(changed, exchange);
      arrived.set(exchange, received.status);
      return received;
    },
    event: (run, payload) => tampering.event(actOf(run), payload),
    variables: (run, given) => tampering.env(actOf(run), { ...given, GITHUB_WORKSPACE: WORKSPACE }),
    state: tampering.state,
  });
  for (const { refs, commits } of world.github.hub.repositories)
    for (const [at, tag] of ['v1', 'v2'].entries())
      refs.set(`refs/tags/${tag}`, [...commits.keys()][at] ?? '');
  const crash = await world.time.during(performAll(story, world, acts)).then(
    () => undefined,
    (error: unknown) => error ?? new Error('nothing'),
  );
  return {
    world,
    files,
    applied: tampering.applied,
    arrived,
    crash,
    cost: process.threadCpuUsage(began).user / 1000,
  };
}

/** The acts one after the other. */
async function performAll(
  { acts }: Story,
  world: World,
  numbers: Map<number, number>,
): Promise<void> {
  const runs = createRuns(world, () => {});
  const begun = new Map<number, Run>();
  for (const [number, each] of acts.entries()) {
    await world.time.sleep(PAUSE_MS);
    if ('again' in each) {
      const first = begun.get(each.again);
      if (first) runs.again(first, 'all', first.occasion.by, {});
    } else {
      const { fate = {}, event, ...act } = each;
      const happened = occasion(world, { ...act, event: event(world) });
      numbers.set(runs.nextId(), number);
      begun.set(number, runs.start(happened, fate));
    }
    await runs.idle();
  }
}

/** What the transport makes of an answer. @throws TransportError */
function asTransport(answer: HttpResponse, { request }: Exchange): HttpResponse {
  const { status, headers, body } = answer;
  if (status >= 300 && status <= 399) {
    const location = headers.get('location');
    throw new TransportError(
      'redirect',
      `the server answered ${status}, a redirect`,
      location ? { location } : {},
    );
  }
  if (body.length > request.maxBytes)
    throw new TransportError('too-large', 'the answer is too large');
  return answer;
}

/** What a story shows to people and servers, in pieces; those of two stories can be compared. */
export function piecesOf({ world: { processes, exchanges, github } }: Played): readonly string[] {
  return [
    ...processes.flatMap(({ result }) => (result ? writtenIn(result) : [])),
    ...exchanges.map(sentIn),
    ...github.repository.comments.map(({ body }) => body),
  ];
}

/** What a request says, without its headers. */
export const sentIn = ({ line, request: { url, body = '' } }: Exchange): string =>
  `${line}${url.search} ${body}`;

/** The disk of a runner: a workspace, and what no run may read. */

export const WORKSPACE = '/work/app';

/** A text that is in no file of the workspace. */
export const OUTSIDE = 'Text outside of the workspace';

const PROMPT_FILE = '/work/app/prompt.md';

const LINKS: Readonly<Record<string, string>> = { '/work/app/link': '/work/outside' };

export const DISK: Readonly<Record<string, Buffer>> = {
  '/work/outside': Buffer.from(OUTSIDE),
  '/outside': Buffer.from(OUTSIDE),
  '/work/app/.git/config': Buffer.from(OUTSIDE),
  [PROMPT_FILE]: Buffer.from('Explain the flag `--json`.\n'),
  '/work/app/report.txt': Buffer.from('2 problems\n  src/cli.ts: no page explains --json\n'),
  '/work/app/lint.json': Buffer.from('{"problems":[]}'),
  '/work/app/empty.txt': Buffer.alloc(0),
  '/work/app/binary': Buffer.from([0, 255, 254, 1, 2, 3]),
  '/work/app/folder.csv/file': Buffer.from('A folder has this name.'),
};

/** What a case is judged by. */
export interface Judged {
  readonly played: Played;
  /** Whether the story shows this text without any mutation too: then it is judged only there. */
  readonly isKnown: (text: string) => boolean;
}

/** An invariant: what violates it, as sentences. */
export type Rule = (judged: Judged) => readonly string[];

export type Env = Readonly<Record<string, string>>;

/** The secrets among the inputs. */
export const secretsOf = (env: Env): string[] =>
  ['api-key', 'github-token'].map((name) => inputOf(env, name)).filter(Boolean);
