import * as v from 'valibot';
import { isVerdict, type Verdict } from '../outcome.ts';
import { isLoopback, JOB_ID } from '../service/job.ts';
import { createGlobMatcher, GlobError, isNegated } from '../text/glob.ts';
import { type ExportTarget, FORMATS } from '../visitors/export-file.ts';
import { toDate } from '../visitors/period.ts';

/** Parsers of single inputs: each returns undefined for a malformed value. */

const HOUR = 3_600_000;

export function toBaseUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  if (!url || /[\s\\\p{Cf}]/u.test(text)) return undefined;
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  const plain = !url.username && !url.password && !/[?#@]/.test(text);
  return secure && plain ? url : undefined;
}

export function toProjectId(text: string): string | undefined {
  return /^[^\s/\\?#%\p{C}]{1,128}$/u.test(text) && !/^\.+$/.test(text) ? text : undefined;
}

export function toMilliseconds(text: string): number | undefined {
  const match = /^(?:(\d{1,5})h)?(?:(\d{1,5})m)?(?:(\d{1,5})s)?$/.exec(text);
  if (!match) return undefined;
  const [hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  const ms = (hours ?? 0) * HOUR + (minutes ?? 0) * 60_000 + (seconds ?? 0) * 1000;
  return ms >= 1000 && ms <= 24 * HOUR ? ms : undefined;
}

/** A key or token: ASCII without blanks, and not in quotes, which the service or GitHub would reject. */
export const toSecret = (text: string): string | undefined =>
  /^[!-~]*$/.test(text) && !isQuoted(text) ? text : undefined;

export const isQuoted = (text: string): boolean => /^(["']).*\1$/s.test(text);

/** An admin API key is a prefix, an underscore and random characters, so it never lacks the underscore. */
export const areSwapped = (projectId: string, apiKey: string): boolean =>
  /^[a-z]+_[\w-]{16,}$/i.test(projectId) && !apiKey.includes('_');

export function toVerdicts(text: string): ReadonlySet<Verdict> | undefined {
  if (text === 'none') return new Set();
  const words = text.split(/[\s,]+/).filter(Boolean);
  return words.length > 0 && words.every(isVerdict) ? new Set(words) : undefined;
}

/** Booleans of YAML 1.2, which `core.getBooleanInput` takes too. */
export function toBoolean(text: string): boolean | undefined {
  if (/^(true|True|TRUE)$/.test(text)) return true;
  return /^(false|False|FALSE)$/.test(text) ? false : undefined;
}

export function toIssueNumber(text: string): number | null | undefined {
  if (text === '') return null;
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

export function toJobId(text: string): string | null | undefined {
  if (text === '') return null;
  return v.is(JOB_ID, text) ? text : undefined;
}

/** A number of days. */
export function toWindow(text: string): number | null | undefined {
  if (text === '') return null;
  const days = Number(/^([1-9]\d{0,2})d$/.exec(text)?.[1]);
  return days <= 366 ? days : undefined;
}

export const toDateOrNone = (text: string): string | null | undefined => (text === '' ? null : toDate(text));

/** At most 256, the limit for the legs of a matrix (GitHub's documentation of workflow syntax). */
export function toTop(text: string): number | undefined {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 256 ? Number(text) : undefined;
}

export function toOffset(text: string): number | undefined {
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

export function toExportTarget(text: string): ExportTarget | null | undefined {
  if (text === '') return null;
  const extension = /[^/\\]\.(\w+)$/.exec(text)?.[1];
  const format = FORMATS.find((each) => each === extension);
  const isReserved = /\.partial(-\w+)?\.\w+$/.test(text); // names of incomplete exports
  return format && !isReserved && !/\p{Cc}/u.test(text) ? { path: text, format } : undefined;
}

export function toJobPath(text: string): string | undefined {
  const shaped = /^\/(?!\/)[!-~]*$/.test(text) && text.includes('{id}') && !/[#\\]|(^|\/)\.\.?(\/|$)/.test(text);
  // The path must not lead to another host, because requests contain the key.
  const stays = URL.parse(text.replaceAll(/[{}]/g, ''), 'https://host.invalid')?.origin === 'https://host.invalid';
  return shaped && stays ? text : undefined;
}

/** The lines of a text, trimmed, without empty ones. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export function toBots(text: string): readonly string[] | undefined {
  const logins = linesOf(text);
  return logins.every((login) => /^[\w-]{1,100}(\[bot\])?$/.test(login)) ? logins : undefined;
}

/** Two branches, tags or commits to compare. */
export interface Compare {
  readonly base: string;
  readonly head: string;
  /** The repository, if the input is the address of a compare page. */
  readonly page: ComparePage | undefined;
}

/** Where the page of a comparison is. */
interface ComparePage {
  /** `https://github.com` */
  readonly origin: string;
  readonly owner: string;
  readonly repo: string;
}

/** `base...head`, or the address of GitHub's page of that comparison. */
export function toCompare(text: string): Compare | null | undefined {
  if (text === '') return null;
  const page = /^(https?:\/\/[^/?#@\\\s]+)\/([\w-]{1,100})\/([\w.-]{1,100})\/compare\/([^?#]+)$/.exec(text);
  if (!page) return toRefs(text);
  const [, server = '', owner = '', repo = '', escaped = ''] = page;
  const origin = URL.parse(server)?.origin;
  const compare = toRefs(percentDecoded(escaped) ?? '');
  return compare && origin && !/^\.+$/.test(repo) ? { ...compare, page: { origin, owner, repo } } : undefined;
}

/** `base...head`: names of branches, tags or commits that git allows (git-check-ref-format). */
function toRefs(text: string): Compare | undefined {
  const [base = '', head = '', ...more] = text.split('...');
  const areRefs = [base, head].every(
    (ref) => /^[^\s~^:?*[\\\p{C}]{1,250}$/u.test(ref) && !/^[-/.]|\.\.|[/.]$/.test(ref),
  );
  return areRefs && more.length === 0 ? { base, head, page: undefined } : undefined;
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // not UTF-8, or `%` without two digits
  }
}

/** The start of a command: one word that begins no quote, code or HTML in Markdown. */
export function toCommand(text: string): string | undefined {
  return /^[^\s>`~<\p{C}]\S{0,49}$/u.test(text) ? text : undefined;
}

export function oneOf<const Word extends string>(words: readonly Word[]): (text: string) => Word | undefined {
  return (text) => words.find((word) => word === text);
}

/** Lists of globs: `find…` returns the first problem of a list, which its error names. */

/** Why a list of globs is malformed: the line, and its problem as a clause. */
export interface GlobProblem {
  readonly line: string;
  readonly problem: string;
}

/** The first problem in `paths`. */
export const findPathsProblem = (text: string): GlobProblem | undefined =>
  findListProblem(text, 'a list needs a glob without a leading `!`; to exclude only, use `paths-ignore`');

/** The first problem in `branches`. */
export const findBranchesProblem = (text: string): GlobProblem | undefined =>
  findListProblem(text, 'a list needs a glob without a leading `!`; the default branch always counts');

/** As in `on.push`, a list needs a glob without a leading `!`. @param onlyNegated the problem of a list that has none. */
function findListProblem(text: string, onlyNegated: string): GlobProblem | undefined {
  const lines = linesOf(text);
  const malformed = findMalformed(lines, (line) => findGlobProblem(isNegated(line) ? line.slice(1) : line));
  const [first] = lines;
  if (malformed || first === undefined || !lines.every(isNegated)) return malformed;
  return { line: first, problem: onlyNegated };
}

/** The first problem in `paths-ignore`. */
export const findPathsIgnoreProblem = (text: string): GlobProblem | undefined =>
  findMalformed(linesOf(text), (line) =>
    isNegated(line) ? 'a leading `!` is not supported here; use it in `paths`' : findGlobProblem(line),
  );

/** Creates a parser for an input with globs, which returns undefined if `findProblem` finds one. */
export const toGlobs = (findProblem: typeof findPathsProblem) => (text: string) =>
  findProblem(text) ? undefined : linesOf(text);

function findMalformed(lines: readonly string[], findProblem: (line: string) => string | undefined) {
  for (const line of lines) {
    const problem = findProblem(line);
    if (problem !== undefined) return { line, problem };
  }
  return undefined;
}

function findGlobProblem(glob: string): string | undefined {
  if (glob === '') return '`!` needs a glob';
  if (/^['"]|['"]$/.test(glob)) return 'remove the quotes';
  if (glob.startsWith('- ')) return 'remove `-`, because the input is plain text and not a list in YAML';
  if (glob.startsWith('# ')) return 'remove the line, because comments are not supported';
  if (/,\s/.test(glob)) return 'write one glob per line, without commas between them';
  try {
    createGlobMatcher(glob);
    return undefined;
  } catch (error) {
    if (error instanceof GlobError) return error.message;
    throw error;
  }
}
