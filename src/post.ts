import type { ActionContext } from './action-context.ts';
import { reasonOf } from './github/answers.ts';
import { connectGitHub, NO_ACCESS } from './github/client.ts';
import { type Comment, commentsOf, type IssueComments } from './github/comments.ts';
import { SEARCH_DELAY_MS } from './http/retry.ts';
import { withoutSecrets } from './http/transport.ts';
import { createPullComment } from './report/other-comments.ts';
import { type Draft, readUnfinished } from './report/post-state.ts';
import { rawInput, readSecrets } from './runtime/runner.ts';
import { CommentDeleted, noPullComment, orDeleted, persistently, unwritten } from './thread/comment-requests.ts';
import { deriveMarkerKey, markerFor, readMarkerOf, writeMarker } from './thread/marker.ts';
import { factsOf } from './thread/request.ts';
import type { CommentEffects } from './thread/status-comment.ts';
import type { MarkerReader } from './thread/status-records.ts';

/** How long the post step retries writing the status comment. */
const TIMEOUT_MS = 90_000;

type PostEffects = Pick<ActionContext, 'runner' | 'clock' | 'send'>;

/** The post step: if the step was killed, or its last edit failed, corrects its status comment. Otherwise, it does nothing. Never throws. */
export async function post(effects: PostEffects): Promise<void> {
  try {
    await correctComment(effects);
  } catch (error) {
    effects.runner.warn(`The status comment cannot be edited: ${reasonOf(error)}`);
  }
}

async function correctComment({ runner, clock, send }: PostEffects): Promise<void> {
  for (const secret of readSecrets(runner.env)) runner.mask(secret);
  const state = readUnfinished(runner);
  if (!state) return;
  const { draft, pullComment } = state;
  if (!state.hasEnded && (state.jobId || draft)) runner.warn(state.jobId ? killedAtWork(state.jobId) : KILLED_BEFORE);
  if (!draft && !pullComment) return;
  const { signal } = new AbortController();
  const input = (name: string) => rawInput(runner.env, name).trim();
  const { variables, warn } = runner;
  const effects = { clock, signal, deadline: TIMEOUT_MS };
  const redacted = withoutSecrets(send, runner.redactExchanged);
  const github = connectGitHub(input('github-token'), { ...effects, variables, send: redacted });
  if (!github) return warn(`The status comment cannot be edited: ${NO_ACCESS}`);
  const key = deriveMarkerKey(input('api-key'));
  const { repositoryKey: repository, run, attempt } = variables;
  const reader = { key, repository, run, attempt, writer: draft?.marker.writer ?? '' };
  if (pullComment) {
    const comments = commentsOf(github, pullComment.pull, effects);
    const until = draft ? TIMEOUT_MS / 2 : TIMEOUT_MS;
    const create = () => createPullComment(pullComment, { github, comments, reader });
    await persistently('write', create, { clock, signal, until }).catch((error: unknown) =>
      warn(noPullComment(pullComment.pull, error)),
    );
  }
  if (draft) await showDraft(draft, commentsOf(github, draft.issueNumber, effects), reader, { clock, signal, warn });
}

/** Makes the status comment show what the step saved, unless another process edited it since, and mentions the requester. */
async function showDraft(
  draft: Draft,
  comments: IssueComments,
  reader: MarkerReader,
  { clock, signal, warn }: Pick<CommentEffects, 'clock' | 'signal' | 'warn'>,
): Promise<void> {
  const { prose, marker, comment: id } = draft;
  const isOwn = (comment: Comment) => {
    const reading = readMarkerOf(comment, reader);
    if (reading.kind !== 'signed' || reading.marker.writer !== marker.writer) return false;
    // An unsent one was left by the run; of two others, the older one counts.
    return id !== null || factsOf(reading.marker).end?.why !== 'unsent';
  };
  async function find(): Promise<Comment | undefined> {
    if (id !== null) return [await comments.get(id).catch(orDeleted(comments, id))].find(isOwn);
    return (await comments.list()).comments.find(isOwn);
  }
  async function edit(): Promise<boolean> {
    let own = await find();
    if (!own && id === null) own = await clock.sleep(SEARCH_DELAY_MS, signal).then(find); // a list may not show it at once
    if (!own) return false;
    const { repository, key } = reader;
    const scope = { repository, issue: draft.issueNumber, comment: own.id, createdAt: own.createdAt };
    const text = markerFor({ prose, request: marker }, marker.writer);
    await comments.update(own.id, `${prose}\n${writeMarker(text, key, scope)}`);
    return true;
  }
  const failed = (error: unknown) => warn(unwritten(error));
  const isShown = await persistently('write', edit, { clock, signal, until: TIMEOUT_MS }).catch((error: unknown) => {
    failed(error);
    return error instanceof CommentDeleted;
  });
  if (isShown && draft.mention !== null) await comments.create(draft.mention).catch(failed);
}

const KILLED_BEFORE = 'The step was killed before the service returned a job id.';
const killedAtWork = (job: string) => `The step was killed while it waited for job ${job}. The job keeps running.`;
