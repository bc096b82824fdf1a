import type { Changes } from '../prompt/changes.ts';
import type { Prompt } from '../prompt/compose.ts';
import type { PreparedPrompt } from '../prompt/prepare.ts';
import { REMOVED_KINDS, type Removed } from '../sanitize/index.ts';
import type { SubmitRequest } from '../service/agent-service.ts';
import { number, oneLine, plural, type RichText } from '../text/format.ts';
import type { Authorization, Role } from '../trigger/authorization.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { formatPeriod } from '../visitors/period.ts';
import { countPages, formatRanked, type VisitorReport } from '../visitors/report.ts';
import { toPlain } from './to-markdown.ts';
import { formatPartial } from './visitor-report.ts';

/**
 * The request as status comments and outputs name it. The strings are untrusted and not escaped.
 */
export interface RequestSummary {
  readonly title: string;
  /** The author of the title; empty if the title is the maintainer's instruction. */
  readonly saidBy: string;
  readonly requester: string;
  /** What sanitizing removed from the untrusted text. */
  readonly removed: Removed;
  /** Why the ranking of the most visited pages is partial; empty if it is complete or not used. */
  readonly partialRanking: string;
}

/** Everything known about a request before it is sent to the service. */
export interface PreparedRequest extends PreparedPrompt {
  readonly request: RequestSummary;
  readonly trigger: Pick<RequestTrigger, 'eventText' | 'requester'>;
  readonly authorization: Exclude<Authorization, { kind: 'denied' }>;
  /** The permission that requesters need. */
  readonly needs: Role;
}

/** The text of the event that is the request is its title, if there is one. */
export const summarize = (
  { title, prompt, topPages }: PreparedPrompt,
  { quote, requester }: Pick<RequestTrigger, 'quote' | 'requester'>,
): RequestSummary => ({
  title: quote?.text ?? title,
  saidBy: quote?.author ?? '',
  requester: requester.login,
  removed: prompt.removed,
  partialRanking: topPages?.report ? formatPartial(topPages.report) : '',
});

/** What sanitizing did, in words. */
export function describeRemoved(removed: Removed): string[] {
  const { tokens = 0, 'collapsed sections': sections = 0 } = removed;
  const hidden = REMOVED_KINDS.filter((kind) => kind !== 'tokens' && kind !== 'collapsed sections')
    .flatMap((kind) => (removed[kind] ? [plural(removed[kind], kind.slice(0, -1))] : []))
    .join(', ');
  return [
    // `1 HTML comment, 14 invisible characters`: what readers do not see
    ...(hidden ? [`${hidden} removed`] : []),
    ...(tokens > 0 ? [`${plural(tokens, 'secret')} redacted`] : []),
    // although a reader may not have opened them
    ...(sections > 0 ? [`${plural(sections, 'collapsed section')} included`] : []),
  ];
}

/** The request as lines of the log. */
export function formatRequest(prepared: PreparedRequest): string[] {
  const lines = rowsOfRequest(prepared).map(([name, value]) => `${name}: ${toPlain(value)}`);
  lines.splice(1, 0, `Prompt: ${plural(prepared.prompt.text.length, 'character')}`);
  return lines;
}

/** The lines of the log that a dry run writes instead of sending the request. */
export function formatDryRun(
  { authorization, prompt }: PreparedRequest,
  { method, url, body }: SubmitRequest,
): string[] {
  const what = `${method} ${url.href}, ${number(Buffer.byteLength(body))} bytes of JSON, with the prompt:`;
  return [
    `Authorization: ${ALLOWED[authorization.kind]}`,
    `A real run would send: ${what}`,
    ...prompt.shown.split('\n').map((line) => `  ${line}`),
  ];
}

const ALLOWED = {
  open: 'not needed, as only accounts with write permission or the workflow itself cause this event',
  passed: 'passed',
};

/** The request as rows of the summary's table; the first is the request itself. */
export function rowsOfRequest(prepared: PreparedRequest): [name: string, value: RichText][] {
  const { trigger, files, topPages } = prepared;
  const rows: [string, RichText][] = [
    ['Request', [...trigger.eventText, ...formatRequester(prepared)]],
  ];
  const context = contextOf(prepared);
  if (context) rows.push(['Context', [context]]);
  if (files.length > 0) rows.push(['Files', formatFiles(files)]);
  if (topPages?.report) rows.push(['Pages', [formatTopPages(topPages.report)]]);
  return rows;
}

/**
 * What the prompt contains besides the instruction, and what it does not contain; empty if there is
 * nothing to say.
 */
function contextOf({ prompt, changes }: PreparedRequest): string {
  const parts = [
    changes && `${countChanges(changes)}, ${countPatches(prompt)}`,
    prompt.isWithheld && 'the text of the event is not sent, as `context` is `none`',
    ...describeRemoved(prompt.removed),
    prompt.cutBytes > 0 &&
      `${plural(prompt.cutBytes, 'byte')} cut, as a prompt has at most 256 KiB`,
  ];
  return parts.filter(Boolean).join('; ');
}

function formatRequester({
  trigger: { requester },
  authorization,
  needs,
}: PreparedRequest): RichText {
  if (authorization.kind !== 'passed')
    return requester.login ? [' by ', { untrusted: requester.login }] : [];
  const people = authorization.by.flatMap(
    ({ login, role }, at): RichText => [
      at > 0 ? ', run by ' : ' by ',
      { untrusted: login },
      ...(role === 'bot' ? [' (in ', { code: 'allow-bots' }, ')'] : []),
    ],
  );
  const isChecked = authorization.by.some(({ role }) => role !== 'bot');
  return [
    ...people,
    ...(isChecked ? [' (permission checked: at least ', { code: needs }, ')'] : []),
  ];
}

function countChanges({
  files,
  ignored: { length: left },
  isComplete,
  totalCommits,
}: Changes): string {
  const ignored = left > 0 ? ` (${number(left)} excluded by paths)` : '';
  const commits = totalCommits > 0 ? `, ${plural(totalCommits, 'commit')}` : '';
  return `${isComplete ? '' : 'at least '}${plural(files.length, 'file')}${ignored}${commits}`;
}

/** `2 (report.txt, lint.json)`, at most {@link MAX_FILES} names. */
function formatFiles(files: PreparedRequest['files']): RichText {
  const names = files.slice(0, MAX_FILES).map(({ path }) => oneLine(path, 100));
  return [
    `${files.length} (`,
    { untrusted: names.join(', ') },
    files.length > MAX_FILES ? ', …)' : ')',
  ];
}

const MAX_FILES = 5;

function formatTopPages(report: VisitorReport): string {
  const which =
    report.pages.length > 0
      ? `the top ${formatRanked(report)}`
      : `none selected by paths, of ${number(countPages(report))}`;
  const part = report.partial ? ' (partial)' : '';
  return `${which}${part}; ${formatPeriod(report.period)}`;
}

const countPatches = ({ patches: { shown, leftOut } }: Prompt): string =>
  shown + leftOut === 0 ? 'no patches' : `${shown} of ${shown + leftOut} patches`;
