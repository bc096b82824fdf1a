import { createHash } from 'node:crypto';

/**
 * A complete web page, which reads itself again every second and shows what has changed. @param
 * body HTML.
 */
export function framePage(title: string, repository: string, body: string): string {
  const name = escapeHtml(repository);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<header><a href="/${name}/issues">${name}</a> <span id="live">live</span></header>
<main>
${body}
</main>
<script>${SCRIPT}</script>
`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A title, in which GitHub shows inline code but no other Markdown. */
export const renderTitle = (title: string): string =>
  escapeHtml(title).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** `14:32:05 UTC`. @param at milliseconds since the epoch. */
export function renderTime(at: number): string {
  const iso = new Date(at).toISOString();
  return `<time datetime="${iso}">${iso.slice(11, 19)} UTC</time>`;
}

const SCRIPT = `
const live = document.getElementById('live');
let source = '';
async function refresh() {
  if (document.hidden) return;
  try {
    const text = await (await fetch(location.pathname)).text();
    live.textContent = 'live';
    if (text === source) return;
    source = text;
    const main = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
    const shown = document.querySelector('main');
    const open = [...shown.querySelectorAll('details')].map((each) => each.open);
    main.querySelectorAll('details').forEach((each, at) => { each.open = open[at] ?? each.open; });
    shown.replaceWith(main);
  } catch {
    live.textContent = 'stopped: the sandbox has ended';
  }
}
setInterval(refresh, 1000);
document.addEventListener('visibilitychange', refresh);
`;

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d1d9e0, #3d444d); --soft: light-dark(#59636e, #9198a1);
  --fill: light-dark(#f6f8fa, #151b23); --link: light-dark(#0969da, #4493f8) }
* { box-sizing: border-box }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; background: light-dark(#fff, #0d1117); color: light-dark(#1f2328, #f0f6fc) }
a { color: var(--link); text-decoration: none } a:hover { text-decoration: underline }
header { padding: 12px 24px; background: var(--fill); border-bottom: 1px solid var(--line); font-weight: 600 }
#live, small, .soft { color: var(--soft); font-weight: 400 } #live { float: right; font-size: 13px }
main { max-width: 880px; margin: 0 auto; padding: 16px 24px 64px }
.state { display: inline-block; padding: 2px 12px; border-radius: 16px; color: #fff; background: #1f883d; font-size: 13px; font-weight: 600 }
.state.merged { background: #8250df } .state.closed, .state.failure { background: #cf222e } .state.running { background: #9a6700 }
.label { display: inline-block; padding: 0 8px; border-radius: 12px; border: 1px solid var(--line); font-size: 12px }
ul.list { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 6px }
ul.list .soft { display: block } ul.list li { padding: 10px 16px; border-top: 1px solid var(--line) } ul.list li:first-child { border-top: 0 }
article { margin: 16px 0; border: 1px solid var(--line); border-radius: 6px; overflow-wrap: break-word }
article > h3 { margin: 0; padding: 8px 16px; font-size: 14px; background: var(--fill); border-bottom: 1px solid var(--line); border-radius: 6px 6px 0 0 }
article > div { padding: 4px 16px } article > footer { padding: 0 16px 10px }
blockquote { margin: 8px 0; padding: 0 14px; border-left: 4px solid var(--line); color: var(--soft) } blockquote p { margin: 0 }
code { font: 85% ui-monospace, monospace; background: light-dark(#818b981f, #656c7633); padding: 2px 5px; border-radius: 5px }
pre { font: 13px/1.5 ui-monospace, monospace; background: var(--fill); padding: 12px; border-radius: 6px; overflow: auto; max-height: 480px;
  white-space: pre-wrap; overflow-wrap: anywhere }
pre .add { color: light-dark(#1a7f37, #3fb950) } pre .del { color: light-dark(#cf222e, #f85149) } pre .error { color: light-dark(#cf222e, #f85149) }
table { border-collapse: collapse } td, th { padding: 4px 12px; border: 1px solid var(--line) }
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Comments are untrusted: only the style and the script of this file are in effect, and nothing is
 * loaded from elsewhere.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  'img-src data:',
  "connect-src 'self'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
].join('; ');
