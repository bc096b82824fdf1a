import type { Clock } from './clock.ts';
import type { Send } from './http/transport.ts';
import { readSecrets } from './inputs.ts';
import type { Runner } from './runner.ts';
import { unfinishedWatch } from './saved-watch.ts';
import { openStatusComment } from './thread/open.ts';

/** Milliseconds. */
const BUDGET = 30_000;

/** After the step: when its process was killed while it watched a job, makes the comment true. Else it does nothing. */
export async function post({ runner, clock, send }: { runner: Runner; clock: Clock; send: Send }): Promise<void> {
  for (const secret of readSecrets(runner.env)) runner.mask(secret);
  const watch = unfinishedWatch(runner);
  if (!watch) return;
  runner.warn(`The step was killed while it watched job ${watch.jobId}; the job goes on.`);
  if (!watch.comment) return;
  const { comment, body } = watch;
  const address = { issueNumber: comment.issueNumber, token: runner.env['INPUT_GITHUB-TOKEN']?.trim() ?? '' };
  const effects = { runner, clock, send, signal: new AbortController().signal, deadline: BUDGET };
  await openStatusComment(address, effects, comment)?.write(body);
}
