import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parseFragment } from 'parse5';

/**
 * Elements whose text a page does not show (HTML Standard, 15.3.1 "Hidden elements" and 15.4
 * "Replaced elements"). GitHub's allowlist (github.com/gjtorikian/html-pipeline,
 * `SanitizationFilter`) keeps `picture` and `rp`, and GitHub adds `video`. It replaces the others
 * by their content, or drops them: as this is not documented for each, they count as hidden.
 */
const HIDDEN = new Set(
  (
    'area audio base basefont canvas datalist embed head iframe img link meta noembed noframes noscript object param picture rp ' +
    'script style template title video'
  ).split(' '),
);
/** Elements that do not separate words. */
const INLINE = new Set(
  (
    'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q rb rt ruby s samp small span strike strong sub sup ' +
    'time tt u var wbr input'
  ).split(' '),
);

/** What GitHub puts the page into. */
const DIV = defaultTreeAdapter.createElement('div', html.NS.HTML, []);

/**
 * The text that a reader of the page sees. Closed `details` count as visible: one click opens them.
 */
export const textOnPage = (page: string): string =>
  textOf(parseFragment(DIV, page, { scriptingEnabled: false }));

function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  if (isHidden(node)) return ' ';
  const text = 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
  return INLINE.has(node.nodeName) || /^(?!#)[a-z]+[^a-z\d]/.test(node.nodeName)
    ? text
    : ` ${text} `;
}

const isHidden = (node: DefaultTreeAdapterTypes.Node): boolean =>
  HIDDEN.has(node.nodeName) ||
  (node.nodeName === 'dialog' &&
    'attrs' in node &&
    !node.attrs.some(({ name }) => name === 'open'));
