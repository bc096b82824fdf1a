import { serialize } from 'parse5';
import { asObject, type JsonObject } from '../json.ts';
import { escapeHtml, framePage, renderTime, renderTitle } from './page-frame.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { isPull, renderLabels, renderState } from './repository-page.ts';

/** What a page of a thread shows, as the API returns it. */
export interface ThreadContent {
  /** `acme/docs` */
  readonly repository: string;
  readonly thread: JsonObject;
  readonly comments: readonly JsonObject[];
  /** Of a pull request; empty for an issue. */
  readonly reviews: readonly JsonObject[];
  /** The comments on lines, of a pull request. */
  readonly codeComments: readonly JsonObject[];
  /** The changed files of a pull request, with their patches. */
  readonly files: readonly JsonObject[];
}

/** The page of an issue or pull request: its text, the comments and reviews in order, and the changes. */
export function renderThreadPage(content: ThreadContent): string {
  const { repository, thread, files } = content;
  const { title, number, user } = thread;
  const kind = isPull(thread) ? 'pull request' : 'issue';
  const body = `<h1>${renderTitle(String(title))} <small>#${number}</small></h1>
<p>${renderState(thread)} <span class="soft">${kind} by ${login(user)}</span> ${renderLabels(thread)}</p>
${entriesOf(content).map(renderEntry).join('\n')}
${files.length > 0 ? `<h2>Changed files</h2>\n${files.map(renderFile).join('\n')}` : ''}`;
  return framePage({ title: `${title} · #${number}`, repository, body });
}

/** A text in the thread. */
interface Entry {
  /** The fragment of its link. */
  readonly id: string;
  readonly user: unknown;
  readonly did: string;
  /** Markdown. */
  readonly body: string;
  /** ISO 8601, as `editedAt`; undefined if it was not edited. */
  readonly at: string;
  readonly editedAt?: string | undefined;
  readonly reactions?: unknown;
}

function entriesOf({ thread, comments, reviews, codeComments }: ThreadContent): Entry[] {
  const submittedAt = new Map(reviews.map(({ id, submitted_at }) => [id, submitted_at]));
  // Labels and merges change `updated_at` of a thread, too.
  const opened = { ...toEntry(thread, `issue-${thread.number}`, 'wrote'), editedAt: undefined };
  const answers = [
    ...comments.map((comment) => toEntry(comment, `issuecomment-${comment.id}`, 'commented')),
    // GitHub gives a single comment on a line a review without a body.
    ...reviews
      .filter(({ body }) => body)
      .map((review) => ({
        ...toEntry(review, `pullrequestreview-${review.id}`, 'reviewed'),
        at: String(review.submitted_at),
        editedAt: undefined,
      })),
    // Below their review.
    ...codeComments.map((comment) => ({
      ...toEntry(comment, `discussion_r${comment.id}`, `commented on ${comment.path}, line ${comment.line}`),
      at: String(submittedAt.get(comment.pull_request_review_id) ?? comment.created_at),
    })),
  ];
  return [opened, ...answers.sort((a, b) => a.at.localeCompare(b.at))];
}

const toEntry = ({ user, body, created_at, updated_at, reactions }: JsonObject, id: string, did: string): Entry => ({
  id,
  user,
  did,
  reactions,
  body: String(body ?? ''),
  at: String(created_at),
  editedAt: updated_at && updated_at !== created_at ? String(updated_at) : undefined,
});

function renderEntry({ id, user, did, body, at, editedAt, reactions }: Entry): string {
  const text = body
    ? serialize(parseMarkdown(body, { hasLineBreaks: true }))
    : '<p class="soft">No description provided.</p>';
  const given = renderReactions(reactions);
  const times = renderTime(at) + (editedAt ? ` · edited ${renderTime(editedAt)}` : '');
  return `<article id="${escapeHtml(id)}"><h3>${login(user)} <span class="soft">${escapeHtml(did)} · ${times}</span></h3>
<div>${text}</div>${given && `<footer>${given}</footer>`}</article>`;
}

const EMOJI: Readonly<Record<string, string>> = {
  '+1': '👍',
  '-1': '👎',
  laugh: '😄',
  hooray: '🎉',
  confused: '😕',
  heart: '❤️',
  rocket: '🚀',
  eyes: '👀',
};

function renderReactions(reactions: unknown): string {
  const counts = typeof reactions === 'object' && reactions ? asObject(reactions) : {};
  return Object.entries(EMOJI)
    .filter(([name]) => Number(counts[name]) > 0)
    .map(([name, emoji]) => `<span class="label">${emoji} ${Number(counts[name])}</span>`)
    .join(' ');
}

function renderFile({ filename, patch }: JsonObject): string {
  const lines = String(patch ?? '')
    .split('\n')
    .map(renderPatchLine);
  return `<article><h3>${escapeHtml(String(filename))}</h3><pre>${lines.join('\n')}</pre></article>`;
}

function renderPatchLine(line: string): string {
  const change = line.startsWith('+') ? 'add' : line.startsWith('-') ? 'del' : undefined;
  return change ? `<span class="${change}">${escapeHtml(line)}</span>` : escapeHtml(line);
}

const login = (user: unknown) => escapeHtml(String(asObject(user ?? { login: 'ghost' }).login));
