/** A minimal web page for an issue or pull request, from the API's object. */
export function renderThreadPage(thread: object): string {
  const fields = new Map(Object.entries(thread));
  const [title, body, number, state] = ['title', 'body', 'number', 'state'].map((field) =>
    escapeHtml(String(fields.get(field) ?? '')),
  );
  return `<!doctype html>
<meta charset="utf-8">
<title>${title} · #${number}</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 45rem; margin: 3rem auto; padding: 0 1rem } pre { white-space: pre-wrap }</style>
<h1>${title} <small>#${number}</small></h1>
<p>${state}</p>
<pre>${body}</pre>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
