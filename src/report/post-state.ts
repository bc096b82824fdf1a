import * as v from 'valibot';
import type { Runner } from '../runtime/runner.ts';
import { MARKER } from '../thread/marker.ts';

/** The final edit of a status comment, which the post step, another process, writes if the step is killed. */
const DRAFT = v.object({
  issueNumber: v.number(),
  /** The id of the comment; null before it is created. */
  comment: v.nullable(v.number()),
  prose: v.string(),
  marker: MARKER,
  /** The comment that mentions the requester, posted after this edit; null for none. */
  mention: v.nullable(v.string()),
});

/** The comment on a pull request that says which job opened it. A command below it continues that job. */
const PULL_COMMENT = v.object({
  pull: v.number(),
  prose: v.string(),
  marker: MARKER,
  /**
   * Milliseconds since the epoch: an older pull request is not the job's, even if the service names it. Null if an earlier report of the job
   * named this pull request.
   */
  notBefore: v.nullable(v.number()),
});

export type Draft = Readonly<v.InferOutput<typeof DRAFT>>;
export type PullComment = Readonly<v.InferOutput<typeof PULL_COMMENT>>;

/** What the post step must report if the step is killed. */
export interface PostState {
  /** Empty before the service has returned a job id. */
  readonly jobId: string;
  /** Whether the step reported its outcome in the log, so that it was not killed before. */
  readonly hasEnded: boolean;
  readonly draft: Draft | undefined;
  /** If it may not be there yet. */
  readonly pullComment: PullComment | undefined;
}

export const rememberJob = (runner: Runner, jobId: string): void => runner.saveState('job', jobId);

export const rememberEnd = (runner: Runner): void => runner.saveState('ended', 'true');

export const rememberDraft = (runner: Runner, draft: Draft): void => runner.saveState('draft', JSON.stringify(draft));

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
  /** @throws if the text is not what this action saves. */
  const parsed = <S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | undefined =>
    text ? v.parse(schema, JSON.parse(text)) : undefined;
  const jobId = saved('job');
  try {
    const draft = parsed(DRAFT, saved('draft'));
    const pullComment = parsed(PULL_COMMENT, saved('pull-comment'));
    return jobId || draft || pullComment ? { jobId, hasEnded: saved('ended') !== '', draft, pullComment } : undefined;
  } catch {
    runner.warn('The saved state of the step cannot be read, so its status comment is not corrected.');
    return undefined;
  }
}
