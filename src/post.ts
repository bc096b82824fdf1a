import { GitHubError } from './errors.ts';
import { connectGitHub, NO_ACCESS } from './github/client.ts';
import { commentsOf, type IssueComments } from './github/comments.ts';
import { type HttpClient, withRedactedAnswers } from './http/transport.ts';
import { readSecrets } from './inputs/inputs.ts';
import { type FinalDraft, type PostState, readUnfinished } from './report/post-state.ts';
import { createPullComment } from './report/pull-report.ts';
import type { Clock } from './runtime/clock.ts';
import type { Runner } from './runtime/runner.ts';
import { noPullComment, persistently, unwritten } from './thread/comment-requests.ts';
import { deriveMarkerKeys } from './thread/marker.ts';
import { createStatusComment } from './thread/status-comment.ts';
import type { MarkerReader } from './thread/status-records.ts';

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
  const keys = deriveMarkerKeys(input(runner, 'API-KEY'), input(runner, 'PREVIOUS-API-KEY'));
  const { repositoryKey: repository, run, attempt } = runner.context;
  const reader = { ...keys, repository, run, attempt, writer: draft?.marker.writer ?? '' };
  const effects = { clock, signal, deadline: TIMEOUT_MS, warn: runner.warn, reader };
  if (pullComment) {
    const comments = commentsOf(github, pullComment.pull, effects);
    const until = draft ? TIMEOUT_MS / 2 : TIMEOUT_MS;
    const create = () => createPullComment(pullComment, { github, comments, reader });
    await persistently(create, { clock, signal, until }).catch((error: unknown) =>
      runner.warn(noPullComment(pullComment.pull, error)),
    );
  }
  if (draft) await showDraft(draft, commentsOf(github, draft.issueNumber, effects), effects);
}

interface DraftEffects {
  readonly reader: MarkerReader;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly warn: (line: string) => void;
}

/** Makes the status comment show what the step saved, unless another process edited it since, and mentions the requester. */
async function showDraft(draft: FinalDraft, comments: IssueComments, { reader, warn, ...effects }: DraftEffects) {
  let problem = '';
  const comment = createStatusComment({
    ...reader,
    ...effects,
    comments,
    resumes: draft.comment,
    mayRepeat: () => false,
    warn(line) {
      problem = line; // only the last one, as the comment is tried again
    },
  });
  const patience = { attempts: Number.POSITIVE_INFINITY, until: TIMEOUT_MS };
  const end = await comment.show({ prose: draft.prose, request: draft.marker }, patience);
  if (end === 'failed' || end === 'deleted') warn(problem);
  if (draft.mention === null || (end !== 'shown' && end !== 'deleted')) return;
  await comments.create(draft.mention).catch((error: unknown) => warn(unwritten(error)));
}

const input = ({ env }: Runner, name: string) => env[`INPUT_${name}`]?.trim() ?? '';

function formatKilled({ jobId }: PostState): string {
  if (!jobId) return 'The step was killed before the service returned a job id.';
  return `The step was killed while it waited for job ${jobId}. The job keeps running.`;
}
