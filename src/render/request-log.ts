import type { Role } from '../github/users.ts';
import type { Outcome, SkipReason } from '../outcome.ts';
import type { Changes } from '../prompt/changes.ts';
import type { Prompt } from '../prompt/compose.ts';
import type { TopPages } from '../prompt/pages.ts';
import type { SubmitRequest } from '../service/jobs.ts';
import { oneLine } from '../text/escape.ts';
import { number, plural } from '../text/format.ts';
import type { RichText } from '../text/rich-text.ts';
import type { Authorization } from '../trigger/authorization.ts';
import { formatRanked, type VisitorReport } from '../visitors/collect.ts';
import { formatPeriod } from '../visitors/period.ts';
import { describeCollapsed, describeRedacted, describeRemoved, type RequestSummary } from './request-summary.ts';
import { toPlain } from './rich-text.ts';

/** All that is known before the service is asked. */
export interface PreparedRequest {
  readonly request: RequestSummary;
  readonly prompt: Prompt;
  readonly changes: Changes | undefined;
  readonly topPages: TopPages | undefined;
  /** What the run comes to where it would have to spend: the analytics failed, without which there is nothing to ask. */
  readonly analyticsFailure: Outcome | undefined;
  /** What whoever asks in words must hold. */
  readonly needs: Role;
  /** Why it must not be asked; only a dry run goes on all the same. */
  readonly skipReason: SkipReason | undefined;
}

/** What was asked, for the log. */
export function formatRequest(asked: PreparedRequest): string[] {
  const [[, who], ...more] = factsOf(asked);
  const title = oneLine(asked.request.title, 200);
  return [`Asked by ${toPlain(who)}: ${title}`, ...more.map(([name, phrase]) => `${name}: ${toPlain(phrase)}`)];
}

/** What a dry run shows instead of doing it. */
export function formatDryRun(
  { request, prompt, skipReason }: PreparedRequest,
  { method, url, body }: SubmitRequest,
): string[] {
  const sent = `${method} ${url.href}, ${Buffer.byteLength(body)} bytes of JSON, with the prompt:`;
  return [
    `Gate: ${formatAuthorization(request.authorization)}`,
    skipReason ? `A real run would send nothing. If nothing stood in its way: ${sent}` : `Would send: ${sent}`,
    ...prompt.text.split('\n').map((line) => `  ${line}`),
  ];
}

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

/** The same for the summary's table; who asked is the first. */
export function factsOf({
  request,
  prompt,
  changes,
  topPages,
  needs,
}: PreparedRequest): [[string, RichText], ...[string, RichText][]] {
  const rows: [string, RichText][] = [];
  if (changes) rows.push(['Changes', [`${countChanges(changes)}, ${countPatches(prompt)}`]]);
  if (topPages?.kind === 'surveyed') rows.push(['Pages', [formatPages(topPages.survey)]]);
  if (prompt.isWithheld)
    rows.push(['Not sent', ['the words of this event: ', { code: 'context' }, ' is ', { code: 'none' }]]);
  const removed = describeRemoved(request.removed);
  if (removed) rows.push(['Removed', [removed]]);
  const collapsed = describeCollapsed(request.removed);
  if (collapsed) rows.push(['Included', [collapsed]]);
  const redacted = describeRedacted(request.removed);
  if (redacted) rows.push(['Redacted', [redacted]]);
  if (prompt.cutBytes > 0)
    rows.push(['Left out', [`${prompt.cutBytes} bytes of the request, at the limit of a prompt`]]);
  const who = whoAsked(request, needs);
  return [['Asked by', [...who, ...(who.length > 0 ? [', '] : []), ...request.origin]], ...rows];
}

function whoAsked({ requester: askedBy, authorization }: RequestSummary, needs: Role): RichText {
  if (authorization.kind !== 'passed') return askedBy ? [{ untrusted: askedBy }] : [];
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

function formatPages(survey: VisitorReport): string {
  const which =
    survey.pages.length > 0 ? `the ${formatRanked(survey)}` : `none left by paths, of ${number(survey.rows)}`;
  const part = survey.end.kind === 'partial' ? ' (partial)' : '';
  return `${which}${part}; ${formatPeriod(survey.period)}`;
}

function countPatches({ patches: { shown, leftOut } }: Prompt): string {
  if (shown + leftOut === 0) return 'no patches';
  return `${shown} of ${shown + leftOut} patches`;
}
