import * as v from '@badrap/valita';
import { GitHubError } from '../errors.ts';
import { reasonOf } from '../github/answers.ts';
import { type GitHub, readData } from '../github/client.ts';
import { WRITE_PAUSE_MS } from '../github/comments.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Outcome } from '../outcome.ts';
import { renderEnded, renderMention, type StatusFields } from '../render/comment.ts';
import type { MessageContext, RetryHints } from '../render/message-parts.ts';
import type { Shown } from '../thread/marker.ts';
import type { Mentioned, Request } from '../thread/request.ts';
import { factsOf, isNews, isUnsent, keepsText, newsOf, requestAfter } from '../thread/request.ts';
import type { Remembered, StatusComment } from '../thread/status-comment.ts';
import type { StatusComments } from '../thread/thread.ts';
import type { Actor } from '../trigger/trigger.ts';

/** A request, where it is reported, and the texts that its comments consist of. */
export interface ReportedRequest {
  readonly request: Request;
  readonly texts: MessageTexts;
  readonly comment: StatusComment;
  readonly statusComments: StatusComments;
  /** The login to mention, for the number of an account. */
  readonly loginOf: (requester: number) => Promise<string | undefined>;
  /**
   * Whether the requester is mentioned for a job that is still running at the timeout: by a run that
   * sends requests, not by `attach` and sweeps.
   */
  readonly mentionsTimeout: boolean;
}

export interface MessageTexts extends StatusFields {
  readonly retryHints: RetryHints;
  /**
   * The job that opened the pull request in which the request was made; undefined if that is not
   * known.
   */
  readonly openerJob?: string | undefined;
}

const contextOf = (
  { request, texts, comment }: ReportedRequest,
  elapsed?: number,
): MessageContext => ({
  ...texts,
  elapsed,
  isRemembered: true,
  isFollowUp: request.before !== null,
  shownIn: comment.ref?.url,
  wasSent: !isUnsent(request),
});

/**
 * The text of the comment after an outcome. @param elapsed milliseconds; undefined if this process
 * did not create the job.
 */
export const proseOf = (outcome: Outcome, reported: ReportedRequest, elapsed?: number): string =>
  reported.statusComments.effects.redact(
    renderEnded(outcome, reported.texts, contextOf(reported, elapsed)),
  );

/** There is nothing to report, and no comment to correct. */
function isSilent(outcome: Outcome, { comment }: ReportedRequest): boolean {
  if (outcome.verdict === 'skipped') return true;
  // Without a look at the thread, nothing is known of an earlier request, nor of its job.
  const isBlind = outcome.verdict === 'error' && outcome.problem instanceof GitHubError;
  return (outcome.verdict === 'cancelled' || isBlind) && !comment.mayBeThere();
}

/**
 * Writes the final report, then mentions the requester, unless another process wrote a text since
 * that stays. Returns whether the request is reported; if not, the post step does it.
 */
export async function showReport(
  outcome: Outcome,
  reported: ReportedRequest,
  elapsed: number | undefined,
): Promise<boolean> {
  const { comment, request } = reported;
  // one that could not be taken back is corrected
  if (isSilent(outcome, reported)) return !comment.mayBeThere();
  const after = requestAfter(request, outcome);
  const news = newsOf(outcome, after);
  const mention = await mentionOf(news, outcome, reported);
  // After the login was read, so that no request delays the edit that follows. A comment that
  // cannot be read counts as unchanged.
  const theirs = await comment.read();
  if (theirs && stays(theirs, after, news)) return true;
  if (theirs?.isUnchanged === false) comment.replace(theirs);
  // One mention for each news, by whichever process, and only if the status comment exists.
  const said = theirs?.marker.mentioned ?? 'no';
  const before = isNews(said, request.mentioned) ? said : request.mentioned;
  const due = comment.ref && isNews(news, before) ? mention : undefined;
  const shown: Shown = {
    prose: proseOf(outcome, reported, elapsed),
    request: { ...after, mentioned: due ? news : before },
  };
  return tryToShow(shown, outcome, reported, due);
}

/**
 * Whether the text of a comment stays: another process wrote it since, or reported this end
 * already, and mentions the requester.
 */
function stays({ marker, isUnchanged }: Remembered, after: Request, news: Mentioned): boolean {
  const isSameEnd =
    factsOf(marker).end?.why === 'ended' &&
    JSON.stringify(marker.phase) === JSON.stringify(after.phase) &&
    !isNews(news, marker.mentioned);
  return isSameEnd || (!isUnchanged && keepsText(marker, after));
}

/** The text of a mention, for the address of the status comment. */
type Mention = (url: string) => string;

/** Undefined if there is no mention. Never throws. */
async function mentionOf(
  news: Mentioned,
  outcome: Outcome,
  reported: ReportedRequest,
): Promise<Mention | undefined> {
  const { requester, mentioned } = reported.request;
  const { signal, redact } = reported.statusComments.effects;
  const isWanted = news !== 'timeout' || reported.mentionsTimeout;
  if (!isWanted || signal.aborted || requester === null || !isNews(news, mentioned))
    return undefined;
  const login = await reported.loginOf(requester).catch(() => undefined);
  return login === undefined
    ? undefined
    : (url) => redact(renderMention(login, outcome, contextOf(reported), url));
}

async function tryToShow(
  shown: Shown,
  outcome: Outcome,
  { comment, statusComments, texts }: ReportedRequest,
  mention: Mention | undefined,
): Promise<boolean> {
  const { clock, signal, warn, deadline } = statusComments.effects;
  const isSaid = outcome.verdict === 'error' && outcome.problem instanceof GitHubError;
  const end = await comment.show(shown, { until: deadline, isSaid });
  if (end === 'overtaken') return true; // that process reports the end, or the next sweep does
  if (end === 'failed') return !comment.mayBeThere(); // there may be no comment to correct
  if (!mention) return true;
  if (clock.now() >= deadline) return false; // the post step mentions the requester
  await clock.sleep(WRITE_PAUSE_MS, signal);
  // An edit by another process shows within this time, and that one mentions the requester itself.
  const isOvertaken = (await comment.read())?.isUnchanged === false;
  const { ref } = comment;
  if (isOvertaken || !ref) return true;
  const text = mention((end === 'deleted' && texts.runUrl) || ref.url);
  const unmentioned = (error: unknown) =>
    warn(`The requester could not be mentioned: ${reasonOf(error)}`);
  await statusComments.comments(ref.issueNumber).create(text).catch(unmentioned);
  return true;
}

const USER = v.object({ login: v.string() });

/**
 * The login of an account, if `notify` allows a mention and the login can be mentioned. @param
 * known an account that needs no request.
 */
export async function mentionable(
  requester: number,
  { inputs, github, known }: { inputs: Pick<Inputs, 'notify'>; github: GitHub; known?: Actor },
): Promise<string | undefined> {
  if (!inputs.notify) return undefined;
  const read = () =>
    readData(github, 'the login of the requester', USER, ({ users }) =>
      users.getById({ account_id: requester }),
    );
  const login = known?.id === requester ? known.login : (await read())?.login;
  return login && /^[\w-]{1,100}$/.test(login) ? login : undefined; // `_` in enterprises
}
