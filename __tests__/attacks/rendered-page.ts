import type { DefaultTreeAdapterTypes } from 'parse5';
import { htmlTree } from '../support/rendered-html.ts';

/** Elements that the action's own Markdown makes; a job summary has one heading. */
const OWN = new Set(
  'p strong em sub br blockquote a code pre details summary ul ol li table thead tbody tr th td hr h2'.split(' '),
);
/** Hosts that the action's own links lead to. */
const HOSTS = new Set(['github.com']);

const LIVE: Readonly<Record<string, RegExp>> = {
  'a mention': /(^|[^\w`])@[a-z\d]/i,
  'a reference': /#\d|\bgh-\d/i,
  'a command of ours': /^\s*\/docs/,
};

/** What Markdown would bring to life on GitHub's page, and should not. @param hosts to which links may lead, beside GitHub. */
export function liveIn(markdown: string, hosts: readonly string[] = []): string[] {
  const allowed = new Set([...HOSTS, ...hosts]);
  const nodes = nodesOf(htmlTree(markdown));
  const headings = nodes.filter(({ nodeName }) => nodeName === 'h2').slice(1);
  const problems = nodes.flatMap((node) => problemsOf(node, allowed));
  return [...problems, ...headings.map((node) => `a second heading: ${textOf(node)}`)];
}

/** Nothing lives in code, and no reference in the text of a link. */
const nodesOf = (node: DefaultTreeAdapterTypes.Node): DefaultTreeAdapterTypes.Node[] =>
  !/^(code|a)$/.test(node.nodeName) && 'childNodes' in node ? [node, ...node.childNodes.flatMap(nodesOf)] : [node];

function problemsOf(node: DefaultTreeAdapterTypes.Node, hosts: ReadonlySet<string>): string[] {
  if ('value' in node)
    return Object.entries(LIVE).flatMap(([name, form]) => (form.test(node.value) ? [`${name}: ${node.value}`] : []));
  if (node.nodeName === 'a' && 'attrs' in node) {
    const url = URL.parse(node.attrs.find(({ name }) => name === 'href')?.value ?? '');
    const isOurs = url?.protocol === 'https:' && hosts.has(url.hostname) && !url.username;
    return isOurs ? [] : [`a link to ${url?.href}`];
  }
  const isKnown = node.nodeName.startsWith('#') || OWN.has(node.nodeName);
  return isKnown ? [] : [`an element ${node.nodeName}: ${textOf(node)}`];
}

const textOf = (node: DefaultTreeAdapterTypes.Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';

export const withoutMarker = (body: string): string => body.replace(/<!-- docs-agent-action:[^>]* -->/, '');
