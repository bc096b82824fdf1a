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

/** How long the post step retries writing the status comment. */
const TIMEOUT_MS = 90_000;

/** The post step: if the step's process was killed, corrects its status comment. Otherwise, it does nothing. */
export async function post({ runner, clock, send }: { runner: Runner; clock: Clock; send: HttpClient }): Promise<void> {
  for (const secret of readSecrets(runner.env)) runner.mask(secret);
  const state = readUnfinished(runner);
  if (!state) return;
  const { draft } = state;
  runner.warn(formatKilled(state));
  if (!draft) return;
  const { signal } = new AbortController();
  const token = input(runner, 'GITHUB-TOKEN');
  const github = connectGitHub(token, { context: runner.context, clock, send, signal, deadline: TIMEOUT_MS });
  if (!github) return runner.warn(`The status comment cannot be edited: ${NO_ACCESS}`);
  const comments = commentsOf(github, draft.issueNumber, { clock, signal, deadline: TIMEOUT_MS });
  const keys = deriveMarkerKeys(input(runner, 'API-KEY'), input(runner, 'PREVIOUS-API-KEY'));
  const repository = runner.context.repositoryKey;
  try {
    const isWritten = await writeDraft(draft, { comments, ...keys, repository, clock, signal, until: TIMEOUT_MS });
    if (isWritten && draft.mention !== null) await comments.create(draft.mention);
  } catch (error) {
    runner.warn(
      error instanceof GitHubError ? `The status comment could not be written: ${error.message}` : unwritten(error),
    );
  }
}

const input = ({ env }: Runner, name: string) => env[`INPUT_${name}`]?.trim() ?? '';

function formatKilled({ jobId, draft }: PostState): string {
  if (!jobId) return 'The step was killed before the service had named a job.';
  if (draft?.marker.state === 'ended')
    return `The step ended before it could tell the end of job ${jobId} in its comment.`;
  return `The step was killed while it watched job ${jobId}; the job goes on.`;
}
