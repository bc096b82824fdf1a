import { isVerdict, type Verdict } from '../outcome.ts';
import { DAY_MS } from '../runtime/clock.ts';
import { isSafeScheme } from '../service/job.ts';
import { oneLine, quoteName } from '../text/format.ts';
import { createGlobMatcher, GlobError, isNegated } from '../text/glob.ts';

/** Parsers of single inputs: each returns undefined for a malformed value. */
type Parser<T> = (text: string) => T | undefined;

/** Null if the input is empty. */
export const optional =
  <T>(parse: Parser<T>): Parser<T | null> =>
  (text) =>
    text === '' ? null : parse(text);

export const textMatching =
  (form: RegExp): Parser<string> =>
  (text) =>
    form.test(text) ? text : undefined;

/** The number in the first group of `form`. */
export const numberIn =
  (form: RegExp, max = Number.MAX_SAFE_INTEGER): Parser<number> =>
  (text) => {
    const value = Number(form.exec(text)?.[1]);
    return value <= max ? value : undefined;
  };

export function wordAmong<const Word extends string>(words: readonly Word[]): Parser<Word> {
  return (text) => words.find((word) => word === text);
}

/** The lines of a text, trimmed, without empty ones. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export function toBaseUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  if (!url || /[\s\\\p{Cf}]/u.test(text)) return undefined;
  const isPlain = !url.username && !url.password && !/[?#@]/.test(text);
  return isSafeScheme(url) && isPlain ? url : undefined;
}

export function toMilliseconds(text: string): number | undefined {
  const match = /^(?:(\d{1,5})h)?(?:(\d{1,5})m)?(?:(\d{1,5})s)?$/.exec(text);
  const [hours = 0, minutes = 0, seconds = 0] =
    match?.slice(1).map((part) => Number(part ?? 0)) ?? [];
  const ms = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return ms >= 1000 && ms <= DAY_MS ? ms : undefined;
}

/**
 * A key or token: ASCII without blanks, and not in quotes, which the service or GitHub would
 * reject.
 */
export const toSecret = (text: string): string | undefined =>
  /^[!-~]*$/.test(text) && !isQuoted(text) ? text : undefined;

/**
 * A key for other purposes, which must not be sent to the service: of Mintlify's assistant on a
 * website (`dsc`) or of a single account (`us`), a token of GitHub, or a key of a language model.
 */
export const OTHER_KEY = /^(?:mint_(?:dsc|us)_|gh[oprsu]_|github_pat_|sk-)/;

/** The name of a secret or variable instead of its value: a key has digits or small letters. */
const IS_NAME = /^\$?[A-Z]+(?:_[A-Z]+)+$/;
/** The text of an expression, which the workflow does not evaluate as it is written. */
const IS_EXPRESSION = /^\$?(?:\{\{.*\}\}|(?:secrets|vars|env|inputs)\.[\w-]+)$/;

/** The name of a value instead of the value. */
export const isUnevaluated = (text: string): boolean =>
  IS_NAME.test(text) || IS_EXPRESSION.test(text);

export const isQuoted = (text: string): boolean => /^(["']).*\1$/s.test(text);

/** The words of a list with commas or white space. */
export const wordsOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter(Boolean);

export function toVerdicts(text: string): ReadonlySet<Verdict> | undefined {
  if (text === 'none') return new Set();
  const words = wordsOf(text);
  return words.length > 0 && words.every(isVerdict) ? new Set(words) : undefined;
}

/** Booleans of YAML 1.2, which `core.getBooleanInput` takes too. */
export function toBoolean(text: string): boolean | undefined {
  if (/^(true|True|TRUE)$/.test(text)) return true;
  return /^(false|False|FALSE)$/.test(text) ? false : undefined;
}

/**
 * The path of a file of CSV to write. One that ends with `.partial.csv` is that of an incomplete
 * export.
 */
export const toCsvPath = (text: string): string | undefined =>
  /[^/\\]\.csv$/.test(text) && !text.endsWith('.partial.csv') && !/\p{Cc}/u.test(text)
    ? text
    : undefined;

/** Two branches, tags or commits to compare. */
export interface Compare {
  readonly base: string;
  readonly head: string;
}

/** `base...head`: names of branches, tags or commits that git allows (git-check-ref-format). */
export function toCompare(text: string): Compare | undefined {
  const [base = '', head = '', ...more] = text.split('...');
  const areRefs = [base, head].every(
    (ref) => /^[^\s~^:?*[\\\p{C}]{1,250}$/u.test(ref) && !/^[-/.]|\.\.|[/.]$/.test(ref),
  );
  return areRefs && more.length === 0 ? { base, head } : undefined;
}

/**
 * A value for an error message, without the parts of a URL that may contain passwords: before an
 * `@` or after a `?`.
 */
export function showable(got: string): string {
  const withoutUsers = got.split('/').map((part) => part.replace(/^.+@/s, '***@'));
  return oneLine(withoutUsers.join('/').replace(/\?.*/s, '?***'), 60);
}

export interface GlobRules {
  /** The problem of a list in which every glob has a leading `!`; empty if none may have one. */
  readonly onlyNegated?: string;
  /** The globs are of names of branches. */
  readonly areBranches?: boolean;
}

/**
 * The first malformed line of a list of globs, and its problem as a clause; undefined if there is
 * none.
 */
export function findGlobProblem(
  text: string,
  { onlyNegated = '', areBranches = false }: GlobRules,
): string | undefined {
  const lines = linesOf(text);
  for (const line of lines) {
    const isForbidden = isNegated(line) && !onlyNegated;
    const glob = isNegated(line) ? line.slice(1) : line;
    const problem = isForbidden
      ? 'a leading `!` is not supported here; use it in `paths`'
      : problemOf(glob, areBranches);
    if (problem !== undefined) return `“${showable(line)}”: ${problem}`;
  }
  const [first] = lines;
  return first !== undefined && lines.every(isNegated)
    ? `“${showable(first)}”: ${onlyNegated}`
    : undefined;
}

function problemOf(glob: string, isBranch: boolean): string | undefined {
  if (glob === '') return '`!` needs a glob';
  if (/^['"]|['"]$/.test(glob)) return 'remove the quotes';
  if (glob.startsWith('- '))
    return 'remove `-`, because the input is plain text and not a list in YAML';
  if (glob.startsWith('# ')) return 'remove the line, because comments are not supported';
  if (/^[[\]],?$|^\[[^\]]*,[^\]]*\]$/.test(glob))
    return 'write one glob per line, without brackets and commas';
  const [, branch] = /^(?:refs\/(?:heads\/)?|origin\/|\/)(.*)/s.exec(glob) ?? [];
  if (isBranch && branch !== undefined)
    return `write the name of the branch alone: ${quoteName(branch)}`;
  try {
    createGlobMatcher(glob);
    return undefined;
  } catch (error) {
    if (error instanceof GlobError) return error.message;
    throw error;
  }
}
