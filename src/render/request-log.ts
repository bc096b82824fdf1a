import type { Role } from '../github/users.ts';
import type { Outcome, SkipReason } from '../outcome.ts';
import type { Changes } from '../prompt/changes.ts';
import type { Prompt } from '../prompt/compose.ts';
import type { ContextFile } from '../prompt/context-files.ts';
import type { TopPages } from '../prompt/pages.ts';
import type { SubmitRequest } from '../service/jobs.ts';
import { oneLine } from '../text/escape.ts';
import { formatBytes, number, plural } from '../text/format.ts';
import type { RichText } from '../text/rich-text.ts';
import type { Authorization } from '../trigger/authorization.ts';
import { formatRanked, type VisitorReport } from '../visitors/collect.ts';
import { formatPeriod } from '../visitors/period.ts';
import { describeCollapsed, describeRedacted, describeRemoved, type RequestSummary } from './request-summary.ts';
import { toPlain } from './to-markdown.ts';

/** Everything known about a request before it is sent to the service. */
export interface PreparedRequest {
  readonly request: RequestSummary;
  readonly prompt: Prompt;
  readonly changes: Changes | undefined;
  /** The files of `context-file`: names and sizes are shown, contents are part of the prompt only. */
  readonly files: readonly Pick<ContextFile, 'path' | 'size'>[];
  /**
   * The changes are those of another repository that fewer people can read than log, summary and thread: only their numbers are shown,
   * and not the prompt.
   */
  readonly isConfidential: boolean;
  readonly topPages: TopPages | undefined;
  /** The line comments of a review that are not sent, because they were edited after the review was submitted. */
  readonly editedComments: number;
  /** The outcome instead of creating a job: the request consists of the most visited pages, which could not be read. */
  readonly analyticsFailure: Outcome | undefined;
  /** The permission that requesters need. */
  readonly needs: Role;
  /** Why nothing is sent to the service; a dry run shows the request anyway. */
  readonly skipReason: SkipReason | undefined;
}

/** The request as lines of the log. */
export function formatRequest(prepared: PreparedRequest): string[] {
  const [[, requester], ...more] = factsOf(prepared);
  const title = oneLine(prepared.request.title, 200);
  return [`Asked by ${toPlain(requester)}: ${title}`, ...more.map(([name, value]) => `${name}: ${toPlain(value)}`)];
}

/** The lines of the log that a dry run writes instead of sending the request. */
export function formatDryRun(
  { request, prompt, isConfidential, skipReason }: PreparedRequest,
  { method, url, body }: SubmitRequest,
): string[] {
  const size = `${method} ${url.href}, ${Buffer.byteLength(body)} bytes of JSON`;
  const sent = isConfidential ? `${size}. ${PROMPT_NOT_SHOWN}` : `${size}, with the prompt:`;
  const lines = isConfidential ? [] : prompt.text.split('\n');
  return [
    `Gate: ${formatAuthorization(request.authorization)}`,
    skipReason ? `A real run would send nothing. If nothing stood in its way: ${sent}` : `Would send: ${sent}`,
    ...lines.map((line) => `  ${line}`),
  ];
}

/** Why log and summary do not show the prompt. */
export const PROMPT_NOT_SHOWN =
  'The prompt is not shown: it contains changes of a repository that is not public, or whose visibility is unknown, and everybody may ' +
  'be able to read this page.';

function formatAuthorization(authorization: Authorization): string {
  switch (authorization.kind) {
    case 'open':
      return 'not needed, nobody else has words in this event';
    case 'passed':
      return 'passed';
    case 'denied':
      return `denied: ${authorization.reason}`;
  }
}

/** The request as rows of the summary's table; the first is the requester. */
export function factsOf({
  request,
  prompt,
  changes,
  files,
  isConfidential,
  topPages,
  editedComments,
  needs,
}: PreparedRequest): [[string, RichText], ...[string, RichText][]] {
  const rows: [string, RichText][] = [];
  if (changes) rows.push(['Changes', [`${countChanges(changes)}, ${countPatches(prompt)}`]]);
  if (isConfidential)
    rows.push([
      'Not shown',
      ['names of files and commits: the compared repository is not public, or its visibility is unknown'],
    ]);
  if (files.length > 0) rows.push(['Files', formatFiles(files)]);
  if (topPages?.kind === 'surveyed') rows.push(['Pages', [formatTopPages(topPages.survey)]]);
  if (prompt.isWithheld)
    rows.push(['Not sent', ['the words of this event: ', { code: 'context' }, ' is ', { code: 'none' }]]);
  const removed = describeRemoved(request.removed);
  if (removed) rows.push(['Removed', [removed]]);
  const collapsed = describeCollapsed(request.removed);
  if (collapsed) rows.push(['Included', [collapsed]]);
  const redacted = describeRedacted(request.removed);
  if (redacted) rows.push(['Redacted', [redacted]]);
  if (editedComments > 0)
    rows.push(['Left out', [`${plural(editedComments, 'line comment')} edited after the review was submitted`]]);
  if (prompt.cutBytes > 0)
    rows.push(['Left out', [`${prompt.cutBytes} bytes of the request, at the limit of a prompt`]]);
  const requester = formatRequester(request, needs);
  return [['Asked by', [...requester, ...(requester.length > 0 ? [', '] : []), ...request.origin]], ...rows];
}

function formatRequester({ requester, authorization }: RequestSummary, needs: Role): RichText {
  if (authorization.kind !== 'passed') return requester ? [{ untrusted: requester }] : [];
  return authorization.by.flatMap(({ login, role }, at): RichText => {
    const person: RichText = [{ untrusted: login }, ' (', { code: role }, '; needs ', { code: needs }, ')'];
    return at > 0 ? [', run by ', ...person] : person;
  });
}

function countChanges({ files, ignored: { length: left }, isComplete, totalCommits }: Changes): string {
  const ignored = left > 0 ? ` (${left} left out by paths)` : '';
  const commits = totalCommits > 0 ? `, ${plural(totalCommits, 'commit')}` : '';
  return `${isComplete ? '' : 'at least '}${plural(files.length, 'file')}${ignored}${commits}`;
}

/** `2 (report.txt 12 KB, lint.json 812 bytes)`, at most {@link MAX_FILES} names. */
function formatFiles(files: PreparedRequest['files']): RichText {
  const named = files
    .slice(0, MAX_FILES)
    .flatMap(
      ({ path, size }, at): RichText => [
        at > 0 ? ', ' : '',
        { untrusted: oneLine(path, 100) },
        ` ${formatBytes(size)}`,
      ],
    );
  return [`${files.length} (`, ...named, files.length > MAX_FILES ? ', …)' : ')'];
}

const MAX_FILES = 5;

function formatTopPages(report: VisitorReport): string {
  const which =
    report.pages.length > 0 ? `the ${formatRanked(report)}` : `none left by paths, of ${number(report.rows)}`;
  const part = report.end.kind === 'partial' ? ' (partial)' : '';
  return `${which}${part}; ${formatPeriod(report.period)}`;
}

function countPatches({ patches: { shown, leftOut } }: Prompt): string {
  if (shown + leftOut === 0) return 'no patches';
  return `${shown} of ${shown + leftOut} patches`;
}
