import { needed } from '../github/client.ts';
import {
  type ChangedFile,
  type Commit,
  type Comparison,
  readComparison,
} from '../github/comparison.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { SkipReason } from '../outcome.ts';
import { readPlain } from '../sanitize/index.ts';
import { plural, quoteName } from '../text/format.ts';
import {
  createGlobMatcher,
  createPathFilter,
  excludingInputs,
  isNegated,
  type PathFilter,
} from '../text/glob.ts';
import {
  onOneLine,
  type RequestTrigger,
  type Section,
  textOf,
  type UntrustedText,
} from '../trigger/trigger.ts';
import { agentPush, type EventChangesEffects, readChangesSince } from './event-changes.ts';

/** A comparison whose `files` are those that `paths` and `paths-ignore` select. */
export interface Changes extends Comparison {
  /** The files that `paths` and `paths-ignore` exclude. */
  readonly ignored: readonly ChangedFile[];
}

interface RequestedChanges {
  /** Undefined if no input needs them, or the event has no range. */
  readonly changes?: Changes;
  /** Set if all of them are the agent's own, or they are the request and none is relevant. */
  readonly skipReason?: SkipReason | undefined;
}

/**
 * Reads the changes of the event or of `compare`, and applies `paths` and `paths-ignore`. @throws
 * GitHubError if they cannot be read.
 */
export async function readRequestedChanges(
  trigger: RequestTrigger,
  inputs: Pick<Inputs, 'compare' | 'context' | 'paths'>,
  effects: EventChangesEffects,
): Promise<RequestedChanges> {
  const { compare, context, paths } = inputs;
  const hasFilter = paths.include.length + paths.exclude.length > 0;
  const { range } = trigger.prompt;
  const ofAgent = await agentPush(trigger, effects);
  if (ofAgent !== undefined) return { skipReason: skipped(ofAgent) };
  const isWanted = context !== 'none' || hasFilter;
  const read = compare
    ? await readComparison(needed(effects.github), { ...compare, since: 'merge-base' })
    : range && isWanted && (await readChangesSince({ ...trigger, range }, effects));
  if (!read) return {};
  if (!read.isComplete && hasFilter) effects.note(NOT_APPLIED);
  for (const folder of foldersIn(paths, read.files)) effects.note(namesNoFolder(folder));
  const changes = selectChanges(read, paths);
  const isNeedless = trigger.prompt.needsChanges && !areRelevant(changes);
  return { changes, skipReason: isNeedless ? irrelevance(changes, inputs) : undefined };
}

const NOT_APPLIED =
  '`paths` was not applied: GitHub does not list all changed files (more than 300, or a force push), so all count as relevant.';

/** The globs that name a folder of changed files without selecting what is in it. */
const foldersIn = ({ include, exclude }: PathFilter, files: readonly ChangedFile[]): string[] =>
  [...include, ...exclude]
    .map((glob) => glob.replace(/^\.?\//, ''))
    .filter((glob) => files.some(({ path }) => path.startsWith(`${glob}/`)));

const namesNoFolder = (glob: string): string =>
  `The glob ${quoteName(glob)} selects a file of that name. For everything in the folder, write ${quoteName(`${glob}/**`)}.`;

/**
 * Applies `paths` and `paths-ignore`, unless files are not listed. A renamed file is selected by
 * either of its names.
 */
export function selectChanges(comparison: Comparison, filter: PathFilter): Changes {
  const { files, isComplete } = comparison;
  if (!isComplete) return { ...comparison, ignored: [] };
  const isIncluded = eitherName(createPathFilter(filter));
  return {
    ...comparison,
    files: files.filter(isIncluded),
    ignored: files.filter((file) => !isIncluded(file)),
  };
}

/** The globs of `paths` and `paths-ignore` that match no changed file. */
export const unmatchedGlobs = (
  { include, exclude }: PathFilter,
  { files, ignored }: Pick<Changes, 'files' | 'ignored'>,
): string[] =>
  [...include, ...exclude].filter((glob) => {
    const matches = createGlobMatcher(isNegated(glob) ? glob.slice(1) : glob);
    return ![...files, ...ignored].some(eitherName(matches));
  });

/** Whether a file has a name, new or old, of which this holds. */
const eitherName =
  (holds: (path: string) => boolean) =>
  ({ path, previousPath = path }: ChangedFile): boolean =>
    holds(path) || holds(previousPath);

/** False only if all files are listed, and `paths` and `paths-ignore` select none. */
export const areRelevant = ({ files, isComplete }: Changes): boolean =>
  files.length > 0 || !isComplete;

/** Why changes that are the request lead to nothing: none is relevant. */
function irrelevance(
  { ignored }: Changes,
  { compare, paths }: Pick<Inputs, 'compare' | 'paths'>,
): SkipReason {
  const [first, ...others] = ignored;
  if (first) {
    const name = ` (${quoteName(first.path)}${others.length > 0 ? ', …' : ''})`;
    const are = others.length > 0 ? 'are' : 'is';
    const files =
      others.length > 0 ? `all ${plural(ignored.length, 'changed file')}` : 'the only changed file';
    return skipped(`${files}${name} ${are} excluded by ${excludingInputs(paths)}${hintAt(paths)}`);
  }
  if (!compare) return skipped('no file changed');
  const range = `between ${quoteName(compare.base)} and ${quoteName(compare.head)}`;
  return skipped(`${range} no file changed; \`base...head\` names the older one first`);
}

/** Other tools read `*.ts` as files in any folder. */
function hintAt({ include }: PathFilter): string {
  const glob = include.find((each) => /^\*[^*/]+$/.test(each));
  return glob === undefined
    ? ''
    : `; ${quoteName(glob)} selects files of the top folder only, ${quoteName(`**/${glob}`)} those of all folders`;
}

const skipped = (reason: string): SkipReason => ({ verdict: 'skipped', reason });

/**
 * Files with status and counts, and the subjects of commits, one per line. The address may have
 * names of branches, which are untrusted.
 */
export function changeSection({
  url,
  files,
  isComplete,
  ignored,
  commits,
  totalCommits,
}: Changes): Section {
  const moreCommits = totalCommits - commits.length;
  const parts = [
    ...(url === undefined ? [] : [onOneLine(url, 2048), '\n']),
    ...files.flatMap(renderFile),
    ...(isComplete ? [] : ['[GitHub does not list all changed files]\n']),
    ...(ignored.length > 0
      ? [`[excluded by the workflow: ${plural(ignored.length, 'file')}]\n`]
      : []),
    ...(commits.length > 0
      ? ['\nCommits, the oldest first:\n', ...commits.flatMap(renderCommit)]
      : []),
    ...(moreCommits > 0 ? [`[and ${plural(moreCommits, 'more commit')}]\n`] : []),
  ];
  return { heading: 'the changes', parts };
}

function renderFile({
  path,
  previousPath,
  status,
  additions,
  deletions,
}: ChangedFile): UntrustedText[] {
  const before = previousPath === undefined ? [] : [onOneLine(previousPath), ' -> '];
  return [`${status}: `, ...before, onOneLine(path), ` (+${additions} -${deletions})\n`];
}

const renderCommit = ({ sha, subject, author }: Commit): UntrustedText[] => [
  `${sha.slice(0, 7)} `,
  onOneLine(subject),
  ' (',
  onOneLine(author),
  ')\n',
];

/** Limit for all patches together, in bytes of UTF-8. */
const MAX_PATCH_BYTES = 128 * 1024;

/**
 * Whole patches, in the order of the files, as many as fit. @param room bytes of UTF-8, beside a
 * line that counts the others.
 */
export function renderPatches(files: readonly ChangedFile[], room: number) {
  let space = Math.min(room, MAX_PATCH_BYTES);
  const shown: UntrustedText[][] = [];
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
