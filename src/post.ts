import { GitHubError } from './errors.ts';
import { connectGitHub, NO_ACCESS } from './github/client.ts';
import { commentsOf } from './github/comments.ts';
import type { HttpClient } from './http/transport.ts';
import { readSecrets } from './inputs/raw.ts';
import type { Clock } from './runtime/clock.ts';
import type { Runner } from './runtime/runner.ts';
import { unwritten } from './thread/comment-requests.ts';
import { writeDraft } from './thread/draft.ts';
import { deriveMarkerKeys } from './thread/marker.ts';
import { type PostState, readUnfinished } from './thread/post-state.ts';

/** Milliseconds for which a status comment that GitHub does not take is written again. */
const BUDGET = 90_000;

/** After the step: when its process was killed, makes the status comment true. Else it does nothing. */
export async function post({ runner, clock, send }: { runner: Runner; clock: Clock; send: HttpClient }): Promise<void> {
  for (const secret of readSecrets(runner.env)) runner.mask(secret);
  const watch = readUnfinished(runner);
  if (!watch) return;
  const { draft } = watch;
  runner.warn(sayKilled(watch));
  if (!draft) return;
  const { signal } = new AbortController();
  const token = input(runner, 'GITHUB-TOKEN');
  const github = connectGitHub(token, { context: runner.context, clock, send, signal, deadline: BUDGET });
  if (!github) return runner.warn(`The status comment cannot be edited: ${NO_ACCESS}`);
  const comments = commentsOf(github, draft.issueNumber, { clock, signal, deadline: BUDGET });
  const keys = deriveMarkerKeys(input(runner, 'API-KEY'), input(runner, 'PREVIOUS-API-KEY'));
  const repository = runner.context.repositoryKey;
  try {
    const isWritten = await writeDraft(draft, { comments, ...keys, repository, clock, signal, until: BUDGET });
    if (isWritten && draft.mention !== null) await comments.create(draft.mention);
  } catch (error) {
    runner.warn(
      error instanceof GitHubError ? `The status comment could not be written: ${error.message}` : unwritten(error),
    );
  }
}

const input = ({ env }: Runner, name: string) => env[`INPUT_${name}`]?.trim() ?? '';

function sayKilled({ jobId, draft }: PostState): string {
  if (!jobId) return 'The step was killed before the service had named a job.';
  if (draft?.marker.state === 'ended')
    return `The step ended before it could tell the end of job ${jobId} in its comment.`;
  return `The step was killed while it watched job ${jobId}; the job goes on.`;
}
