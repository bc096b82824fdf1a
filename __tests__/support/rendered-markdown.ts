/** What a reader of Markdown sees of one text, as far as these tests need it (CommonMark, 6; GFM, 6.9). */
export interface Rendered {
  /** Without code spans, links and our own tags; escapes and entities read. */
  readonly text: string;
  readonly links: readonly string[];
  /** What should be nowhere: raw HTML, images, brackets and backticks that open nothing, unknown entities. */
  readonly strays: readonly string[];
}

const OWN_TAG = /^<\/?(sub|details|summary)>/;
const LINK = /^\[((?:\\.|[^\]\\])*)\]\(([^()\s]*)\)/;
const ESCAPE = /^\\([!-/:-@[-`{-~])/;
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&#8203;': '\u200b' };

export function rendered(markdown: string): Rendered {
  const lines = withoutFences(markdown).split('\n').flatMap(cells).map(renderedLine);
  return {
    text: lines.map(({ text }) => text).join('\n'),
    links: lines.flatMap(({ links }) => links),
    strays: lines.flatMap(({ strays }) => strays),
  };
}

/** Nothing lives in a block of code; it ends at a fence at least as long as its first (CommonMark, 4.5), or never. */
const withoutFences = (markdown: string): string =>
  markdown.replace(/^ {0,3}(`{3,})[^`\n]*\n(?:.*\n)*? {0,3}\1`*[ \t]*$/gm, '\u0001');

/** A row of a table is cut into its cells before anything else is read, code spans too (GFM, 4.10). */
const cells = (line: string): string[] => (line.startsWith('| ') ? [...(line.match(/(?:\\.|[^|])+/g) ?? [])] : [line]);

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

/** How many characters the next thing takes, and what is seen of it. */
function next(rest: string, { links, strays }: { links: string[]; strays: string[] }): [taken: number, shown: string] {
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
  const closing = [...rest.slice(run.length).matchAll(/`+/g)].find(([other]) => other.length === run.length);
  return closing ? run.length + closing.index + run.length : 0;
}

const LIVE: Readonly<Record<string, RegExp>> = {
  'a mention or an address': /@[a-z\d]/iu,
  'a reference to an issue': /#\d|(^|[^\p{L}\p{N}])gh-\d/iu,
  'a bare address': /[a-z]:\/\/|(^|[\s*_~(])www\./iu,
};

/** All that a site like GitHub would bring to life in the text. */
export function liveThings(markdown: string): string[] {
  const { text, strays } = rendered(markdown);
  const live = Object.entries(LIVE).filter(([, pattern]) => pattern.test(text));
  return [...strays.map((stray) => `stray ${stray}`), ...live.map(([name]) => name)];
}
