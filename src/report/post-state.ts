import * as v from 'valibot';
import type { Runner } from '../runtime/runner.ts';
import { type Draft, MARKER } from '../thread/marker.ts';
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
