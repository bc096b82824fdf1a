import type { ChangedFile, Commit, Comparison } from '../github/comparison.ts';
import { oneLine } from '../text/defuse.ts';
import { withoutUnseenCharacters } from '../text/invisible.ts';
import { createPathFilter, type PathFilter } from './path-filter.ts';

/** What of a comparison matters to the workflow. */
export interface Changes extends Comparison {
  /** How many files `paths` and `paths-ignore` left out. */
  readonly ignoredFiles: number;
}

/** A file that was moved counts by either of its names. */
export function selectChanges(comparison: Comparison, filter: PathFilter): Changes {
  const isLeft = createPathFilter(filter);
  const files = comparison.files.filter(
    ({ path, previousPath }) => isLeft(path) || (previousPath !== undefined && isLeft(previousPath)),
  );
  return { ...comparison, files, ignoredFiles: comparison.files.length - files.length };
}

/** False only where it is certain: of a comparison too large to be told, some file may matter. */
export const areRelevant = ({ files, isComplete }: Changes): boolean => files.length > 0 || !isComplete;

const MAX_LISTED = 500;

/** Files with status and counts, and the subjects of commits; one a line. */
export function renderChanges({ files, isComplete, ignoredFiles, commits, totalCommits }: Changes): string {
  const moreFiles = files.length - MAX_LISTED;
  const moreCommits = totalCommits - commits.length;
  return [
    ...files.slice(0, MAX_LISTED).map(renderFile),
    ...(moreFiles > 0 ? [`[and ${moreFiles} more files]`] : []),
    ...(isComplete ? [] : ['[the list is not complete: GitHub tells no more of it]']),
    ...(ignoredFiles > 0 ? [`[${ignoredFiles} more files do not matter here]`] : []),
    ...(commits.length > 0 ? ['', 'Commits, the oldest first:', ...commits.map(renderCommit)] : []),
    ...(moreCommits > 0 ? [`[and ${moreCommits} more commits]`] : []),
  ].join('\n');
}

function renderFile({ path, previousPath, status, counts }: ChangedFile): string {
  const lines = counts ? ` (+${counts.additions} -${counts.deletions})` : '';
  return `${status}: ${previousPath ? `${printable(previousPath)} -> ` : ''}${printable(path)}${lines}`;
}

const renderCommit = ({ sha, subject, author }: Commit) =>
  `${sha.slice(0, 7)} ${printable(subject)} (${printable(author)})`;

const printable = (text: string, max = 300) => oneLine(seen(text), max);

/** What of a patch, a name or a subject a reader sees: nothing in them is Markdown. */
const seen = (text: string) => withoutUnseenCharacters(text, () => {});

/** Bytes of UTF-8 for all patches together. */
const PATCH_BUDGET = 128 * 1024;
/** Bytes that the names of what is left out take at most: five of 200 UTF-16 units, and a few words. */
const NAMES = 4 * 1024;

/** Whole patches, in the order of the files, as far as they fit; what is left out is named. @param room bytes of UTF-8. */
export function renderPatches(files: readonly ChangedFile[], room: number) {
  let space = Math.min(room, PATCH_BUDGET) - NAMES;
  const shown: string[] = [];
  const leftOut: string[] = [];
  for (const { path, patch } of files) {
    const text = patch === undefined ? undefined : `--- ${printable(path)}\n${seen(patch)}\n`;
    const size = Buffer.byteLength(text ?? '') + 1;
    if (text === undefined || size > space) {
      leftOut.push(printable(path, 200));
    } else {
      space -= size;
      shown.push(text);
    }
  }
  const mark = leftOut.length > 0 ? [`[patches left out: ${few(leftOut).join(', ')}]`] : [];
  return { text: [...shown, ...mark].join('\n'), counts: { shown: shown.length, leftOut: leftOut.length } };
}

const few = (names: readonly string[]) =>
  names.length > 5 ? [...names.slice(0, 5), `and ${names.length - 5} more`] : names;
