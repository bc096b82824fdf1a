import { readSecrets } from './inputs.ts';
import type { Effects } from './main.ts';
import { unfinishedWatch } from './saved-watch.ts';
import { openStatusComment } from './thread/open.ts';

/** After the step: when its process was killed while it watched a job, makes the comment true. Else it does nothing. */
export async function post({ runner, ...effects }: Pick<Effects, 'runner' | 'send'>): Promise<void> {
  const secrets = readSecrets(runner.env);
  for (const secret of secrets) runner.mask(secret);
  const watch = unfinishedWatch(runner);
  if (!watch) return;
  runner.warn(`The step was killed while it watched job ${watch.jobId}; the job goes on.`);
  if (!watch.comment) return;
  const { comment, body } = watch;
  const token = runner.env['INPUT_GITHUB-TOKEN']?.trim() ?? '';
  await openStatusComment({ issueNumber: comment.issueNumber, token }, { runner, ...effects }, comment)?.write(body);
}
