import { serialize } from 'parse5';
import { escapeHtml, framePage, renderTime, renderTitle } from './page-frame.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { renderRunState } from './repository-page.ts';
import type { WorkflowRun } from './workflow-runs.ts';

/** The page of a workflow run: its job summary and its log. @param repository `acme/docs` */
export function renderRunPage({ id, title, event, log, end }: WorkflowRun, repository: string): string {
  const summary = end && `<article><h3>Job summary</h3><div>${renderSummary(end.summary)}</div></article>`;
  const body = `<h1>Run ${id} <small>${renderTitle(title)}</small></h1>
<p>${renderRunState(end)} <span class="soft">event <code>${escapeHtml(event)}</code></span></p>
${summary ?? ''}
<h2>Log</h2>
<pre>${log.map(renderLine).join('\n') || 'The step starts.'}</pre>`;
  return framePage({ title: `Run ${id}`, repository, body });
}

const renderSummary = (markdown: string) => serialize(parseMarkdown(markdown, { hasLineBreaks: false }));

const renderLine = ({ at, text }: WorkflowRun['log'][number]) => {
  const line = escapeHtml(text);
  return `<span class="soft">${renderTime(at)}</span> ${text.startsWith('error: ') ? `<span class="error">${line}</span>` : line}`;
};
