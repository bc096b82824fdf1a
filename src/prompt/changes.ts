import type { ChangedFile } from '../github/commits.ts';
import type { Commit, Comparison } from '../github/comparison.ts';
import { readPlain } from '../sanitize/untrusted.ts';
import { plural } from '../text/format.ts';
import { createPathFilter, type PathFilter } from '../text/glob.ts';
import type { Text } from '../trigger/trigger.ts';
import { onOneLine, textOf } from './text.ts';

/** A comparison whose `files` are those that `paths` and `paths-ignore` select. */
export interface Changes extends Comparison {
  /** The files that `paths` and `paths-ignore` exclude. */
  readonly ignored: readonly ChangedFile[];
}

/** Applies `paths` and `paths-ignore`. A renamed file is selected by either of its names. */
export function selectChanges(comparison: Comparison, filter: PathFilter): Changes {
  const { files } = comparison;
  const isSelected = createPathFilter(filter);
  const isIncluded = ({ path, previousPath = path }: ChangedFile) => isSelected(path) || isSelected(previousPath);
  return { ...comparison, files: files.filter(isIncluded), ignored: files.filter((file) => !isIncluded(file)) };
}

/** False only if the list of files is complete and `paths` and `paths-ignore` select none. */
export const areRelevant = ({ files, isComplete }: Changes): boolean => files.length > 0 || !isComplete;

const MAX_LISTED = 500;

/** Files with status and counts, and the subjects of commits, one per line. */
export function renderChanges({ files, isComplete, ignored, commits, totalCommits }: Changes): Text[] {
  const moreFiles = files.length - MAX_LISTED;
  const moreCommits = totalCommits - commits.length;
  return [
    ...files.slice(0, MAX_LISTED).flatMap(renderFile),
    ...(moreFiles > 0 ? [`[and ${plural(moreFiles, 'more file')}]\n`] : []),
    ...(isComplete ? [] : ['[the list is incomplete: GitHub lists no more files]\n']),
    ...(ignored.length > 0 ? [`[excluded by the workflow: ${plural(ignored.length, 'file')}]\n`] : []),
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

/** Limit for all patches together, in bytes of UTF-8. */
const MAX_PATCH_BYTES = 128 * 1024;
/** Bytes reserved for the names of patches that are left out: five names of 200 UTF-16 units, and the text around them. */
const NAMES_BYTES = 4 * 1024;

/** Whole patches, in the order of the files, as many as fit. Names the others. @param room bytes of UTF-8. */
export function renderPatches(files: readonly ChangedFile[], room: number) {
  let space = Math.min(room, MAX_PATCH_BYTES) - NAMES_BYTES;
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
  const mark = leftOut.length > 0 ? [`[patches left out: ${firstFive(leftOut).join(', ')}]\n`] : [];
  return { parts: [...shown.flat(), ...mark], counts: { shown: shown.length, leftOut: leftOut.length } };
}

const firstFive = (names: readonly string[]) =>
  names.length > 5 ? [...names.slice(0, 5), `and ${names.length - 5} more`] : names;
