import { isDeepStrictEqual } from 'node:util';
import { GitHubError } from '../errors.ts';
import { interrupted, type Outcome, type WaitsFor } from '../outcome.ts';
import { renderAnnounced, renderMoved, renderWorking } from '../render/comment.ts';
import { hasEnded, type Job } from '../service/job.ts';
import type { Shown } from '../thread/marker.ts';
import { become, type Phase, type Request, requestAfter, requestOf } from '../thread/request.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import { statusFieldsOfRecord } from './earlier-comments.ts';
import { type MessageTexts, type ReportedRequest, showReport } from './final-report.ts';
import { keepState } from './post-state.ts';

/** Reports one request in its status comment, and stores its state in the marker. */
export type StatusReport = ReturnType<typeof createStatusReport>;

/** Milliseconds until an edit that failed is tried again, while the run waits anyway. */
const CATCH_UP_MS = 30_000;

/** @param parts `pollUntil`: on the clock's `now`, until when this process may poll. */
export function createStatusReport(parts: ReportedRequest & { readonly pollUntil: number }) {
  const { comment, pollUntil } = parts;
  const { effects } = parts.statusComments;
  const { redact, clock, variables } = effects;
  let reported: ReportedRequest = parts;
  /** The text whose edit failed, and when, on the clock's `now`, it is tried again. */
  let pending: { readonly prose: string; readonly at: number } | undefined;

  const leaseSeconds = () => Math.max(0, Math.ceil((pollUntil - clock.now()) / 1000));
  /** A text of this process while it polls or waits, and holds the lease. */
  const held = (prose: string): Shown => ({
    prose: redact(prose),
    request: reported.request,
    lease: leaseSeconds,
  });
  /** The text before the request is sent. */
  function textBefore(waitsFor: WaitsFor | undefined): string {
    const phase: Phase = waitsFor ? { at: 'waiting', waitsFor } : { at: 'sending' };
    reported = { ...reported, request: become(reported.request, phase) };
    return renderAnnounced(reported.texts, waitsFor);
  }
  const duplicateOf = (url: string): Shown => ({
    prose: redact(renderMoved('duplicate', reported.texts, url)),
    request: become(reported.request, { at: 'over', why: 'unsent', verdict: 'skipped' }),
  });
  const halfTime = () => clock.now() + (pollUntil - clock.now()) / 2;

  /** From now on, the post step looks for a comment of this process. */
  function remember(): void {
    keepState(effects, 'thread', String(comment.issueNumber));
    keepState(effects, 'writer', parts.statusComments.reader.writer);
  }

  /** Tries once to edit the comment. */
  async function update(prose: string): Promise<void> {
    const isShown = (await comment.show(held(prose))) === 'shown';
    pending = isShown ? undefined : { prose, at: clock.now() + CATCH_UP_MS };
  }

  return {
    /** `url`: of the status comment; undefined before it exists. */
    known: () => ({
      url: comment.ref?.url,
      isFollowUp: reported.request.before !== null,
      openerJob: reported.texts.openerJob,
    }),
    /**
     * Sets what the thread and the service returned about the request, before anything is
     * submitted.
     */
    describe(request: Partial<Request>, texts: Partial<MessageTexts> = {}): void {
      reported = {
        ...reported,
        request: { ...reported.request, ...request },
        texts: { ...reported.texts, ...texts },
      };
    },
    /** Continues the request of another run, in the status comment of that run. */
    adopt(record: StatusRecord): void {
      comment.adopt(record);
      remember();
      const request = requestOf(record.marker);
      const retryHints = { ...parts.texts.retryHints, kind: request.retryVia };
      reported = {
        ...reported,
        request,
        texts: {
          ...reported.texts,
          retryHints,
          ...statusFieldsOfRecord(record, variables.runsUrl),
        },
      };
    },
    /** Reports this request in the status comment of an earlier attempt. */
    resume(record: StatusRecord): void {
      comment.adopt(record);
      remember();
      const { nonce, before, mentioned } = record.marker;
      reported = { ...reported, request: { ...reported.request, nonce, before, mentioned } };
    },
    /**
     * Takes the announcement back: an earlier run is handling the same request, in the status
     * comment at `url`.
     */
    async retract(url: string): Promise<void> {
      await comment.show(duplicateOf(url));
    },
    /**
     * Creates the status comment. @param waitsFor undefined if the request is sent at once.
     * @throws GitHubError if GitHub does not confirm it.
     */
    async announce(waitsFor: WaitsFor | undefined): Promise<void> {
      const prose = textBefore(waitsFor);
      remember();
      await comment.announce(held(prose), halfTime(), duplicateOf);
    },
    /** The announced request waits. Called again while it does. */
    async waiting(waitsFor: WaitsFor): Promise<void> {
      const { phase } = reported.request;
      const isSaid = phase.at === 'waiting' && isDeepStrictEqual(phase.waitsFor, waitsFor);
      if (pending ? clock.now() < pending.at : isSaid) return;
      await update(textBefore(waitsFor));
    },
    /**
     * The request is about to be submitted. Returns whether the comment did not say so before.
     * @throws GitHubError if GitHub does not confirm it.
     */
    async sending(): Promise<boolean> {
      const { phase, before } = reported.request;
      // The announcement said so already, unless the job that the request continues was not known.
      if (phase.at === 'sending' && before === null) return false;
      const end = await comment.show(held(textBefore(undefined)), { until: halfTime() });
      if (end !== 'shown') throw unconfirmedStart();
      return true;
    },
    /** A submit request starts: until its response, the service may have accepted it. */
    maybeSent(): void {
      reported = { ...reported, request: requestAfter(reported.request, interrupted()) };
    },
    /**
     * @param until the wall clock at the end of the wait; undefined when this run does not wait.
     */
    async working(job: Job, until: Date | undefined): Promise<void> {
      reported = {
        ...reported,
        request: requestAfter(reported.request, { verdict: 'started', job }),
      };
      pending = undefined;
      // In an adopted comment, the link is that of the run that made the request.
      const fields = { ...reported.texts, runUrl: variables.runUrl };
      if (until) await update(renderWorking(fields, job, until));
    },
    /** Retries a failed edit. Called between polls. @param job as just read. */
    async catchUp(job: Job | undefined): Promise<void> {
      if (!pending || clock.now() < pending.at || (job && hasEnded(job))) return;
      await update(pending.prose);
    },
    ended: (outcome: Outcome, elapsed: number | undefined): Promise<boolean> =>
      showReport(outcome, reported, elapsed),
  };
}

const unconfirmedStart = () =>
  new GitHubError(
    'The status comment could not be edited, so the request was not sent.',
    'Re-run the workflow later. To send requests without status comments, set `comment: false`.',
  );
