import * as v from '@badrap/valita';
import type { Runner } from '../runtime/runner.ts';
import { MARKER } from '../thread/marker.ts';

/** The final edit of a status comment, which the post step, another process, writes if the step is killed. */
const DRAFT = v.object({
  issueNumber: v.number(),
  /** The id of the comment; null before it is created. */
  comment: v.number().nullable(),
  prose: v.string(),
  marker: MARKER,
  /** The comment that mentions the requester, posted after this edit; null for none. */
  mention: v.string().nullable(),
});

/** The comment on a pull request that says which job opened it. A command below it continues that job. */
const PULL_COMMENT = v.object({
  pull: v.number(),
  prose: v.string(),
  marker: MARKER,
  /** An older pull request is not the job's, even if the service names it. Null if an earlier report of the job named this one. */
  notBefore: v.number().nullable(),
});

export type Draft = Readonly<v.Infer<typeof DRAFT>>;
export type PullComment = Readonly<v.Infer<typeof PULL_COMMENT>>;

/** What the post step must report if the step is killed. */
interface Kept {
  readonly job: string;
  /** The step reported its outcome in the log, so that it was not killed before. */
  readonly ended: 'true';
  readonly draft: Draft;
  /** If it may not be there yet. */
  readonly 'pull-comment': PullComment;
}

/** @param value empty to delete it: it is reported, or GitHub refused it. */
export const keepState = <N extends keyof Kept>(to: Pick<Runner, 'saveState'>, name: N, value: Kept[N] | ''): void =>
  to.saveState(name, typeof value === 'string' ? value : JSON.stringify(value));

/** Deletes the state: the step has reported its outcome itself. */
export function forgetPostState(runner: Runner): void {
  for (const name of ['job', 'draft', 'ended'] as const) keepState(runner, name, '');
}

/** The state of a step that did not report its outcome, if there is one. Warns if its draft cannot be read. */
export function readUnfinished(runner: Runner) {
  // Redacted as when it was saved: the runner's file may have been changed since.
  const saved = (name: keyof Kept) => runner.redact(runner.readState(name));
  /** @throws if the text is not what this action saves. */
  const parsed = <T>(schema: v.Type<T>, text: string): T | undefined =>
    text ? schema.parse(JSON.parse(text), { mode: 'strip' }) : undefined;
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
