import * as v from 'valibot';
import type { Runner } from '../runtime/runner.ts';
import type { LastWord } from './draft.ts';
import { MARKER } from './marker.ts';

/** What the post step, another process, must do if this one is killed. */
export interface PostState {
  /** Empty while the service has named none. */
  readonly jobId: string;
  /** What the status comment must say then, if there is one. */
  readonly draft: LastWord | undefined;
}

const DRAFT = v.object({
  issueNumber: v.number(),
  comment: v.nullable(v.number()),
  prose: v.string(),
  marker: MARKER,
  mention: v.nullable(v.string()),
});

export const rememberJob = (runner: Runner, jobId: string): void => runner.saveState('job', jobId);

export const rememberDraft = (runner: Runner, draft: LastWord): void =>
  runner.saveState('draft', JSON.stringify(draft));

/** The run has told its end itself. */
export function forgetPostState(runner: Runner): void {
  for (const name of ['job', 'draft']) runner.saveState(name, '');
}

/** The watch that was never told the end of, if any; a draft that cannot be read is warned about. */
export function readUnfinished(runner: Runner): PostState | undefined {
  const jobId = runner.readState('job');
  const saved = runner.readState('draft');
  if (!saved) return jobId ? { jobId, draft: undefined } : undefined;
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), DRAFT), saved);
  if (success) return { jobId, draft: output };
  runner.warn('The step was killed, and what it saved for this moment cannot be read.');
  return undefined;
}
