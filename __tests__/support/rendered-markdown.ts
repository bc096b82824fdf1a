import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** The visible parts of Markdown, as far as these tests need them (CommonMark, 6; GFM, 6.9). */
export interface Rendered {
  /** Without code spans, links and the action's own tags; escapes and entities are decoded. */
  readonly text: string;
  readonly links: readonly string[];
  /**
   * What rendered text must not contain: raw HTML, images, unmatched brackets and backticks,
   * unknown entities.
   */
  readonly strays: readonly string[];
}

const OWN_TAG = /^<\/?(sub|details|summary)>/;
const LINK = /^\[((?:\\.|[^\]\\])*)\]\(([^()\s]*)\)/;
const ESCAPE = /^\\([!-/:-@[-`{-~])/;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#8203;': '\u200b',
};

export function rendered(markdown: string): Rendered {
  const lines = withoutFences(markdown).split('\n').flatMap(cells).map(renderedLine);
  return {
    text: lines.map(({ text }) => text).join('\n'),
    links: lines.flatMap(({ links }) => links),
    strays: lines.flatMap(({ strays }) => strays),
  };
}

/**
 * Removes blocks of code, which end at a fence at least as long as the first (CommonMark, 4.5), or
 * never.
 */
const withoutFences = (markdown: string): string =>
  markdown.replace(/^ {0,3}(`{3,})[^`\n]*\n(?:.*\n)*? {0,3}\1`*[ \t]*$/gm, '\u0001');

/**
 * A row of a table is split into cells before anything else is parsed, including code spans (GFM,
 * 4.10).
 */
const cells = (line: string): string[] =>
  line.startsWith('| ') ? [...(line.match(/(?:\\.|[^|])+/g) ?? [])] : [line];

function renderedLine(line: string): Rendered {
  const links: string[] = [];
  const strays: string[] = [];
  let text = '';
  for (let rest = line; rest; ) {
    const [taken, shown] = next(rest, { links, strays });
    text += shown;
    rest = rest.slice(taken);
  }
  return { text, links, strays };
}

/** The length of the next element, and its visible text. */
function next(
  rest: string,
  { links, strays }: { links: string[]; strays: string[] },
): [taken: number, shown: string] {
  const plain = /^[^\\&`<[\]!]+/.exec(rest)?.[0];
  if (plain) return [plain.length, plain];
  const escaped = ESCAPE.exec(rest)?.[1];
  if (escaped) return [2, escaped];
  const entity = /^&[#\w]+;/.exec(rest)?.[0];
  if (entity && ENTITIES[entity]) return [entity.length, ENTITIES[entity]];
  const code = codeSpan(rest);
  if (code) return [code, '\u0001'];
  const tag = OWN_TAG.exec(rest)?.[0];
  if (tag) return [tag.length, ''];
  const link = LINK.exec(rest);
  if (link) {
    links.push(link[2] ?? '');
    return [link[0].length, '\u0001'];
  }
  const stray = /^(`+|<|!\[|[[\]]|&[#\w]+;)/.exec(rest)?.[0];
  if (!stray) return [1, rest.charAt(0)];
  strays.push(stray);
  return [stray.length, stray];
}

/** The length of the code span that begins here, or 0. */
function codeSpan(rest: string): number {
  const run = /^`+/.exec(rest)?.[0];
  if (!run) return 0;
  const closing = [...rest.slice(run.length).matchAll(/`+/g)].find(
    ([other]) => other.length === run.length,
  );
  return closing ? run.length + closing.index + run.length : 0;
}

const LIVE: Readonly<Record<string, RegExp>> = {
  'a mention or an address': /@[a-z\d]/iu,
  'a reference to an issue': /#\d|(^|[^\p{L}\p{N}])gh-\d/iu,
  'a bare address': /[a-z]:\/\/|(^|[\s*_~(])www\./iu,
};

/** The parts of the text that GitHub would turn into links, mentions or references. */
export function liveThings(markdown: string): string[] {
  const { text, strays } = rendered(markdown);
  const live = Object.entries(LIVE).filter(([, pattern]) => pattern.test(text));
  return [...strays.map((stray) => `stray ${stray}`), ...live.map(([name]) => name)];
}

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
