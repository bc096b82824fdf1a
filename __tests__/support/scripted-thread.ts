import type { Comment, CommentRef, IssueComments } from '../../src/github/comments.ts';
import { failureFrom } from '../../src/github/failure.ts';
import { readGitHubVariables } from '../../src/runtime/github-variables.ts';
import { deriveMarkerKey } from '../../src/thread/marker.ts';
import { type Request, START } from '../../src/thread/request.ts';
import { createStatusComment, type StatusComment } from '../../src/thread/status-comment.ts';
import type { StatusComments } from '../../src/thread/thread.ts';
import { createFakeClock, type FakeClock, NOON } from './fake-clock.ts';

const REF: CommentRef = { id: 7, url: 'https://github.com/acme/app/issues/31#issuecomment-7', issueNumber: 31 };
const MARKER_KEY = deriveMarkerKey('docs_key');
const REPOSITORY = '900';

/** A hash in the form of markers. */
const hash = (letter: string): string => letter.repeat(16);

export const MARKED: Request = {
  ...START,
  nonce: hash('n'),
  stepKey: hash('s'),
  requestKey: hash('w'),
  project: hash('p'),
  key: hash('k'),
  run: 77,
  attempt: 1,
  requester: 501,
  retryVia: 'label',
  trigger: 'label',
  cause: '',
  head: '',
  base: '',
};

/** The failure of a request that GitHub answers with an error. */
export const answered = (status: number): Error =>
  failureFrom(Object.assign(new Error(`HttpError ${status}: untrusted text`), { status }));

const gone = (): never => {
  throw answered(404);
};

/** A call that succeeds, fails, or fails after it was executed (`carriedOut`). */
export type Step = 'well' | Error | { readonly carriedOut: Error };

export interface ScriptedThread {
  readonly comments: IssueComments;
  /** The calls in order, without markers: `create working`, `update 7 done`, `list`, `get 7`, `remove 7`. */
  readonly calls: readonly string[];
  readonly warnings: readonly string[];
  readonly warn: (line: string) => void;
  readonly clock: FakeClock;
  /** The texts of the comments in the thread, by id. */
  readonly bodies: Map<number, string>;
  /** The status comment of a process. */
  readonly comment: StatusComment;
  readonly statusComments: Pick<StatusComments, 'effects' | 'comments'>;
}

const proseOf = (body: string): string => body.split('\n<!-- ')[0] ?? '';

/** A thread whose responses to writes and single reads are scripted, one after the other; later ones succeed. */
export function scriptedThread(
  steps: readonly Step[] = [],
  clock: FakeClock = createFakeClock(),
  redact: (text: string) => string = String,
): ScriptedThread {
  const calls: string[] = [];
  const warnings: string[] = [];
  const warn = (line: string) => void warnings.push(line);
  const bodies = new Map<number, string>();
  const left = [...steps];

  function play<T>(call: string, carryOut: () => T): T {
    calls.push(call);
    const step = left.shift() ?? 'well';
    if (step instanceof Error) throw step;
    const done = carryOut();
    if (step !== 'well') throw step.carriedOut;
    return done;
  }
  const put = (id: number, body: string): CommentRef => {
    bodies.set(id, body);
    return refOf(id);
  };
  const comments: IssueComments = {
    issueNumber: REF.issueNumber,
    create: async (body) => play(`create ${proseOf(body)}`, () => put(REF.id + bodies.size, body)),
    update: async (id, body) => play(`update ${id} ${proseOf(body)}`, () => put(id, body)),
    remove: async (id) => play(`remove ${id}`, () => void bodies.delete(id)),
    get: async (id) => play(`get ${id}`, () => toComment(id, bodies.get(id) ?? gone())),
    find: async (id) =>
      play(`find ${id}`, () => {
        const body = bodies.get(id);
        return body === undefined ? undefined : toComment(id, body);
      }),
    async list() {
      calls.push('list');
      return { comments: [...bodies].map(([id, body]) => toComment(id, body)), now: NOON };
    },
  };
  const { signal } = new AbortController();
  const variables = readGitHubVariables({ GITHUB_REPOSITORY: 'acme/app' });
  const uuid = () => '0';
  const effects = { variables, warn, redact, clock, uuid, signal, deadline: 1_805_000 };
  return {
    comments,
    calls,
    warnings,
    warn,
    bodies,
    clock,
    comment: createStatusComment({
      ...effects,
      comments,
      key: MARKER_KEY,
      repository: REPOSITORY,
      writer: hash('a'),
    }),
    statusComments: { effects, comments: () => comments },
  };
}

const refOf = (id: number): CommentRef => ({ ...REF, id, url: REF.url.replace(/\d+$/, String(id)) });

const toComment = (id: number, body: string): Comment => ({
  ...refOf(id),
  body,
  author: 'github-actions[bot]',
  createdAt: NOON,
  updatedAt: NOON,
});
