import { asList, asObject, type JsonObject } from '../json.ts';
import { escapeHtml, framePage, renderTitle } from './page-frame.ts';
import type { WorkflowRun } from './workflow-runs.ts';

interface RepositoryPage {
  /** `acme/docs` */
  readonly repository: string;
  /** Issues and pull requests as the API returns them. */
  readonly threads: readonly JsonObject[];
  readonly runs: readonly WorkflowRun[];
}

/** The page of a repository: its issues, pull requests and workflow runs, newest first. */
export function renderRepositoryPage({ repository, threads, runs }: RepositoryPage): string {
  const newestFirst = [...threads].sort((a, b) => Number(b.number) - Number(a.number));
  const body = `<h1>Issues and pull requests</h1>
${list(newestFirst.map(threadItem))}
<h2>Workflow runs</h2>
${list(runs.map((run) => runItem(run, repository)))}`;
  return framePage({ title: repository, repository, body });
}

const list = (items: readonly string[]) =>
  items.length > 0 ? `<ul class="list">${items.join('\n')}</ul>` : '<p class="soft">None yet.</p>';

function threadItem(thread: JsonObject): string {
  const { number, title, html_url, user } = thread;
  const path = new URL(String(html_url)).pathname;
  const kind = isPull(thread) ? 'pull request' : 'issue';
  return `<li><a href="${escapeHtml(path)}">${renderTitle(String(title))}</a> ${renderState(thread)} ${renderLabels(thread)}
<span class="soft">#${number} · ${kind} by ${escapeHtml(String(asObject(user).login))}</span></li>`;
}

function runItem({ id, title, event, end }: WorkflowRun, repository: string): string {
  return `<li><a href="/${escapeHtml(repository)}/actions/runs/${id}">Run ${id}</a> ${renderRunState(end)}
<span class="soft"><code>${escapeHtml(event)}</code> · ${renderTitle(title)}</span></li>`;
}

export const isPull = (thread: JsonObject): boolean => thread.head !== undefined;

/** Open, closed or merged. */
export function renderState({ state, merged_at }: JsonObject): string {
  const name = merged_at ? 'merged' : state === 'closed' ? 'closed' : 'open';
  return `<span class="state ${name}">${name}</span>`;
}

export function renderLabels({ labels }: JsonObject): string {
  return asList(labels)
    .map(({ name }) => `<span class="label">${escapeHtml(String(name))}</span>`)
    .join(' ');
}

export function renderRunState(end: WorkflowRun['end']): string {
  const name = end ? (end.isSuccess ? 'success' : 'failure') : 'running';
  return `<span class="state ${name}">${name}</span>`;
}
