import { Refusal } from '../../http/refusal.ts';
import { deliver } from './pushes.ts';
import { has } from './requests.ts';
import { showComment, showIssue, showLabel } from './show.ts';
import { showPull } from './show-commits.ts';
import {
  type Account,
  type Comment,
  nextId,
  type Post,
  type Pull,
  post,
  type Repository,
  type Thread,
} from './state.ts';

type Words = Pick<Thread, 'title' | 'body'>;

/** Opens an issue, or a pull request. */
export function openThread(
  repository: Repository,
  author: Account,
  { title, body }: Words,
  pull?: Pull,
): Thread {
  const thread: Thread = {
    ...post(repository.hub, 'thread', author, body),
    repository,
    number: nextId(repository.hub, `number in ${repository.id}`),
    title,
    labels: [],
    pull,
    closedAt: null,
    isLocked: false,
    movedTo: undefined,
  };
  repository.threads.push(thread);
  tell(thread, author, 'opened');
  return thread;
}

function tell(thread: Thread, sender: Account, action: string, more: object = {}): void {
  const { repository, number, pull } = thread;
  if (pull)
    deliver(repository, sender, 'pull_request', {
      action,
      number,
      pull_request: showPull(thread, pull),
      ...more,
    });
  else deliver(repository, sender, 'issues', { action, issue: showIssue(thread), ...more });
}

/** Sets a label, which is created if it does not exist. */
export function addLabel(thread: Thread, sender: Account, name: string): void {
  const { repository, labels } = thread;
  const label =
    repository.labels.find((each) => each.name === name) ?? createLabel(repository, name);
  if (labels.includes(label)) return;
  labels.push(label);
  touch(thread);
  tell(thread, sender, 'labeled', { label: showLabel(repository, label) });
}

export function removeLabel(thread: Thread, sender: Account, name: string): void {
  const { repository, labels } = thread;
  const at = labels.findIndex((each) => each.name === name);
  const [label] = at < 0 ? [] : labels.splice(at, 1);
  if (!label) return;
  touch(thread);
  tell(thread, sender, 'unlabeled', { label: showLabel(repository, label) });
}

export function createLabel(
  { hub, labels }: Repository,
  name: string,
  description: string | null = null,
) {
  const label = { id: nextId(hub, 'label'), name, description };
  labels.push(label);
  return label;
}

/** Closes or reopens an issue or a pull request. */
export function setOpen(thread: Thread, sender: Account, isOpen: boolean): void {
  if (isOpen === (thread.closedAt === null)) return;
  touch(thread);
  thread.closedAt = isOpen ? null : thread.updatedAt;
  tell(thread, sender, isOpen ? 'reopened' : 'closed');
}

export function markReady(thread: Thread, sender: Account): void {
  if (!thread.pull?.isDraft) return;
  thread.pull.isDraft = false;
  touch(thread);
  tell(thread, sender, 'ready_for_review');
}

function touch(thread: Thread): void {
  thread.updatedAt = thread.repository.hub.now();
}

/**
 * @throws Refusal for an unusable text (422), and in a locked thread for an account without write
 * access (403).
 */
export function comment(thread: Thread, author: Account, body: string): Comment {
  requireText(body);
  if (thread.isLocked && (author.type === 'Bot' || !has('write', thread.repository, author)))
    throw new Refusal(403, 'Unable to create comment because issue is locked.');
  const { repository } = thread;
  const made = { ...post(repository.hub, 'comment', author, body), thread };
  repository.comments.push(made);
  touch(thread);
  tellComment(made, author, 'created');
  return made;
}

/**
 * @throws Refusal for an empty text (422), and for an account that may not change the comment
 * (403).
 */
export function editComment(made: Comment, sender: Account, body: string): Comment {
  requireChangeable(made, sender);
  requireText(body);
  const changes = { body: { from: made.body } };
  edit(made.thread.repository.hub, made, body);
  tellComment(made, sender, 'edited', { changes });
  return made;
}

/** Changes a text without a webhook. */
export function edit(hub: Repository['hub'], text: Post, body: string): void {
  text.body = body;
  text.updatedAt = hub.now();
  text.texts.push({ at: text.updatedAt, body });
}

/** @throws Refusal (403) for an account that may not change the comment. */
export function deleteComment(made: Comment, sender: Account): void {
  requireChangeable(made, sender);
  const { comments } = made.thread.repository;
  comments.splice(comments.indexOf(made), 1);
  tellComment(made, sender, 'deleted');
}

const MAX_TEXT = 65_536;

function requireText(body: string): void {
  if (body.trim() === '') throw new Refusal(422, 'Validation Failed: body cannot be blank');
  if (body.length > MAX_TEXT) throw new Refusal(422, 'Validation Failed');
}

/** A comment may be changed by its author and by accounts with write access. */
function requireChangeable({ author, thread }: Comment, sender: Account): void {
  if (author !== sender && !has('write', thread.repository, sender))
    throw new Refusal(403, 'Must have admin rights to Repository.');
}

function tellComment(made: Comment, sender: Account, action: string, more: object = {}): void {
  const { thread } = made;
  const about = { action, issue: showIssue(thread), comment: showComment(made) };
  deliver(thread.repository, sender, 'issue_comment', { ...about, ...more });
}

/** Adds a reaction, unless the account has already given it. */
export function react({ hub }: Repository, to: Post, user: Account, content: string) {
  const old = to.reactions.find((each) => each.user === user && each.content === content);
  if (old) return { reaction: old, isNew: false };
  const reaction = { id: nextId(hub, 'reaction'), user, content, createdAt: hub.now() };
  to.reactions.push(reaction);
  return { reaction, isNew: true };
}
