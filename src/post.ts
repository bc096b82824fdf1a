import { GitHubError } from './errors.ts';
import { connectGitHub, NO_ACCESS } from './github/client.ts';
import { commentsOf } from './github/comments.ts';
import { withRedactedAnswers } from './http/redacted-answers.ts';
import type { HttpClient } from './http/transport.ts';
import { readSecrets } from './inputs/read-inputs.ts';
import { type PostState, readUnfinished, writeDraft } from './report/post-state.ts';
import { createPullComment } from './report/pull-report.ts';
import type { Clock } from './runtime/clock.ts';
import type { Runner } from './runtime/runner.ts';
import { CommentDeleted, noPullComment, persistently, unwritten } from './thread/comment-requests.ts';
import { deriveMarkerKeys } from './thread/marker.ts';

/** How long the post step retries writing the status comment. */
const TIMEOUT_MS = 90_000;

interface PostEffects {
  readonly runner: Runner;
  readonly clock: Clock;
  readonly send: HttpClient;
}

/** The post step: if the step was killed, or its last edit failed, corrects its status comment. Otherwise, it does nothing. Never throws. */
export async function post(effects: PostEffects): Promise<void> {
  try {
    await correctComment(effects);
  } catch (error) {
    effects.runner.warn(`The status comment cannot be edited: ${reasonFor(error)}`);
  }
}

/** An unexpected error is shown by its class only, because its message may contain untrusted text. */
function reasonFor(error: unknown): string {
  if (error instanceof GitHubError) return error.message;
  return `an unexpected error (${error instanceof Error ? error.name : typeof error}).`;
}

async function correctComment({ runner, clock, send }: PostEffects): Promise<void> {
  for (const secret of readSecrets(runner.env)) runner.mask(secret);
  const state = readUnfinished(runner);
  if (!state) return;
  const { draft, pullComment } = state;
  if (!state.hasEnded && (state.jobId || draft)) runner.warn(formatKilled(state));
  if (!draft && !pullComment) return;
  const { signal } = new AbortController();
  const token = input(runner, 'GITHUB-TOKEN');
  const redacted = withRedactedAnswers(send, runner.redactRead);
  const github = connectGitHub(token, { context: runner.context, clock, send: redacted, signal, deadline: TIMEOUT_MS });
  if (!github) return runner.warn(`The status comment cannot be edited: ${NO_ACCESS}`);
  const commentsIn = (thread: number) => commentsOf(github, thread, { clock, signal, deadline: TIMEOUT_MS });
  const keys = deriveMarkerKeys(input(runner, 'API-KEY'), input(runner, 'PREVIOUS-API-KEY'));
  const effects = { ...keys, repository: runner.context.repositoryKey };
  if (pullComment) {
    const comments = commentsIn(pullComment.pull);
    const until = draft ? TIMEOUT_MS / 2 : TIMEOUT_MS;
    await persistently(() => createPullComment(pullComment, { ...effects, github, comments }), {
      clock,
      signal,
      until,
    }).catch((error: unknown) => runner.warn(noPullComment(pullComment.pull, error)));
  }
  if (!draft) return;
  const comments = commentsIn(draft.issueNumber);
  try {
    const writing = writeDraft(draft, { ...effects, comments, clock, signal, until: TIMEOUT_MS });
    const isReported = await writing.catch((error: unknown) => {
      runner.warn(unwritten(error));
      return error instanceof CommentDeleted;
    });
    if (isReported && draft.mention !== null) await comments.create(draft.mention);
  } catch (error) {
    runner.warn(unwritten(error));
  }
}

const input = ({ env }: Runner, name: string) => env[`INPUT_${name}`]?.trim() ?? '';

function formatKilled({ jobId }: PostState): string {
  if (!jobId) return 'The step was killed before the service returned a job id.';
  return `The step was killed while it waited for job ${jobId}. The job keeps running.`;
}
