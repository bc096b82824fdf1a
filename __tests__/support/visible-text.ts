import { compile, parse, postprocess, preprocess } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/**
 * Two ways to render some raw HTML: `filtered` shows `<script>` and a few other tags as text, as GFM's tag filter does; `dropped`
 * removes them with their content, as GitHub's pages do.
 */
export type Reading = 'filtered' | 'dropped';

/** Elements whose text GitHub does not show. */
const HIDDEN = new Set([
  'noscript',
  'picture',
  'rp',
  'template',
  'script',
  'style',
  'title',
  'iframe',
  'noembed',
  'noframes',
]);
/** Elements that do not separate words. */
const INLINE = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q rb rp rt ruby s samp small span strike strong sub sup time tt u var wbr input'.split(
    ' ',
  ),
);

/** The visible text of Markdown: the text of its HTML. */
export const visibleText = (markdown: string, reading: Reading): string => textIn(eventsOf(markdown), reading);

/** Both readings. The Markdown is parsed only once, because parsing takes most of the time. */
export function visibleTexts(markdown: string): Readonly<Record<Reading, string>> {
  const events = eventsOf(markdown);
  return { filtered: textIn(events, 'filtered'), dropped: textIn(events, 'dropped') };
}

type Events = ReturnType<typeof postprocess>;

/** Parses as `micromark()` does before it writes HTML. */
const eventsOf = (markdown: string): Events =>
  postprocess(
    parse({ extensions: [SYNTAX] })
      .document()
      .write(preprocess()(markdown, undefined, true)),
  );

function textIn(events: Events, reading: Reading): string {
  const html = compile({
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    htmlExtensions: reading === 'filtered' ? [HTML] : [HTML, UNFILTERED],
  })(events);
  const parsed = reading === 'filtered' ? html : html.replace(/(<\/?)(?:textarea|xmp|plaintext)(?=[\s>/])/gi, '$1samp');
  return textOf(parseFragment(parsed, { scriptingEnabled: false }));
}

type HtmlExtension = ReturnType<typeof gfmHtml>;

const SYNTAX = gfm();
const HTML = gfmHtml();

const UNFILTERED: HtmlExtension = {
  exit: {
    htmlFlowData(token) {
      this.raw(this.sliceSerialize(token));
    },
    htmlTextData(token) {
      this.raw(this.sliceSerialize(token));
    },
  },
};

function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  if (HIDDEN.has(node.nodeName)) return ' ';
  const text = 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
  return INLINE.has(node.nodeName) || /^(?!#)[a-z]+[^a-z\d]/.test(node.nodeName) ? text : ` ${text} `;
}
