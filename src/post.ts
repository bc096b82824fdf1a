import type { Clock } from './clock.ts';
import { connectGitHub, NO_ACCESS } from './github/client.ts';
import { commentsOf } from './github/issue-comments.ts';
import type { Send } from './http/transport.ts';
import { readSecrets } from './inputs.ts';
import type { Runner } from './runner.ts';
import { unfinishedWatch } from './saved-watch.ts';
import { editComment } from './thread/status-comment.ts';

/** Milliseconds. */
const BUDGET = 30_000;

/** After the step: when its process was killed, makes the status comment true. Else it does nothing. */
export async function post({ runner, clock, send }: { runner: Runner; clock: Clock; send: Send }): Promise<void> {
  for (const secret of readSecrets(runner.env)) runner.mask(secret);
  const watch = unfinishedWatch(runner);
  if (!watch) return;
  const { jobId, comment } = watch;
  runner.warn(
    jobId === null
      ? 'The step was killed before the service had named a job.'
      : `The step was killed while it watched job ${jobId}; the job goes on.`,
  );
  if (!comment) return;
  const token = runner.env['INPUT_GITHUB-TOKEN']?.trim() ?? '';
  const { signal } = new AbortController();
  const github = connectGitHub(token, { env: runner.env, clock, send, signal, deadline: BUDGET });
  if (!github) return runner.warn(`The status comment cannot be edited: ${NO_ACCESS}`);
  const comments = commentsOf(github, comment.issueNumber, { clock, signal });
  await editComment(comments, comment, { warn: runner.warn, mayRepeat: () => true });
}
