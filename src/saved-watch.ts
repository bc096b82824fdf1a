import * as v from 'valibot';
import type { Runner } from './runner.ts';

/** What the post step, another process, must do if this one is killed now. */
export interface SavedWatch {
  /** Null while the service has named none. */
  readonly jobId: string | null;
  /** The status comment, and what it must say then. */
  readonly comment: { readonly id: number; readonly issueNumber: number; readonly body: string } | null;
}

const SAVED_WATCH = v.object({
  jobId: v.nullable(v.string()),
  comment: v.nullable(v.object({ id: v.number(), issueNumber: v.number(), body: v.string() })),
});

const NAME = 'watch';

export const rememberWatch = (runner: Runner, watch: SavedWatch): void => runner.saveState(NAME, JSON.stringify(watch));

/** The run has told its end itself. */
export const forgetWatch = (runner: Runner): void => runner.saveState(NAME, '');

/** The watch that was never told the end of, if any; one that cannot be read is warned about. */
export function unfinishedWatch(runner: Runner): SavedWatch | undefined {
  const saved = runner.readState(NAME);
  if (!saved) return undefined;
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), SAVED_WATCH), saved);
  if (success) return output;
  runner.warn('The step was killed, and what it saved for this moment cannot be read.');
  return undefined;
}
