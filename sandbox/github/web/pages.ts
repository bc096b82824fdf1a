import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { parseFragment, serialize } from 'parse5';
import type { Answer } from '../../http/faults.ts';
import { changesInPull } from '../model/show-commits.ts';
import {
  findRepository,
  findThread,
  fullName,
  type Hub,
  type Post,
  type Repository,
  type Thread,
} from '../model/state.ts';
import {
  CONTENT_SECURITY_POLICY,
  escapeHtml,
  framePage,
  renderTime,
  renderTitle,
} from './page-frame.ts';

/**
 * A run of a workflow, as its page shows it. An embedded GitHub runs no workflows itself: a runner
 * of the sandbox records them.
 */
export interface WorkflowRun {
  readonly title: string;
  readonly event: string;
  /** The lines, each with its time in milliseconds since the epoch. */
  readonly log: { readonly at: number; readonly text: string }[];
  /** Undefined while it runs. The summary is Markdown. */
  end?: { readonly isSuccess: boolean; readonly summary: string };
}

export type WorkflowRuns = Map<number, WorkflowRun>;

const PAGE =
  /^\/(?!repos\/|repositories\/)([\w.-]+\/[\w.-]+)\/(?:issues|(issues|pull|actions\/runs)\/(\d+))$/;

/**
 * The pages of a repository, its threads and its workflow runs: `/acme/docs/issues`,
 * `/acme/docs/pull/1`, `/acme/docs/actions/runs/7`.
 * @returns a function from a path to its page; undefined for a path of the API.
 */
export function createWebPages(hub: Hub, runs: WorkflowRuns) {
  return (path: string): Answer | undefined => {
    const [, name, kind, number] = PAGE.exec(path) ?? [];
    if (!name) return undefined;
    const repository = findRepository(hub, name);
    // A comment's link may contain `issues` for a pull request; GitHub redirects it.
    if (repository && kind === 'issues' && findThread(repository, Number(number))?.pull)
      return { status: 302, headers: { location: `/${name}/pull/${number}` }, body: '' };
    const body = repository && htmlOf(repository, kind, Number(number));
    if (body === undefined)
      return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' };
    return { status: 200, headers: HTML, body };
  };

  function htmlOf(
    repository: Repository,
    kind: string | undefined,
    number: number,
  ): string | undefined {
    if (!kind) return renderRepositoryPage(repository, runs);
    const run = runs.get(number);
    if (kind === 'actions/runs') return run && renderRunPage(number, run, fullName(repository));
    const thread = findThread(repository, number);
    return thread && (kind === 'issues' || thread.pull) ? renderThreadPage(thread) : undefined;
  }
}

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
};
/** The page of a repository: its issues, pull requests and workflow runs, newest first. */
function renderRepositoryPage(repository: Repository, runs: WorkflowRuns): string {
  const name = fullName(repository);
  const threads = repository.threads.map((thread) => {
    const path = `/${name}/${thread.pull ? 'pull' : 'issues'}/${thread.number}`;
    return `<li><a href="${path}">${renderTitle(thread.title)}</a> ${renderState(thread)} ${renderLabels(thread)}
<span class="soft">#${thread.number} · ${kindOf(thread)} by ${escapeHtml(thread.author.login)}</span></li>`;
  });
  const runItems = Array.from(runs, ([id, { title, event, end }]) => {
    return `<li><a href="/${name}/actions/runs/${id}">Run ${id}</a> ${renderRunState(end)}
<span class="soft"><code>${escapeHtml(event)}</code> · ${renderTitle(title)}</span></li>`;
  });
  const body = `<h1>Issues and pull requests</h1>
${renderList(threads.reverse())}
<h2>Workflow runs</h2>
${renderList(runItems.reverse())}`;
  return framePage(name, name, body);
}

const renderList = (items: readonly string[]) =>
  items.length > 0 ? `<ul class="list">${items.join('\n')}</ul>` : '<p class="soft">None yet.</p>';

const kindOf = ({ pull }: Thread) => (pull ? 'pull request' : 'issue');

const renderBadge = (name: string) => `<span class="state ${name}">${name}</span>`;

const renderState = ({ pull, closedAt }: Thread) =>
  renderBadge(pull?.merge ? 'merged' : closedAt === null ? 'open' : 'closed');

const renderRunState = (end: WorkflowRun['end']) =>
  renderBadge(end ? (end.isSuccess ? 'success' : 'failure') : 'running');

const renderLabels = ({ labels }: Thread) =>
  labels.map(({ name }) => `<span class="label">${escapeHtml(name)}</span>`).join(' ');

/** The page of a workflow run: its job summary and its log. */
function renderRunPage(
  id: number,
  { title, event, log, end }: WorkflowRun,
  repository: string,
): string {
  const summary =
    end && `<article><h3>Job summary</h3><div>${renderMarkdown(end.summary)}</div></article>`;
  const lines = log.map(({ at, text }) => {
    const line = escapeHtml(text);
    return `<span class="soft">${renderTime(at)}</span> ${text.startsWith('error: ') ? `<span class="error">${line}</span>` : line}`;
  });
  const body = `<h1>Run ${id} <small>${renderTitle(title)}</small></h1>
<p>${renderRunState(end)} <span class="soft">event <code>${escapeHtml(event)}</code></span></p>
${summary ?? ''}
<h2>Log</h2>
<pre>${lines.join('\n') || 'The step starts.'}</pre>`;
  return framePage(`Run ${id}`, repository, body);
}

/**
 * The page of an issue or pull request: its text, the comments and reviews in order, and the
 * changes.
 */
function renderThreadPage(thread: Thread): string {
  const { repository, title, number, author, pull } = thread;
  const files = (pull && changesInPull(thread, pull)?.files) ?? [];
  const patches = files.map(({ path, patch }) => {
    const lines = (patch?.text ?? '').split('\n').map(renderPatchLine);
    return `<article><h3>${escapeHtml(path)}</h3><pre>${lines.join('\n')}</pre></article>`;
  });
  const body = `<h1>${renderTitle(title)} <small>#${number}</small></h1>
<p>${renderState(thread)} <span class="soft">${kindOf(thread)} by ${escapeHtml(author.login)}</span> ${renderLabels(thread)}</p>
${entriesOf(thread).map(renderEntry).join('\n')}
${files.length > 0 ? `<h2>Changed files</h2>\n${patches.join('\n')}` : ''}`;
  return framePage(`${title} · #${number}`, fullName(repository), body);
}

/** A text in the thread. */
interface Entry {
  readonly id: string;
  readonly did: string;
  readonly at: number;
  readonly post: Pick<Post, 'author' | 'body'> & Partial<Post>;
}

/**
 * The texts in order; comments on lines are below their review. GitHub gives a single one of them a
 * review without a body.
 */
function entriesOf(thread: Thread): Entry[] {
  const comments = thread.repository.comments.filter((comment) => comment.thread === thread);
  const answers: Entry[] = [
    ...comments.map((post) => ({
      id: `issuecomment-${post.id}`,
      did: 'commented',
      at: post.createdAt,
      post,
    })),
    ...(thread.pull?.reviews ?? []).flatMap(({ id, at, author, body, comments: onLines }) => [
      ...(body
        ? [{ id: `pullrequestreview-${id}`, did: 'reviewed', at, post: { author, body } }]
        : []),
      ...onLines.map((post) => {
        return {
          id: `discussion_r${post.id}`,
          did: `commented on ${post.path}, line ${post.place.line}`,
          at,
          post,
        };
      }),
    ]),
  ];
  const opening = {
    id: `issue-${thread.number}`,
    did: 'wrote',
    at: thread.createdAt,
    post: thread,
  };
  return [opening, ...answers.sort((a, b) => a.at - b.at)];
}

function renderEntry({
  id,
  did,
  at,
  post: { author, body, texts = [], reactions = [] },
}: Entry): string {
  const [, ...edits] = texts;
  const edited = edits.at(-1);
  const times = renderTime(at) + (edited ? ` · edited ${renderTime(edited.at)}` : '');
  const counts = Array.from(
    Map.groupBy(reactions, ({ content }) => content),
    ([content, given]) => `<span class="label">${EMOJI[content]} ${given.length}</span>`,
  );
  return `<article id="${id}"><h3>${escapeHtml(author.login)} <span class="soft">${escapeHtml(did)} · ${times}</span></h3>
<div>${body ? renderMarkdown(body, '<br>') : '<p class="soft">No description provided.</p>'}</div>
${counts.length > 0 ? `<footer>${counts.join(' ')}</footer>` : ''}</article>`;
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

function renderPatchLine(line: string): string {
  const change = line.startsWith('+') ? 'add' : line.startsWith('-') ? 'del' : undefined;
  return change ? `<span class="${change}">${escapeHtml(line)}</span>` : escapeHtml(line);
}

const SYNTAX = gfm();

/**
 * GitHub Flavored Markdown as HTML that is safe to show: without scripts and unsafe links. Images
 * are replaced by their descriptions, because a sandbox loads nothing from elsewhere. Of the raw
 * HTML, `sub`, `details`, `summary` and `br` are kept if they have no attributes; comments are
 * removed, and the rest is shown as text.
 * @param lineBreak of a paragraph: shown in comments, a space in files and job summaries.
 */
function renderMarkdown(markdown: string, lineBreak = '\n'): string {
  // The compiler escapes raw HTML, so each tag that it returns is its own.
  const html = micromark(markdown, { extensions: [SYNTAX], htmlExtensions: [gfmHtml()] })
    .replace(/<img src="[^"]*" alt="([^"]*)"[^>]*>/g, '[image: $1]')
    .replace(/<br \/>\n/g, '<br>')
    .replace(/<p>[\s\S]*?<\/p>/g, (paragraph) => paragraph.replaceAll('\n', lineBreak))
    .replace(/&lt;!--[\s\S]*?--&gt;/g, '')
    .replace(/&lt;(\/?(?:sub|details|summary|br))&gt;/g, '<$1>');
  return serialize(parseFragment(html)); // closes what the raw HTML leaves open
}
