import { GitHubError } from '../errors.ts';
import { CANCELLED, interrupted, type Outcome } from '../outcome.ts';
import { renderAnnounced, renderMoved, renderWorking } from '../render/comment.ts';
import { exponentialPause } from '../runtime/clock.ts';
import { hasEnded, type Job } from '../service/job.ts';
import type { Shown } from '../thread/marker.ts';
import { after, factsOf, type Phase, type Request, requestOf } from '../thread/request.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import { statusFieldsOfRecord, urlOfComment } from './earlier-comments.ts';
import { prepareReport, saveReport, showReport, type Told, type Words } from './final-report.ts';

/** Reports one request in its status comment, and stores its state in the marker. */
export type StatusReport = ReturnType<typeof createStatusReport>;

/** Milliseconds between two attempts of an edit that reports a state change. */
const CATCH_UP = { min: 10_000, max: 60_000 } as const;
/** The lease of a request that waits, so that a killed run blocks no other for hours, and milliseconds until it is renewed. */
const WAITING_LEASE_SECONDS = 900;
const RENEWAL_MS = 600_000;

/** @param parts `deadline`: on the clock's `now`, until when this process may poll. */
export function createStatusReport(parts: Told & { readonly deadline: number }) {
  const { comment, deadline } = parts;
  const { redact, clock, variables } = parts.statusComments.effects;
  let login: ReturnType<Told['loginOf']> | undefined;
  let told: Told = { ...parts, loginOf: (requester) => (login ??= parts.loginOf(requester)) };
  /** The comment was just created: only this process edits it before the lease is over, so it is not read again. */
  let isNew = false;
  /** The edit to try again or to renew, and when, on the clock's `now`. No attempt has failed if `attempts` is 0. */
  let next = { prose: '', at: 0, attempts: 0 };
  /** Whether the report that is saved for the post step says that the job seems to have ended. */
  let savesEnd = false;

  function become(phase: Phase): void {
    told = { ...told, request: { ...told.request, phase } };
  }

  function leaseSeconds(): number {
    const left = Math.max(0, Math.ceil((deadline - clock.now()) / 1000));
    return told.request.phase.at === 'waiting' ? Math.min(left, WAITING_LEASE_SECONDS) : left;
  }
  /** A text of this process while it polls or waits, and holds the lease. */
  const held = (prose: string): Shown => ({ prose: redact(prose), request: told.request, lease: leaseSeconds });
  /** The text before the request is sent. */
  function textBefore(behind: string | null | undefined): string {
    become(behind === undefined ? { at: 'sending' } : { at: 'waiting', behind });
    return renderAnnounced(told.words, behind);
  }
  const halfTime = () => clock.now() + (deadline - clock.now()) / 2;

  function saveIfThere(outcome: Outcome): void {
    if (comment.mayBeThere()) saveReport(outcome, told);
  }
  function saveCancelled(job: Job): void {
    savesEnd = hasEnded(job);
    saveIfThere({ verdict: 'cancelled', job });
  }

  /** Edits the comment once, and plans the next time. */
  async function update(prose: string, attempts: number, pause: number): Promise<boolean> {
    const isShown = (await comment.show(held(prose))) === 'shown';
    next = { prose, attempts: isShown ? 0 : attempts, at: clock.now() + (isShown ? RENEWAL_MS : pause) };
    return isShown;
  }

  /** What the comment holds before the final report. */
  const check = async () => (isNew ? undefined : comment.readUnlessFresh());

  return {
    /** `url`: of the status comment; undefined before it exists. */
    known: () => ({ url: comment.ref?.url, isFollowUp: told.request.before !== null, opener: told.words.opener }),
    /** Sets what the thread and the service returned about the request, before anything is submitted. */
    describe(request: Partial<Request>, words: Partial<Words> = {}): void {
      told = { ...told, request: { ...told.request, ...request }, words: { ...told.words, ...words } };
    },
    /** Continues the request of another run, in the status comment of that run. */
    adopt(record: StatusRecord): void {
      comment.adopt(record);
      isNew = false;
      const request = requestOf(record.marker);
      const retryHints = { ...parts.words.retryHints, kind: request.retryVia };
      told = {
        ...told,
        request,
        words: { ...told.words, retryHints, ...statusFieldsOfRecord(record, variables.runsUrl) },
      };
    },
    /** Deletes the announcement: an earlier run is handling the same request, in the status comment at `url`. */
    async retract(url: string): Promise<void> {
      isNew = false;
      become({ at: 'over', why: 'unsent', verdict: 'skipped' });
      await comment.remove({ prose: redact(renderMoved('duplicate', told.words, url)), request: told.request });
    },
    /** Creates the status comment. @param behind the job that the request waits for, if any. @throws GitHubError if GitHub does not confirm it. */
    async announce(behind: string | null | undefined): Promise<void> {
      const prose = textBefore(behind);
      saveReport(CANCELLED, told);
      await comment.announce(held(prose), halfTime());
      isNew = true;
      next = { prose: '', attempts: 0, at: clock.now() + RENEWAL_MS };
    },
    /** The announced request waits. Called again while it does, to renew its lease. Returns whether the comment says so. */
    async waiting(behind: string | null): Promise<boolean> {
      const { phase } = told.request;
      if (phase.at === 'waiting' && phase.behind === behind && clock.now() < next.at) return next.attempts === 0;
      isNew = false;
      return update(textBefore(behind), 1, CATCH_UP.max);
    },
    /** The request is about to be submitted. Returns whether the comment did not say so before. @throws GitHubError if GitHub does not confirm it. */
    async starting(): Promise<boolean> {
      const { phase, before } = told.request;
      if (phase.at === 'sending' && before === null) return false; // announced as the first request of its cause, it may continue a job all the same
      const end = await comment.show(held(textBefore(undefined)), { until: halfTime() });
      if (end !== 'shown') throw unconfirmedStart();
      return true;
    },
    /** A submit request was started: until its response, it is unknown whether the service accepted it. */
    sending(): void {
      told = { ...told, request: after(told.request, interrupted()) };
      saveIfThere(interrupted());
    },
    /** The service did not accept the submit request, which is sent again after a pause. */
    pausing: () => saveIfThere(CANCELLED),
    /** @param until the wall clock at the end of the wait; undefined when this run does not wait. */
    async working(job: Job, until: Date | undefined): Promise<void> {
      told = { ...told, request: after(told.request, { verdict: 'cancelled', job }) };
      next = { ...next, attempts: 0 };
      savesEnd = hasEnded(job);
      if (until || comment.mayBeThere()) saveReport({ verdict: 'cancelled', job }, told); // the comment may be created just now
      if (!until) return;
      isNew = false;
      await update(renderWorking(told.words, job, until), 1, exponentialPause(1, CATCH_UP));
      saveCancelled(job);
    },
    /** Retries a failed edit, and saves for the post step that the job seems to have ended. Called between polls. @param job as just read. */
    async catchUp(job: Job | undefined): Promise<void> {
      if (told.request.phase.at !== 'working') return;
      if (job && hasEnded(job) !== savesEnd) saveCancelled(job);
      if (next.attempts === 0 || clock.now() < next.at || (job && hasEnded(job))) return;
      const attempts = next.attempts + 1;
      await update(next.prose, attempts, exponentialPause(attempts, CATCH_UP));
    },
    /** Reads the status comment a last time. Returns the status comment of a later request that continued the job, if there is one. */
    async continuedBy(): Promise<string | undefined> {
      const existing = await check();
      const end = existing?.isUnchanged === false ? factsOf(existing.marker).end : undefined;
      return comment.ref && end?.why === 'continued' ? urlOfComment(comment.ref.url, end.by) : undefined;
    },
    ending: (outcome: Outcome): Promise<void> => prepareReport(outcome, told),
    ended: (outcome: Outcome, elapsed: number | undefined): Promise<boolean> =>
      showReport(outcome, told, check, elapsed),
  };
}

const unconfirmedStart = () =>
  new GitHubError(
    'The status comment could not be edited, so the request was not sent.',
    'Re-run the workflow later. To send requests without status comments, set `comment: false`.',
  );
