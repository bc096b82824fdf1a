import { GitHubError } from './errors.ts';
import { connectGitHub, NO_ACCESS } from './github/client.ts';
import { type Comment, commentsOf, type IssueComments } from './github/comments.ts';
import { type HttpClient, withRedactedAnswers } from './http/transport.ts';
import { readSecrets } from './inputs/inputs.ts';
import { type Draft, type PostState, readUnfinished } from './report/post-state.ts';
import { createPullComment } from './report/pull-report.ts';
import type { Clock } from './runtime/clock.ts';
import type { Runner } from './runtime/runner.ts';
import {
  CommentDeleted,
  LIST_DELAY_MS,
  noPullComment,
  orDeleted,
  persistently,
  unwritten,
} from './thread/comment-requests.ts';
import { factsOf } from './thread/facts.ts';
import { deriveMarkerKeys, markerFor, readMarkerOf, writeMarker } from './thread/marker.ts';
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
    await persistently(create, { clock, signal, until, delay: LIST_DELAY_MS }).catch((error: unknown) =>
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
async function showDraft(draft: Draft, comments: IssueComments, { reader, clock, signal, warn }: DraftEffects) {
  const edit = async (): Promise<boolean> => {
    const own = (await ownComment(draft, comments, reader)) ?? (await listedLater());
    if (own) await comments.update(own.id, signed(draft, own, reader));
    return own !== undefined;
  };
  /** The list may not show a comment at once. */
  async function listedLater(): Promise<Comment | undefined> {
    if (draft.comment !== null) return undefined;
    await clock.sleep(LIST_DELAY_MS, signal);
    return ownComment(draft, comments, reader);
  }
  const isShown = await persistently(edit, { clock, signal, until: TIMEOUT_MS }).catch((error: unknown) => {
    warn(unwritten(error));
    return error instanceof CommentDeleted;
  });
  if (draft.mention === null || !isShown) return;
  await comments.create(draft.mention).catch((error: unknown) => warn(unwritten(error)));
}

/** The comment of the step that was killed; undefined if another process wrote it since. */
async function ownComment({ comment, marker }: Draft, comments: IssueComments, reader: MarkerReader) {
  const found =
    comment === null
      ? (await comments.list()).comments
      : [await comments.get(comment).catch(orDeleted(comments, comment))];
  return found.find((each) => {
    const reading = readMarkerOf(each, reader);
    if (reading.kind !== 'signed' || reading.marker.writer !== marker.writer) return false;
    // An unsent one was left by the run; of two others, the older one counts.
    return comment !== null || factsOf(reading.marker).end?.kind !== 'unsent';
  });
}

function signed({ prose, marker }: Draft, { id, issueNumber }: Comment, { key, repository }: MarkerReader): string {
  const scope = { repository, issue: issueNumber, comment: id };
  return `${prose}\n${writeMarker(markerFor({ prose, request: marker }, marker.writer), key, scope)}`;
}

const input = ({ env }: Runner, name: string) => env[`INPUT_${name}`]?.trim() ?? '';

function formatKilled({ jobId }: PostState): string {
  if (!jobId) return 'The step was killed before the service returned a job id.';
  return `The step was killed while it waited for job ${jobId}. The job keeps running.`;
}
