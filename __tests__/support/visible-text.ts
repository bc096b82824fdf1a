import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

const OPTIONS = {
  allowDangerousHtml: true,
  allowDangerousProtocol: true,
  extensions: [gfm()],
  htmlExtensions: [gfmHtml()],
};

/** What a reader of a page sees of Markdown: the text of its HTML, and where links and images lead. */
export function visibleText(markdown: string): string {
  return textOf(parseFragment(micromark(markdown, OPTIONS), { scriptingEnabled: false }));
}

function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  const addresses = 'attrs' in node ? node.attrs.filter(({ name }) => name === 'href' || name === 'src') : [];
  const children = 'childNodes' in node ? node.childNodes.map(textOf) : [];
  return [...addresses.map(({ value }) => value), ...children].join(' ');
}
