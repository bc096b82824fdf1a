import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

interface MarkdownOptions {
  /** Whether a line break in a paragraph is shown, as in comments; false in files and job summaries. */
  readonly hasLineBreaks: boolean;
}

/**
 * Parses GitHub Flavored Markdown to a tree of HTML that is safe to show: without scripts and unsafe links. Images are
 * replaced by their descriptions, because a sandbox loads nothing from elsewhere. Of the raw HTML,
 * only `sub`, `details`, `summary` and `br` are kept, without their attributes; comments are removed, and the rest is shown as text.
 */
export function parseMarkdown(
  markdown: string,
  { hasLineBreaks }: MarkdownOptions,
): DefaultTreeAdapterTypes.DocumentFragment {
  const html = micromark(markdown, { extensions: [SYNTAX], htmlExtensions: [gfmHtml(), SAFE_HTML] });
  // The compiler encodes text, so these tags are always its own. It shows line breaks in code spans as spaces.
  const safe = html.replace(/<img src="[^"]*" alt="([^"]*)"[^>]*>/g, '[image: $1]').replace(/<br \/>\n/g, '<br>');
  const breakLines = (paragraph: string) => paragraph.replaceAll('\n', '<br>');
  // Closes the elements that the raw HTML leaves open.
  return parseFragment(hasLineBreaks ? safe.replace(/<p>[\s\S]*?<\/p>/g, breakLines) : safe);
}

const SYNTAX = gfm();

type HtmlExtension = ReturnType<typeof gfmHtml>;
type CompileContext = ThisParameterType<NonNullable<NonNullable<HtmlExtension['exit']>['htmlText']>>;

const SAFE_HTML: HtmlExtension = {
  enter: {
    htmlFlow() {
      this.lineEndingIfNeeded();
      this.buffer();
    },
    htmlText() {
      this.buffer();
    },
  },
  exit: {
    htmlFlow: writeSafely,
    htmlText: writeSafely,
    htmlFlowData(token) {
      this.raw(this.sliceSerialize(token));
    },
    htmlTextData(token) {
      this.raw(this.sliceSerialize(token));
    },
  },
};

/** Writes the buffered raw HTML. */
function writeSafely(this: CompileContext): undefined {
  const parts = this.resume()
    .replace(/<!--[\s\S]*?(-->|$)/g, '')
    .split(/<(\/?(?:sub|details|summary|br))(?:[\s/][^<>]*)?>/i);
  // Because of the group, every second part is a tag.
  this.raw(parts.map((part, at) => (at % 2 === 0 ? this.encode(part) : `<${part.toLowerCase()}>`)).join(''));
}
