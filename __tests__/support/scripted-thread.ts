import type { Comment, CommentRef, IssueComments } from '../../src/github/comments.ts';
import { TransportError } from '../../src/http/transport-error.ts';
import { deriveMarkerKey, type MarkedRequest, type Marker, readMarker } from '../../src/thread/marker.ts';
import { createStatusComment, type StatusComment } from '../../src/thread/status-comment.ts';
import { createFakeClock, type FakeClock, NOON } from './fake-clock.ts';

export const REF: CommentRef = { id: 7, url: 'https://github.com/acme/app/issues/31#issuecomment-7', issueNumber: 31 };
export const MARKER_KEY = deriveMarkerKey('docs_key');
export const REPOSITORY = '900';

/** The data of a marker that a write stores. */
export type Memory = Parameters<StatusComment['write']>[1];

/** A hash in the form of markers. */
export const hash = (letter: string): string => letter.repeat(16);

export const MARKED: MarkedRequest = {
  nonce: hash('n'),
  stepKey: hash('s'),
  requestKey: hash('w'),
  project: hash('p'),
  key: hash('k'),
  run: 77,
  attempt: 1,
  requester: 501,
  retryVia: 'label',
  previous: null,
  before: null,
  cause: '',
  head: '',
  base: '',
};
export const MEMORY: Memory = { request: MARKED, state: { state: 'starting' }, leaseSeconds: 60, mentioned: 'no' };

/** What Octokit throws when GitHub answers with an error. */
export const answered = (status: number) => Object.assign(new Error(`HttpError ${status}: untrusted text`), { status });

/** What Octokit throws when no response came. */
export const broken = () =>
  Object.assign(new Error('untrusted text', { cause: new TransportError('reset', 'the connection broke') }), {
    status: 500,
  });

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
  /** Creates a status comment of the process with this name. */
  as(writer: string, mayRepeat?: () => boolean): StatusComment;
}

const proseOf = (body: string): string => body.split('\n<!-- ')[0] ?? '';

/** A thread whose responses to writes and single reads are scripted, one after the other; later ones succeed. */
export function scriptedThread(steps: readonly Step[] = [], clock: FakeClock = createFakeClock()): ScriptedThread {
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
  return {
    comments,
    calls,
    warnings,
    warn,
    bodies,
    clock,
    as: (writer, mayRepeat = () => true) =>
      createStatusComment({
        comments,
        key: MARKER_KEY,
        repository: REPOSITORY,
        writer: hash(writer),
        mayRepeat,
        warn,
        clock,
        signal: new AbortController().signal,
      }),
  };
}

const refOf = (id: number): CommentRef => ({ ...REF, id, url: REF.url.replace(/\d+$/, String(id)) });

export const toComment = (id: number, body: string): Comment => ({
  ...refOf(id),
  body,
  author: 'github-actions[bot]',
  createdAt: NOON,
  updatedAt: NOON,
});

/** The marker of a comment, read with the key. */
export const readingOf = ({ bodies }: ScriptedThread, id = REF.id) =>
  readMarker(
    bodies.get(id) ?? '',
    { key: MARKER_KEY },
    { repository: REPOSITORY, issue: REF.issueNumber, comment: id },
  );

/** The comment as a later process reads it. */
export function recordOf(thread: ScriptedThread): { comment: Comment; marker: Marker } {
  const found = readingOf(thread);
  if (found.kind !== 'signed') throw new Error(`Not ours: ${found.kind}`);
  return { comment: toComment(REF.id, thread.bodies.get(REF.id) ?? ''), marker: found.marker };
}
