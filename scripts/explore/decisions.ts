import { findingOf, findingWithoutJob } from '../../src/operations/sweep-check.ts';
import { nextStep } from '../../src/request/next-step.ts';
import type { Ask, Doing, Known, Step } from '../../src/request/steps.ts';
import type { Job } from '../../src/service/job.ts';
import { changedSince } from '../../src/thread/earlier-requests.ts';
import { after, factsOf, keepsText } from '../../src/thread/request.ts';
import { linksOf, type StatusRecord } from '../../src/thread/status-records.ts';

export type { Ask, Doing, Known, Step };

/** The decisions of `src`, which are explored as they are. */
export const DECISIONS = {
  nextStep,
  changedSince,
  factsOf,
  after,
  keepsText,
  findingOf,
  findingWithoutJob,
};
export type Decisions = typeof DECISIONS;

type Records = readonly StatusRecord[];

// The only functions here that know the form of `Known`.
export const knownAtFirst = (first: Records): Known => ({ first, elsewhere: {}, jobs: new Map(), pulls: new Map() });
export const withElsewhere = (known: Known, what: keyof Known['elsewhere'], records: Records): Known => ({
  ...known,
  elsewhere: { ...known.elsewhere, [what]: records },
});
export const withAnnounced = (known: Known, announced: NonNullable<Known['announced']>): Known => ({
  ...known,
  jobs: new Map(),
  announced,
});
export const withJob = (known: Known, job: Job): Known => ({
  ...known,
  jobs: new Map(known.jobs).set(job.id, { kind: 'job', job }),
});
/** Pull requests stay open here. */
export const withPull = (known: Known, { id, pullRequest }: Job): Known => ({
  ...known,
  pulls: new Map(known.pulls).set(id, pullRequest.kind === 'link' ? { kind: 'open' } : undefined),
});
/** What the limits count. Pull requests stay open here. @param before the comment of the run. */
export const withLedger = (known: Known, records: Records, before: number): Known => {
  const links = records.flatMap((record) => linksOf(record, ''));
  const pulls = new Map(links.map((link) => [link, { ...OPEN, name: link, url: link }]));
  return { ...known, ledger: { now: 1, records, pulls, unread: 0, repository: '', before } };
};
const OPEN = { state: 'open', isDraft: false, createdAt: 0, endedAt: null } as const;
export const withoutOpener = (known: Known, openerNote: Doing<'pass-over-opener'>['note']): Known =>
  withQueue({ ...known, openerNote }, undefined);
export const withBehind = ({ announced, ...known }: Known, behind: string): Known =>
  announced ? { ...known, announced: { ...announced, behind } } : known;
/** Nothing else that the run knew decides anything now. @param records undefined if they must be read again. */
export const withQueue = ({ announced, openerNote }: Known, records: Records | undefined): Known => ({
  ...knownAtFirst([]),
  ...(announced && { announced: { ...announced, inThread: [] } }),
  ...(openerNote && { openerNote }),
  queue: { records, began: 0, readAt: 0 },
});
