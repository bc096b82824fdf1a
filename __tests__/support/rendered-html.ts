import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** The HTML of Markdown, with raw HTML and any address, as a tree. */
export const htmlTree = (markdown: string): DefaultTreeAdapterTypes.DocumentFragment =>
  parseFragment(
    micromark(markdown, {
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    }),
  );
