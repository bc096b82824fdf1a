import type { ChangedFile, Commit } from '../github/comparison.ts';
import { readPlain } from '../sanitize/index.ts';
import type { PageVisitors } from '../service/visitors.ts';
import { people, plural } from '../text/format.ts';
import { onOneLine, plainName, type Section, type Text, textOf } from '../trigger/section.ts';
import { formatPeriod } from '../visitors/period.ts';
import { formatRanked, SORTED_BY } from '../visitors/report.ts';
import type { Changes } from './changes.ts';
import type { TopPages } from './top-pages.ts';
import { type ContextFile, isEmpty } from './workspace-files.ts';

/** The context of a prompt besides the event: changes, the most visited pages, and files of the workspace. */

/** Files with status and counts, and the subjects of commits, one per line. The address may have names of branches, which are untrusted. */
export function changeSection({ url, files, isComplete, ignored, commits, totalCommits }: Changes): Section {
  const moreCommits = totalCommits - commits.length;
  const parts = [
    ...(url === undefined ? [] : [onOneLine(url, 2048), '\n']),
    ...files.flatMap(renderFile),
    ...(isComplete ? [] : ['[GitHub does not list all changed files]\n']),
    ...(ignored.length > 0 ? [`[excluded by the workflow: ${plural(ignored.length, 'file')}]\n`] : []),
    ...(commits.length > 0 ? ['\nCommits, the oldest first:\n', ...commits.flatMap(renderCommit)] : []),
    ...(moreCommits > 0 ? [`[and ${plural(moreCommits, 'more commit')}]\n`] : []),
  ];
  return { heading: 'the changes', parts };
}

function renderFile({ path, previousPath, status, additions, deletions }: ChangedFile): Text[] {
  const before = previousPath === undefined ? [] : [onOneLine(previousPath), ' -> '];
  return [`${status}: `, ...before, onOneLine(path), ` (+${additions} -${deletions})\n`];
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

/** Whole patches, in the order of the files, as many as fit. @param room bytes of UTF-8, beside a line that counts the others. */
export function renderPatches(files: readonly ChangedFile[], room: number) {
  let space = Math.min(room, MAX_PATCH_BYTES);
  const shown: Text[][] = [];
  for (const { path, patch } of files) {
    if (patch === undefined) continue;
    const parts = ['--- ', onOneLine(path), '\n', readPlain(patch), '\n\n'];
    const size = Buffer.byteLength(textOf(parts));
    if (size > space) continue;
    space -= size;
    shown.push(parts);
  }
  const leftOut = files.length - shown.length;
  const mark = leftOut > 0 ? [`[${plural(leftOut, 'file')} without a patch here]\n`] : [];
  return { parts: [...shown.flat(), ...mark], counts: { shown: shown.length, leftOut } };
}

/** The list of the most visited pages as a section of the prompt; empty if there are none. */
export function pageSections({ query: { top, sortBy, period }, report }: TopPages): Section[] {
  if (!report) {
    const heading = `the top ${plural(top, 'page')} by ${SORTED_BY[sortBy]}, ${formatPeriod(period)}`;
    return [{ heading, parts: ['[not read]\n'] }];
  }
  const { pages, rows, partial } = report;
  if (pages.length === 0) return [];
  const mark = `[ranked by the first ${plural(rows, 'page')} only: the others could not be read]\n`;
  const parts = [...pages.flatMap(renderPage), ...(partial ? [mark] : [])];
  return [{ heading: `the top ${formatRanked(report)}, ${formatPeriod(period)}`, parts }];
}

const renderPage = ({ path, human, ai, total }: PageVisitors, at: number): Text[] => [
  `${at + 1}. `,
  onOneLine(path),
  ` (${plural(total, 'visitor')}: ${people(human)}, ${plural(ai, 'AI agent')})\n`,
];

/** A section of the prompt for a file. A name that could be read as a sentence is part of the untrusted text. */
export function fileSection(file: ContextFile): Section & Pick<ContextFile, 'unreadBytes'> {
  const { path, start, unreadBytes } = file;
  const name = plainName(path);
  const parts = [...(name ? [] : ['Name: ', onOneLine(path), '\n\n']), isEmpty(file) ? '[the file is empty]' : start];
  return { heading: `the file${name}`, parts, unreadBytes };
}
