import type { ChangedFile, Commit, Comparison } from '../github/comparison.ts';
import { readPlain } from '../sanitize/untrusted.ts';
import { plural } from '../text/format.ts';
import { createPathFilter, type PathFilter } from '../text/path-filter.ts';
import type { Text } from '../trigger/trigger.ts';
import { onOneLine, textOf } from './text.ts';

/** What of a comparison matters to the workflow. */
export interface Changes extends Comparison {
  /** What `paths` and `paths-ignore` left out. */
  readonly ignored: readonly ChangedFile[];
}

/** A file that was moved counts by either of its names. */
export function selectChanges(comparison: Comparison, filter: PathFilter): Changes {
  const { files } = comparison;
  const isSelected = createPathFilter(filter);
  const matters = ({ path, previousPath = path }: ChangedFile) => isSelected(path) || isSelected(previousPath);
  return { ...comparison, files: files.filter(matters), ignored: files.filter((file) => !matters(file)) };
}

/** False only where it is certain: of a comparison too large to be told, some file may matter. */
export const areRelevant = ({ files, isComplete }: Changes): boolean => files.length > 0 || !isComplete;

const MAX_LISTED = 500;

/** Files with status and counts, and the subjects of commits; one a line. */
export function renderChanges({ files, isComplete, ignored, commits, totalCommits }: Changes): Text[] {
  const moreFiles = files.length - MAX_LISTED;
  const moreCommits = totalCommits - commits.length;
  return [
    ...files.slice(0, MAX_LISTED).flatMap(renderFile),
    ...(moreFiles > 0 ? [`[and ${plural(moreFiles, 'more file')}]\n`] : []),
    ...(isComplete ? [] : ['[the list is not complete: GitHub tells no more of it]\n']),
    ...(ignored.length > 0 ? [`[left out by the workflow: ${plural(ignored.length, 'file')}]\n`] : []),
    ...(commits.length > 0 ? ['\nCommits, the oldest first:\n', ...commits.flatMap(renderCommit)] : []),
    ...(moreCommits > 0 ? [`[and ${plural(moreCommits, 'more commit')}]\n`] : []),
  ];
}

function renderFile({ path, previousPath, status, counts }: ChangedFile): Text[] {
  const before = previousPath === undefined ? [] : [onOneLine(previousPath), ' -> '];
  const lines = counts ? ` (+${counts.additions} -${counts.deletions})` : '';
  return [`${status}: `, ...before, onOneLine(path), `${lines}\n`];
}

const renderCommit = ({ sha, subject, author }: Commit): Text[] => [
  `${sha.slice(0, 7)} `,
  onOneLine(subject),
  ' (',
  onOneLine(author),
  ')\n',
];

/** Bytes of UTF-8 for all patches together. */
const PATCH_BUDGET = 128 * 1024;
/** Bytes that the names of what is left out take at most: five of 200 UTF-16 units, and a few words. */
const NAMES = 4 * 1024;

/** Whole patches, in the order of the files, as far as they fit; what is left out is named. @param room bytes of UTF-8. */
export function renderPatches(files: readonly ChangedFile[], room: number) {
  let space = Math.min(room, PATCH_BUDGET) - NAMES;
  const shown: Text[][] = [];
  const leftOut: string[] = [];
  for (const { path, patch } of files) {
    const parts = patch === undefined ? [] : ['--- ', onOneLine(path), '\n', readPlain(patch), '\n\n'];
    const size = Buffer.byteLength(textOf(parts));
    if (size === 0 || size > space) {
      leftOut.push(onOneLine(path, 200).text);
    } else {
      space -= size;
      shown.push(parts);
    }
  }
  const mark = leftOut.length > 0 ? [`[patches left out: ${few(leftOut).join(', ')}]\n`] : [];
  return { parts: [...shown.flat(), ...mark], counts: { shown: shown.length, leftOut: leftOut.length } };
}

const few = (names: readonly string[]) =>
  names.length > 5 ? [...names.slice(0, 5), `and ${names.length - 5} more`] : names;
