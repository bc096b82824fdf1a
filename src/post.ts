import type { Clock } from './clock.ts';
import { connectGitHub, NO_ACCESS } from './github/client.ts';
import { commentsOf } from './github/issue-comments.ts';
import type { Send } from './http/transport.ts';
import { readSecrets } from './inputs.ts';
import type { Runner } from './runner.ts';
import { unfinishedWatch } from './saved-watch.ts';
import { createStatusComment } from './thread/status-comment.ts';

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
  const token = runner.env['INPUT_GITHUB-TOKEN']?.trim() ?? '';
  const { signal } = new AbortController();
  const github = connectGitHub(token, { env: runner.env, clock, send, signal, deadline: BUDGET });
  if (!github) return runner.warn(`The status comment cannot be edited: ${NO_ACCESS}`);
  await createStatusComment(commentsOf(github, comment.issueNumber), runner.warn, comment).write(body);
}
