import { createGlobMatcher, GlobError, isNegated } from '../text/glob.ts';
import { linesOf } from './parsers.ts';

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
