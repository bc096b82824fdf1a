import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../src/errors.ts';
import type { PullState } from '../../src/github/pulls.ts';
import type { Outcome, WaitsFor } from '../../src/outcome.ts';
import { decide } from '../../src/request/decide.ts';
import { OF_PERSON } from '../../src/request/pull-origin.ts';
import {
  type Ask,
  type Doing,
  type Known,
  type Step,
  waitsForJob,
} from '../../src/request/steps.ts';
import type { FetchedJob } from '../../src/service/agent-service.ts';
import type { Job } from '../../src/service/job.ts';
import type { RichText } from '../../src/text/format.ts';
import type { Phase } from '../../src/thread/request.ts';
import type { StatusRecord } from '../../src/thread/status-records.ts';
import { sampleJob } from './sample-job.ts';
import { type RecordFields, sampleRecord, sampleRequest } from './sample-records.ts';

/**
 * Rows `what the thread shows → the step, in words`, with what the run is asked to do, and what it
 * knows. `#5` is a status comment, `j1` a job.
 */
export type DecisionTable = Readonly<Record<string, readonly [Given, ...Partial<Known>[]]>>;

/** What is asked, and on whose pull request. */
export type Given = Partial<Ask & Pick<Known, 'origin' | 'possibleOpener'>>;

/** A test per row. */
export function decisionTable(about: string, rows: DecisionTable): void {
  describe(about, () => {
    test.each(Object.keys(rows))('%s', (row) => {
      const [{ origin = OF_PERSON, possibleOpener, ...ask } = {}, ...read] = rows[row] ?? [];
      const known = knowing({ origin, possibleOpener }, ...read);
      expect(inWords(decide(asked(ask), known))).toBe(row.split(' → ')[1]);
    });
  });
}

/** Attempt 2 of run 77. */
export const RERUN = { ...sampleRequest(), attempt: 2 };
/** A second delivery of the event of run 77. */
export const SAME_EVENT = { ...sampleRequest(), run: 88 };
/** A label that was set at noon, in another run. */
export const LABEL = { ...SAME_EVENT, requestKey: 'of-another-label' };

const asked = (ask: Partial<Ask> = {}): Ask => ({
  request: SAME_EVENT,
  askedAt: undefined,
  target: undefined,
  prompt: '',
  mayNotSend: undefined,
  limits: undefined,
  pull: undefined,
  command: undefined,
  ...ask,
});

const knowing = (...known: Partial<Known>[]): Known =>
  Object.assign({ thread: 31, inThread: [], jobs: new Map(), pulls: new Map() }, ...known);

type Shown = RecordFields & { readonly thread?: number };

/** The status comment `id` of attempt 1 of run 77, in thread 31. */
export function shown(
  id: number,
  phase: Phase,
  { thread = 31, ...fields }: Shown = {},
): StatusRecord {
  const record = sampleRecord({ id, phase, ...fields });
  return { ...record, comment: { ...record.comment, issueNumber: thread } };
}
export const LIVE: Shown = { isAlive: true };

export const starting = (id: number, fields?: Shown) => shown(id, { at: 'sending' }, fields);
export const waiting = (id: number, job: string | undefined, fields?: Shown) =>
  shown(id, { at: 'waiting', waitsFor: waitsForJob(job) }, fields);
export const unsent = (id: number, fields?: Shown) =>
  shown(id, { at: 'over', why: 'unsent', verdict: 'cancelled' }, fields);
export const unconfirmed = (id: number, fields?: Shown) =>
  shown(id, { at: 'over', why: 'unconfirmed', verdict: 'unconfirmed' }, fields);
export const open = (id: number, job = 'j1', fields?: Shown) =>
  shown(id, { at: 'working', job }, fields);
export const ended = (id: number, job = 'j1', fields?: Shown) =>
  shown(id, { at: 'over', why: 'ended', job, verdict: 'no-changes', link: '' }, fields);
export const replaced = (id: number, job = 'j1', fields?: Shown) =>
  shown(id, { at: 'over', why: 'replaced', job }, fields);
export const opened = (id: number, job = 'j1', fields?: Shown) =>
  shown(id, { at: 'opened', job, reportedIn: 31 }, fields);

/** What the thread shows before the announcement. */
export const before = (...records: readonly StatusRecord[]): Partial<Known> => ({
  inThread: records,
});

const OWN = { commentId: 5, toReplace: [] };

/** The run announced itself as comment #5, and the thread shows these besides it. */
export const announced = (...records: readonly StatusRecord[]): Partial<Known> => ({
  inThread: records,
  announced: OWN,
});

/** The run is in the queue of a job as comment #5, and these are in the two threads of the job. */
export const queue = (job: string | undefined, ...records: readonly StatusRecord[]) => ({
  announced: OWN,
  queue: { job, records, began: 0 },
});

export const PULL = 'https://github.com/acme/docs/pull/412';
const job = (id: string, read: FetchedJob): Partial<Known> => ({ jobs: new Map([[id, read]]) });
export const read = (id: string, status: Job['status'], link = ''): Partial<Known> =>
  job(id, { kind: 'job', job: sampleJob(status, link, id) });
const error = (message: string) => new ServiceError(message, 'Try again later.');
export const failing = (message: string): Outcome => ({
  verdict: 'error',
  problem: error(message),
  job: undefined,
});
export const gone = (id: string): Partial<Known> =>
  job(id, { kind: 'gone', error: error('It is gone.') });
export const unreadable = (id: string): Partial<Known> =>
  job(id, { kind: 'unreadable', error: error('It is hidden.') });
export const pull = (id: string, state: PullState | undefined): Partial<Known> => ({
  pulls: new Map([[id, state]]),
});

/** A step in words, as the tables name it. */
function inWords(step: Step): string {
  switch (step.do) {
    case 'read-job':
      return `read ${step.job}`;
    case 'read-pull':
      return `read the pull request of ${step.job.id}`;
    case 'read-queue':
      return `read the queue${step.job ? ` of ${step.job}` : ''}`;
    case 'count':
      return 'count the jobs and pull requests';
    case 'announce':
      return announcementInWords(step);
    case 'replace':
      return `replace ${step.records.map(({ comment }) => `#${comment.id}`).join(', ')}`;
    case 'wait-for-request':
      return `wait for #${step.record.comment.id}${step.job ? ` at ${step.job}` : ', which creates the job'}`;
    case 'wait-for-job':
      return `wait for ${step.job.id}${step.settleMs > 0 ? ` for ${step.settleMs / 1000} s` : ''}`;
    case 'join':
      return `join ${step.job.id}${useOfComment(step)}`;
    case 'submit':
      return `${step.to ? `send to ${step.to.id}` : 'create'}${because(step.note)}`;
    case 'stop':
      return `stop as ${outcomeInWords(step.outcome)}${useOfComment(step)}`;
  }
}

function announcementInWords({ waitsFor, toReplace, note }: Doing<'announce'>): string {
  const former = toReplace.map(({ comment }) => `, replace #${comment.id}`).join('');
  return `announce${inPlace(waitsFor)}${former}${because(note)}`;
}

const useOfComment = ({ earlier, comment }: Doing<'join' | 'stop'>): string =>
  earlier ? `, ${comment} #${earlier.comment.id}` : '';

const inPlace = (waitsFor: WaitsFor | undefined) =>
  waitsFor ? ` behind ${typeof waitsFor === 'object' ? waitsFor.job : 'a job to come'}` : '';

function because(note: RichText | undefined): string {
  const words = note
    ?.map((span) => (typeof span === 'object' && 'link' in span ? span.link : span))
    .join('');
  return words === undefined ? '' : `: ${words}`;
}

function outcomeInWords(outcome: Outcome): string {
  if ('duplicate' in outcome)
    return `${outcome.verdict} (run ${outcome.duplicate.run}, ${outcome.duplicate.jobId ?? 'no job yet'})`;
  if ('reached' in outcome) return `${outcome.verdict} (${outcome.reached.limit})`;
  if ('reason' in outcome) return `${outcome.verdict} (${outcome.reason})`;
  return 'problem' in outcome
    ? `${outcome.verdict} (${outcome.problem?.message})`
    : outcome.verdict;
}
