import * as v from 'valibot';
import type { Runner } from '../runtime/runner.ts';
import type { FinalDraft } from './draft.ts';
import { MARKER } from './marker.ts';

/** What the post step, another process, must report if the step is killed. */
export interface PostState {
  /** Empty before the service has returned a job id. */
  readonly jobId: string;
  /** The final edit of the status comment, if there is one. */
  readonly draft: FinalDraft | undefined;
}

const DRAFT = v.object({
  issueNumber: v.number(),
  comment: v.nullable(v.number()),
  prose: v.string(),
  marker: MARKER,
  mention: v.nullable(v.string()),
});

export const rememberJob = (runner: Runner, jobId: string): void => runner.saveState('job', jobId);

export const rememberDraft = (runner: Runner, draft: FinalDraft): void =>
  runner.saveState('draft', JSON.stringify(draft));

/** Deletes the state: the step has reported its outcome itself. */
export function forgetPostState(runner: Runner): void {
  for (const name of ['job', 'draft']) runner.saveState(name, '');
}

/** The state of a step that did not report its outcome, if there is one. Warns if its draft cannot be read. */
export function readUnfinished(runner: Runner): PostState | undefined {
  const jobId = runner.readState('job');
  const saved = runner.readState('draft');
  if (!saved) return jobId ? { jobId, draft: undefined } : undefined;
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), DRAFT), saved);
  if (success) return { jobId, draft: output };
  runner.warn('The step was killed, and what it saved for this moment cannot be read.');
  return undefined;
}
