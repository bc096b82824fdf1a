import { isForbidden, reasonOf } from '../github/errors.ts';
import type { Outcome } from '../outcome.ts';
import { renderEnded, renderMention, type StatusFields } from '../render/comment.ts';
import type { MessageContext, RetryHints } from '../render/message-parts.ts';
import { factsOf, keepsText } from '../thread/facts.ts';
import { after, isNews, isUnsent, newerOf, newsOf, type Request } from '../thread/request.ts';
import { FRESH_MS, type Remembered, type StatusComment } from '../thread/status-comment.ts';
import type { StatusComments } from '../thread/thread.ts';
import type { FinalDraft } from './post-state.ts';

/** A request, and the words beside it that its texts consist of. */
export interface Told {
  readonly request: Request;
  readonly words: Words;
}

interface Words extends StatusFields {
  readonly retryHints: RetryHints;
  /** The job that opened the pull request in which the request was made; undefined if that is not known. */
  readonly opener?: string | undefined;
}

/** What became of a report: `cut-short` if a cancel prevented it. If it is not reported, the post step does it. */
export type Reported = 'reported' | 'not-reported' | 'cut-short';

export interface ShowParts {
  readonly statusComments: Pick<StatusComments, 'effects' | 'comments'>;
  readonly comment: StatusComment;
  /** The login to mention, for the number of an account. */
  readonly loginOf: (requester: number) => Promise<string | undefined>;
  /** Whether the requester is mentioned for a job that is still running at the timeout. */
  readonly mentionsTimeout: boolean;
  /** Saves the final edit that the post step writes if this process is killed. */
  readonly save: (draft: FinalDraft) => void;
}

/** Attempts of the final edit. If all fail, the post step continues. */
export const ATTEMPTS = 3;

/** GitHub asks for one second between two writes. An edit by another process shows within this time. */
const WRITE_PAUSE_MS = 1_000;

/**
 * Whether the text of a comment stays: another process wrote it since, or reported this end already, and mentions the requester, which it
 * would not do if its text were written again.
 */
function stays({ marker, isUnchanged }: Remembered, outcome: Outcome, request: Request): boolean {
  const isSameEnd =
    factsOf(marker).end?.kind === 'job' &&
    JSON.stringify(marker.phase) === JSON.stringify(after(request, outcome).phase) &&
    !isNews(newsOf(outcome), marker.mentioned);
  return isSameEnd || (!isUnchanged && keepsText(marker, outcome));
}

/** The text of a mention, for the address of the status comment. */
type MentionText = (url: string) => string;

/** Makes the status comment, its marker, the saved state and the mention of a request true. */
export function createShow(parts: ShowParts) {
  const { comment } = parts;
  const { redact, clock, signal, warn, deadline: timeout } = parts.statusComments.effects;
  /** What the final check read, and when. `announced`: only this process edits the comment before the lease is over. */
  let checked: 'announced' | { readonly existing: Remembered | undefined; readonly at: number } | undefined;
  let login: Promise<string | undefined> | undefined;

  const contextOf = ({ request, words }: Told, elapsed?: number): MessageContext => ({
    ...words,
    elapsed,
    isRemembered: true,
    isFollowUp: request.before !== null,
    shownIn: comment.ref?.url,
    wasSent: !isUnsent(request),
  });
  const proseOf = (outcome: Outcome, told: Told, elapsed?: number) =>
    redact(renderEnded(outcome, told.words, contextOf(told, elapsed)));

  function save(outcome: Outcome, told: Told, to = after(told.request, outcome), mention: string | null = null): void {
    parts.save({ ...comment.draft({ prose: proseOf(outcome, told), request: to }), mention });
  }

  async function finalCheck(): Promise<Remembered | undefined> {
    if (checked === 'announced' || !comment.ref) return undefined;
    if (!checked || clock.now() - checked.at > FRESH_MS)
      checked = { existing: await comment.remembered(), at: clock.now() };
    return checked.existing;
  }

  /** There is nothing to report, and no comment to correct. */
  const isSilent = ({ verdict }: Outcome) => verdict === 'skipped' || (verdict === 'cancelled' && !comment.mayBeThere);

  /** The text of the mention for the address of the status comment; undefined if nobody is mentioned. Never throws. */
  async function mentionOf(outcome: Outcome, told: Told): Promise<MentionText | undefined> {
    const { requester, mentioned } = told.request;
    const news = newsOf(outcome);
    const isWanted = news !== 'timeout' || parts.mentionsTimeout;
    if (!isWanted || signal.aborted || requester === null || !isNews(news, mentioned)) return undefined;
    login ??= parts.loginOf(requester).catch(() => undefined);
    const name = await login;
    return name === undefined ? undefined : (url) => redact(renderMention(name, outcome, contextOf(told), url));
  }

  /**
   * The request as its final report shows it, and the mention: at most one for each news, by this process or another one, and only if the
   * status comment exists, which it links to.
   */
  function reportOf(outcome: Outcome, { request }: Told, theirs: Remembered | undefined, mention?: MentionText) {
    const news = newsOf(outcome);
    const before = newerOf(request.mentioned, theirs?.marker.mentioned ?? 'no');
    const isDue = comment.ref && isNews(news, before);
    const textFor = isDue ? mention : undefined;
    return { request: { ...after(request, outcome), mentioned: textFor ? news : before }, textFor };
  }

  async function tryToShow(
    outcome: Outcome,
    told: Told,
    elapsed: number | undefined,
    { request, textFor }: ReturnType<typeof reportOf>,
  ): Promise<Reported | 'overtaken'> {
    if (comment.mayBeThere) save(outcome, told, request, textFor?.(comment.ref?.url ?? ''));
    const isSaid = outcome.verdict === 'error' && isForbidden(outcome.problem);
    const shown = { prose: proseOf(outcome, told, elapsed), request };
    const end = await comment.show(shown, { attempts: ATTEMPTS, until: timeout, isSaid });
    if (end === 'overtaken') return end;
    if (end === 'failed') return afterFailure();
    if (!textFor) return 'reported';
    if (clock.now() >= timeout) return 'not-reported'; // the post step mentions the requester
    save(outcome, told, request); // if this process is killed now, the post step must not mention the requester twice
    return post((url) => textFor((end === 'deleted' && told.words.runUrl) || url));
  }

  function afterFailure(): Reported {
    if (!comment.mayBeThere) return 'reported'; // there is no comment to correct
    return signal.aborted ? 'cut-short' : 'not-reported';
  }

  /** Posts the mention, unless another process edited the status comment since: that one mentions the requester itself. */
  async function post(textFor: MentionText): Promise<Reported> {
    await clock.sleep(WRITE_PAUSE_MS, signal);
    const isOvertaken = (await comment.remembered())?.isUnchanged === false;
    const { ref } = comment;
    if (isOvertaken || !ref) return 'reported';
    const unmentioned = (error: unknown) => warn(`The requester could not be mentioned: ${reasonOf(error)}`);
    await parts.statusComments.comments(ref.issueNumber).create(textFor(ref.url)).catch(unmentioned);
    return 'reported';
  }

  return {
    proseOf,
    /** Saves the report of an outcome for the post step, in case this process is killed now. */
    save,
    /** The comment was just created: only this process edits it before the lease is over, so it is not read again. */
    announced() {
      checked = 'announced';
    },
    /** Other processes may have edited the comment. */
    edited() {
      checked = undefined;
    },
    /** What the comment holds before the final report. A comment that cannot be read counts as unchanged. */
    finalCheck,
    /** Saves the final report with its mention for the post step: this process may be killed before it writes that report. */
    async prepare(outcome: Outcome, told: Told): Promise<void> {
      if (isSilent(outcome)) return;
      const textFor = await mentionOf(outcome, told);
      if (!comment.mayBeThere) return;
      const mention = comment.ref && textFor?.(comment.ref.url);
      const to = after(told.request, outcome);
      save(outcome, told, mention === undefined ? to : { ...to, mentioned: newsOf(outcome) }, mention);
    },
    /**
     * Writes the final report, then mentions the requester, unless another process wrote a text since that stays.
     * @param elapsed milliseconds; undefined if this process did not create the job.
     */
    async show(outcome: Outcome, told: Told, elapsed: number | undefined): Promise<Reported> {
      if (isSilent(outcome)) return afterFailure(); // of a comment that could not be taken back
      const mention = await mentionOf(outcome, told);
      for (;;) {
        const existing = await finalCheck(); // after the login was read, so that no request delays the edit that follows
        if (existing && stays(existing, outcome, told.request)) return 'reported';
        if (existing?.isUnchanged === false) comment.replace(existing.version);
        const result = await tryToShow(outcome, told, elapsed, reportOf(outcome, told, existing, mention));
        if (result !== 'overtaken') return result;
        checked = undefined;
      }
    },
  };
}
