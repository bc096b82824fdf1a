import type { Comment, CommentRef, IssueComments } from '../../src/github/comments.ts';
import { statusFieldsOf } from '../../src/render/comment.ts';
import { createMention } from '../../src/report/notify.ts';
import type { FinalDraft } from '../../src/report/post-state.ts';
import { createStatusReport, type StatusReport } from '../../src/report/status-report.ts';
import { hashOf, type MarkedRequest, type Marker, readMarker, writeMarker } from '../../src/thread/marker.ts';
import { createStatusComment } from '../../src/thread/status-comment.ts';
import { readRecords } from '../../src/thread/status-records.ts';
import { openThread, type ReportThread } from '../../src/thread/thread.ts';
import { createFakeClock, type FakeClock, NOON } from './fake-clock.ts';
import { REQUEST } from './sample-outcomes.ts';
import {
  ISSUE_NUMBER,
  MARKER_KEY,
  type MarkerFields,
  OWN_LOGIN,
  REPOSITORY,
  sampleComment,
  sampleMarker,
  sampleRequest,
  urlOf,
} from './sample-records.ts';

/** A run that has the thread open. */
interface Process {
  readonly thread: ReportThread;
  readonly report: StatusReport;
  readonly warnings: readonly string[];
  /** The drafts that the post step would write if the run were killed. */
  readonly saved: readonly FinalDraft[];
}

export interface MemoryThread {
  readonly clock: FakeClock;
  readonly comments: IssueComments;
  /** Every successful call in order: `create 101`, `get 101`, `list`. */
  readonly calls: readonly string[];
  /** Errors by kind of call, from now on. `lost`: the error comes after the call was executed. */
  readonly faults: Map<string, { readonly error: Error; readonly lost?: boolean }>;
  process(name: string, options?: ProcessOptions): Process;
  /** Creates a status comment of another process. */
  seed(fields: MarkerFields & { readonly id?: number; readonly prose?: string }): Comment;
  /** Removes a comment from lists, because GitHub does not guarantee read-after-write. */
  hideFromLists(id: number): void;
  showInLists(id: number): void;
  bodyOf(id: number): string | undefined;
  /** The marker of a comment; undefined if the comment was deleted or the marker is not signed for it. */
  markerOf(id: number): Marker | undefined;
  ids(): readonly number[];
}

export interface ProcessOptions {
  readonly request?: Partial<MarkedRequest>;
  readonly signal?: AbortSignal;
  readonly login?: string;
  /** Called when the requester's login is read. */
  readonly onName?: () => void;
  readonly deadline?: number;
}

/** A thread in memory, in which the action's code writes status comments. */
export function createMemoryThread(clock: FakeClock = createFakeClock()): MemoryThread {
  const stored = new Map<number, Comment>();
  const calls: string[] = [];
  const faults: MemoryThread['faults'] = new Map();
  const hidden = new Set<number>();
  let nextId = 101;
  const place = (comment: number) => ({ repository: REPOSITORY, issue: ISSUE_NUMBER, comment });

  function carryOut<T>(call: string, act: () => T): T {
    const fault = faults.get(call.split(' ')[0] ?? '');
    if (fault && !fault.lost) throw fault.error;
    calls.push(call);
    const result = act();
    if (fault) throw fault.error;
    return result;
  }

  function put(id: number, body: string): CommentRef {
    const now = NOON + clock.now();
    stored.set(id, sampleComment({ id, body, author: OWN_LOGIN, updatedAt: now }));
    return { id, url: urlOf(id), issueNumber: ISSUE_NUMBER };
  }

  function known(id: number): Comment {
    const comment = stored.get(id);
    if (!comment) throw Object.assign(new Error('untrusted text'), { status: 404 });
    return comment;
  }

  const comments: IssueComments = {
    issueNumber: ISSUE_NUMBER,
    async create(body) {
      const id = nextId++;
      return carryOut(`create ${id}`, () => put(id, body));
    },
    update: async (id, body) => carryOut(`update ${id}`, () => put(known(id).id, body)),
    remove: async (id) => carryOut(`remove ${id}`, () => void stored.delete(id)),
    get: async (id) => carryOut(`get ${id}`, () => known(id)),
    find: async (id) => carryOut(`find ${id}`, () => stored.get(id)),
    list: async () =>
      carryOut('list', () => ({
        comments: [...stored.values()].filter(({ id }) => !hidden.has(id)).sort((one, other) => one.id - other.id),
        now: NOON + clock.now(),
      })),
  };

  const markerOf = (id: number): Marker | undefined => {
    const reading = readMarker(stored.get(id)?.body ?? '', { key: MARKER_KEY }, place(id));
    return reading.kind === 'signed' ? reading.marker : undefined;
  };

  return {
    clock,
    comments,
    calls,
    faults,
    markerOf,
    hideFromLists: (id) => void hidden.add(id),
    showInLists: (id) => void hidden.delete(id),
    bodyOf: (id) => stored.get(id)?.body,
    ids: () => [...stored.keys()].sort((one, other) => one - other),
    seed({ id = nextId++, prose = '**Written by another process**', ...fields }) {
      nextId = Math.max(nextId, id + 1);
      put(id, `${prose}\n${writeMarker(sampleMarker(fields), MARKER_KEY, place(id))}`);
      return known(id);
    },
    process(name, { request, signal = new AbortController().signal, login, onName, deadline = 600_000 } = {}) {
      const warnings: string[] = [];
      const saved: FinalDraft[] = [];
      const warn = (line: string) => void warnings.push(line);
      const means = { key: MARKER_KEY, repository: REPOSITORY, writer: hashOf(name), warn, clock, signal };
      const thread = openThread(ISSUE_NUMBER, {
        clock,
        signal,
        requestsIn: (list) =>
          readRecords(list, { key: MARKER_KEY, repository: REPOSITORY, writer: means.writer }).records,
        editedSince: comments.list,
        reader: { key: MARKER_KEY, repository: REPOSITORY, writer: means.writer },
        comments: () => comments,
        handle: () => createStatusComment({ ...means, comments, mayRepeat: () => false }),
      });
      const report = createStatusReport({
        comment: thread.comment,
        request: sampleRequest(request),
        fields: statusFieldsOf(REQUEST),
        retryHints: REQUEST.retryHints,
        runsUrl: 'https://github.com/acme/app/actions/runs',
        redact: (text: string) => text,
        clock,
        signal,
        deadline,
        timeout: deadline,
        save: (draft) => void saved.push(draft),
        mention: createMention({
          comment: thread.comment,
          write: comments.create,
          warn,
          clock,
          signal,
          loginOf: async () => {
            onName?.();
            return login;
          },
        }),
      });
      return { thread, report, warnings, saved };
    },
  };
}
