import * as v from 'valibot';
import type { Comment, IssueComments } from '../github/comments.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Runner } from '../runtime/runner.ts';
import { LIST_DELAY_MS, orDeleted, persistently } from '../thread/comment-requests.ts';
import { type Draft, MARKER, type MarkerKeys, readMarker, writeMarker } from '../thread/marker.ts';
import { PULL_COMMENT, type PullComment } from './pull-report.ts';

/** What the post step, another process, must report if the step is killed. */
export interface PostState {
  /** Empty before the service has returned a job id. */
  readonly jobId: string;
  /** Whether the step reported its outcome in the log, so that it was not killed before. */
  readonly hasEnded: boolean;
  /** The final edit of the status comment, if there is one. */
  readonly draft: FinalDraft | undefined;
  /** The comment on the pull request that the job opened, if it may not be there yet. */
  readonly pullComment: PullComment | undefined;
}

/** The final edit of a status comment. `mention`: the comment that mentions the requester, posted after this edit; null for none. */
export interface FinalDraft extends Draft {
  readonly mention: string | null;
}

const DRAFT = v.object({
  issueNumber: v.number(),
  comment: v.nullable(v.number()),
  prose: v.string(),
  marker: MARKER,
  mention: v.nullable(v.string()),
});

export const rememberJob = (runner: Runner, jobId: string): void => runner.saveState('job', jobId);

export const rememberEnd = (runner: Runner): void => runner.saveState('ended', 'true');

export const rememberDraft = (runner: Runner, draft: FinalDraft): void =>
  runner.saveState('draft', JSON.stringify(draft));

export const rememberPullComment = (runner: Runner, comment: PullComment): void =>
  runner.saveState('pull-comment', JSON.stringify(comment));

/** Deletes the state: the step has reported its outcome itself. */
export function forgetPostState(runner: Runner): void {
  for (const name of ['job', 'draft', 'ended']) runner.saveState(name, '');
}

/** Deletes the comment on the pull request from the state: it was written, or GitHub refused it. */
export const forgetPullComment = (runner: Runner): void => runner.saveState('pull-comment', '');

/** The state of a step that did not report its outcome, if there is one. Warns if its draft cannot be read. */
export function readUnfinished(runner: Runner): PostState | undefined {
  // Redacted as when it was saved: the runner's file may have been changed since.
  const saved = (name: string) => runner.redact(runner.readState(name));
  const jobId = saved('job');
  try {
    const draft = readSaved(DRAFT, saved('draft'));
    const pullComment = readSaved(PULL_COMMENT, saved('pull-comment'));
    const hasEnded = saved('ended') !== '';
    return jobId || draft || pullComment ? { jobId, hasEnded, draft, pullComment } : undefined;
  } catch {
    runner.warn('The saved state of the step cannot be read, so its status comment is not corrected.');
    return undefined;
  }
}

/** @throws if the text is not what this action saves. */
const readSaved = <S extends v.GenericSchema>(schema: S, saved: string): v.InferOutput<S> | undefined =>
  saved ? v.parse(schema, JSON.parse(saved)) : undefined;

interface WriteDraftEffects extends MarkerKeys {
  readonly comments: IssueComments;
  readonly repository: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`: transient errors are retried until then. */
  readonly until: number;
}

/**
 * Writes the draft of a process that was killed, unless another process edited the comment since. Returns whether it was written.
 * @throws GitHubError, or an error of Octokit, when the thread cannot be read or the comment cannot be read or written.
 */
export async function writeDraft(draft: Draft, effects: WriteDraftEffects): Promise<boolean> {
  const write = () => persistently(() => writeOnce(draft, effects), effects);
  const isWritten = await write();
  if (isWritten || draft.comment !== null) return isWritten;
  // The step was killed before it knew the id of its comment, which lists may not show at once.
  await effects.clock.sleep(LIST_DELAY_MS, effects.signal);
  return write();
}

async function writeOnce(
  { comment, prose, marker }: Draft,
  { comments, repository, ...keys }: WriteDraftEffects,
): Promise<boolean> {
  const found =
    comment === null
      ? (await comments.list()).comments
      : [await comments.get(comment).catch(orDeleted(comments, comment))];
  const scopeOf = ({ id, issueNumber }: Comment) => ({ repository, issue: issueNumber, comment: id });
  const own = found.find((each) => {
    const reading = readMarker(each.body, keys, scopeOf(each));
    if (reading.kind !== 'signed' || reading.marker.writer !== marker.writer) return false;
    return comment !== null || reading.marker.state !== 'unsent'; // the run left that one; of two others, the older one counts
  });
  if (!own) return false;
  await comments.update(own.id, `${prose}\n${writeMarker(marker, keys.key, scopeOf(own))}`);
  return true;
}
