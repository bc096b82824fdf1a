/** Selects paths by globs. */
export interface PathFilter {
  /**
   * In order: a glob with a leading `!` excludes what an earlier one included, and a later glob can
   * include it again. Empty: all.
   */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** The inputs that exclude paths, as the end of a sentence. */
export const excludingInputs = ({ include, exclude }: PathFilter): string =>
  [include.length > 0 ? '`paths`' : '', exclude.length > 0 ? '`paths-ignore`' : '']
    .filter(Boolean)
    .join(' and ');

/**
 * Creates a function that returns whether a path is selected. @throws GlobError if a glob is
 * malformed.
 */
export function createPathFilter({ include, exclude }: PathFilter): Matcher {
  const rules = include.map((glob) => ({
    isNegated: isNegated(glob),
    matches: createGlobMatcher(isNegated(glob) ? glob.slice(1) : glob),
  }));
  const exclusions = exclude.map(createGlobMatcher);
  const isIncluded = (path: string): boolean => {
    const last = rules.findLast(({ matches }) => matches(path));
    return last ? !last.isNegated : rules.length === 0;
  };
  return (path) => isIncluded(path) && !exclusions.some((matches) => matches(path));
}

/** Whether a glob begins with `!`. `!(` begins an extended glob instead, which is malformed. */
export const isNegated = (glob: string): boolean => glob.startsWith('!') && !glob.startsWith('!(');

/** Whether a path matches. */
type Matcher = (path: string) => boolean;
type Reads = (char: string) => boolean;

/**
 * A state of the automaton: reads one character of a path and leads to the next step, or to itself
 * if it repeats.
 */
interface Step {
  readonly reads: Reads;
  readonly repeats: boolean;
  readonly skips: Skip[];
}

/**
 * A transition to a later step that reads no character, and whether it applies between these two
 * characters.
 */
interface Skip {
  readonly to: number;
  readonly isOpen: (before: string, after: string) => boolean;
}

/** The "character" before the start and after the end of a path. */
const END = '';

const anywhere: Skip['isOpen'] = () => true;
const atStart: Skip['isOpen'] = (before) => before === END;
const atStartOfName: Skip['isOpen'] = (before) => before === END || before === '/';
const atEndOfName: Skip['isOpen'] = (_, after) => after === END || after === '/';

const isAny: Reads = (char) => char !== END;
const isNone: Reads = () => false;
const isInName: Reads = (char) => char !== END && char !== '/';
const isExactly =
  (expected: string): Reads =>
  (char) =>
    char === expected;

/**
 * Follows all alternatives at once, in time proportional to path length times glob length, as
 * strangers choose names. @throws GlobError
 */
export function createGlobMatcher(glob: string): Matcher {
  const steps = compileGlob(glob.normalize());
  // 1 for each step that is reached; the last entry means the end. Reused, because an export
  // matches up to a million paths.
  let reached = new Uint8Array(steps.length + 1);
  let next = new Uint8Array(steps.length + 1);

  return (path) => {
    reached.fill(0);
    reached[0] = 1;
    let before = END;
    // A name from macOS may have accents as characters of their own (NFD), and an editor writes the
    // glob without (NFC).
    for (const char of path.normalize()) {
      if (!readCharacter(before, char)) return false;
      before = char;
    }
    return readCharacter(before, END);
  };

  /**
   * Returns false if no step reads the character. Skips lead forward only, so one loop also handles
   * the steps that they reach.
   */
  function readCharacter(before: string, char: string): boolean {
    next.fill(0);
    let at = 0;
    for (const step of steps) {
      if (reached[at] === 1) leaveStep(step, at, before, char);
      at += 1;
    }
    [reached, next] = [next, reached];
    return reached.includes(1);
  }

  function leaveStep(
    { reads, repeats, skips }: Step,
    at: number,
    before: string,
    char: string,
  ): void {
    for (const { to, isOpen } of skips) if (isOpen(before, char)) reached[to] = 1;
    if (reads(char)) next[repeats ? at : at + 1] = 1;
  }
}

/** A malformed glob. The message is a clause that names the problem. */
export class GlobError extends Error {}

const MAX_LENGTH = 1_000;
/** An escaped character, a character class, stars, or one character. */
const TOKENS = /\\.|\[(?:\\.|[^\]\\])*\]|\*+|./gsu;

/**
 * The syntax of `on.push.paths`, and `{a,b}`: `*` and `?` match within one name, `**` across names.
 * Unlike in `on.push.paths`, `?` is exactly one character, and `docs/**` also matches `docs`. A
 * leading dot, parentheses and line breaks are ordinary characters.
 */
function compileGlob(glob: string): readonly Step[] {
  if (glob.length > MAX_LENGTH)
    throw new GlobError(`it has more than ${MAX_LENGTH.toLocaleString('en')} characters`);
  const tokens = toRooted(glob).match(TOKENS) ?? [];
  const steps: Step[] = [];
  let at = 0;
  readTokens([]);
  addStep(isExactly(END));
  return steps;

  function readTokens(ends: readonly string[]): void {
    const first = at;
    for (let token = tokens[at]; token !== undefined && !ends.includes(token); token = tokens[at]) {
      at += 1;
      if (token === '{') readAlternatives();
      else if (token === '/') addSlash(at - 1 === first);
      else if (token.startsWith('*')) addStars(token.length > 1);
      else addStep(readerOf(token, tokens[at - 2] ?? '/'));
    }
  }

  function addStep(reads: Reads, repeats = false): Skip[] {
    const skips: Skip[] = [];
    steps.push({ reads, repeats, skips });
    return skips;
  }

  function addStars(isDeep: boolean): void {
    const skips = addStep(isDeep ? isAny : isInName, true);
    skips.push({ to: steps.length, isOpen: anywhere });
    // `**/a` matches `a`
    if (isDeep && tokens[at] === '/') skips.push({ to: steps.length + 1, isOpen: atStartOfName });
  }

  function addSlash(isFirst: boolean): void {
    const skips = addStep(isExactly('/'));
    if (isFirst) skips.push({ to: steps.length, isOpen: atStart });
    const isBelow = tokens[at]?.startsWith('**') && tokens[at - 2] !== '*';
    // `a/**` matches `a`, `*/**` does not
    if (isBelow) skips.push({ to: steps.length + 1, isOpen: atEndOfName });
  }

  function readAlternatives(): void {
    const starts = addStep(isNone);
    const ends: Skip[][] = [];
    do {
      starts.push({ to: steps.length, isOpen: anywhere });
      readTokens([',', '}']);
      ends.push(addStep(isNone));
      at += 1;
    } while (tokens[at - 1] === ',');
    if (tokens[at - 1] === undefined)
      throw new GlobError('`{` is not closed; for the character, write `\\{`');
    if (ends.length === 1)
      throw new GlobError('`{…}` has no comma; for the characters, write `\\{…\\}`');
    for (const skips of ends) skips.push({ to: steps.length, isOpen: anywhere });
  }
}

/** Removes a leading `./`; a glob that ends with a slash matches everything below. */
function toRooted(glob: string): string {
  const deep = glob.length > 1 && glob.endsWith('/') ? `${glob}**` : glob;
  return deep.startsWith('./') ? deep.slice(2) : deep;
}

/** The character test of a token. @throws GlobError */
function readerOf(token: string, previous: string): Reads {
  if (token === '?') return isInName;
  if (token.length > 1 && token.startsWith('[')) return readerOfClass(token);
  if (token === '[') throw new GlobError('`[` is not closed; for the character, write `\\[`');
  if (token === ']' || token === '}')
    throw new GlobError(`\`${token}\` closes nothing; write \`\\${token}\``);
  if (/^\\[\p{L}\p{N}_.*?/\\]?$/u.test(token)) {
    throw new GlobError(
      'folders are separated by `/`; for the characters, write `[*]`, `[?]` and `[\\\\]`',
    );
  }
  if (/^[\s,;|]$/.test(token)) {
    const sign = /\s/.test(token) ? 'blank' : `\`${token}\``;
    throw new GlobError(
      `write one glob per line, in a block that begins with \`|\`; before a ${sign} in a name, write \`\\\``,
    );
  }
  if (token === '(' && /^([?+@!]|\*+)$/.test(previous)) {
    const start = `${previous.slice(-1)}(`;
    throw new GlobError(
      `extended globs like \`${start}…)\` are not supported; for a parenthesis, write \`\\(\``,
    );
  }
  if (token === '+' && !/^[/{,(]$/.test(previous)) {
    throw new GlobError('`+` as a quantifier is not supported; for the character, write `\\+`');
  }
  return isExactly(toLiteral(token));
}

function readerOfClass(token: string): Reads {
  const [, negation, members = ''] = /^\[([!^]?)(.*)\]$/s.exec(token) ?? [];
  const ranges = Array.from(
    members.matchAll(/(\\?.)(?:-(\\?.))?/gsu),
    ([, from = '', to = from]) => ({
      from: toLiteral(from),
      to: toLiteral(to),
    }),
  );
  if (/["'/]/.test(members)) {
    throw new GlobError(
      '`[…]` is one character, never `/`; write one glob per line, without brackets and quotes',
    );
  }
  if (ranges.length === 0)
    throw new GlobError('`[…]` is empty; for the characters, write `\\[\\]`');
  if (ranges.some(({ from, to }) => from > to))
    throw new GlobError('a range in `[…]` runs backwards');
  const isMember: Reads = (char) => ranges.some(({ from, to }) => from <= char && char <= to);
  return (char) => isInName(char) && isMember(char) === !negation;
}

const toLiteral = (token: string): string => (/^\\./su.test(token) ? token.slice(1) : token);
