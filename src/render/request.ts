import type { AskInputs } from '../inputs/inputs.ts';
import type { Changes } from '../prompt/changes.ts';
import type { Prompt } from '../prompt/compose.ts';
import type { PreparedPrompt } from '../prompt/prepare.ts';
import type { ContextFile } from '../prompt/workspace-files.ts';
import { REMOVED_KINDS, type Removed } from '../sanitize/index.ts';
import type { SubmitRequest } from '../service/submit.ts';
import { oneLine } from '../text/escape.ts';
import { number, plural, type RichText } from '../text/format.ts';
import type { Authorization, Role } from '../trigger/authorization.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { formatPeriod } from '../visitors/period.ts';
import { formatRanked, type VisitorReport } from '../visitors/report.ts';
import type { RetryHints } from './message-parts.ts';
import { toPlain } from './to-markdown.ts';
import { formatPartial } from './visitor-report.ts';

/** What was requested, by whom and where. The strings are untrusted and not escaped. */
export interface RequestSummary {
  readonly requester: string;
  readonly authorization: Authorization;
  readonly title: string;
  /** The author of the title; empty if the title is the maintainer's instruction. */
  readonly saidBy: string;
  /** Where the request was made. */
  readonly origin: RichText;
  readonly retryHints: RetryHints;
  /** What sanitizing removed from the untrusted text. */
  readonly removed: Removed;
  /** Why the ranking of the most visited pages is partial; empty if it is complete or not used. */
  readonly short: string;
  /** URL of the workflow run; undefined if the runner does not provide its number. */
  readonly runUrl: string | undefined;
}

/** `title`: of a request whose event contains no text that is a request. `command`: the start of a comment that is one. */
interface Facts extends Pick<RequestSummary, 'authorization' | 'title' | 'removed' | 'short' | 'runUrl'> {
  readonly trigger: RequestTrigger;
  readonly command: string;
}

export function describeRequest({ trigger, command, ...facts }: Facts): RequestSummary {
  const { quote, origin, requester, retry } = trigger;
  const quoted = quote ? { title: quote.text, saidBy: quote.author } : { saidBy: '' };
  return { ...facts, ...quoted, requester: requester.login, origin, retryHints: { ...retry, command } };
}

/** What sanitizing did, in words. */
export function describeRemoved(removed: Removed): string[] {
  const { tokens = 0, 'collapsed sections': sections = 0 } = removed;
  const hidden = REMOVED_KINDS.filter((kind) => kind !== 'tokens' && kind !== 'collapsed sections')
    .flatMap((kind) => (removed[kind] ? [plural(removed[kind], kind.slice(0, -1))] : []))
    .join(', ');
  return [
    ...(hidden ? [`${hidden} removed`] : []), // `1 HTML comment, 14 invisible characters`: what readers do not see
    ...(tokens > 0 ? [`${plural(tokens, 'secret')} redacted`] : []),
    ...(sections > 0 ? [`${plural(sections, 'collapsed section')} included`] : []), // although a reader may not have opened them
  ];
}

/** Everything known about a request before it is sent to the service. */
export interface PreparedRequest extends Omit<PreparedPrompt, 'files' | 'arePagesTheRequest'> {
  readonly request: RequestSummary;
  /** The files of `context-file`: only their names are shown. */
  readonly files: readonly Pick<ContextFile, 'path'>[];
  /** The permission that requesters need. */
  readonly needs: Role;
}

interface RequestParts extends Pick<Facts, 'trigger' | 'authorization' | 'runUrl'> {
  /** The maintainer's instruction. */
  readonly instruction: string | undefined;
  readonly inputs: Pick<AskInputs, 'gate' | 'trigger'>;
}

/** The prepared prompt with its description. */
export function describePrepared(prepared: PreparedPrompt, parts: RequestParts): PreparedRequest {
  const { prompt, topPages, arePagesTheRequest } = prepared;
  const { instruction, inputs, ...known } = parts;
  const report = topPages?.report;
  const pages = report ? `the top ${formatRanked(report)}, ${formatPeriod(report.period)}` : 'the most visited pages';
  const title = arePagesTheRequest ? `Bring up to date: ${pages}` : 'Bring the documentation up to date';
  const short = report ? formatPartial(report) : '';
  const { command } = inputs.trigger;
  const request = describeRequest({ ...known, title: instruction ?? title, short, removed: prompt.removed, command });
  return { ...prepared, request, needs: inputs.gate.minimum };
}

/** The request as lines of the log. */
export function formatRequest(prepared: PreparedRequest): string[] {
  const lines = factsOf(prepared).map(([name, value]) => `${name}: ${toPlain(value)}`);
  lines.splice(1, 0, `Prompt: ${plural(prepared.prompt.text.length, 'character')}`);
  return lines;
}

/** The lines of the log that a dry run writes instead of sending the request. */
export function formatDryRun(
  { request: { authorization }, prompt, skipReason }: PreparedRequest,
  { method, url, body }: SubmitRequest,
): string[] {
  const what = `${method} ${url.href}, ${number(Buffer.byteLength(body))} bytes of JSON, with the prompt:`;
  const isAllowed = authorization.kind === 'denied' ? `denied: ${authorization.reason}` : ALLOWED[authorization.kind];
  return [
    `Authorization: ${isAllowed}`,
    skipReason ? `A real run would send nothing. Otherwise it would send: ${what}` : `A real run would send: ${what}`,
    ...prompt.shown.split('\n').map((line) => `  ${line}`),
  ];
}

const ALLOWED = {
  open: 'not needed, as only accounts with write permission or the workflow itself cause this event',
  passed: 'passed',
};

/** The request as rows of the summary's table; the first is the request itself. */
export function factsOf(prepared: PreparedRequest): [name: string, value: RichText][] {
  const { request, files, topPages, needs } = prepared;
  const rows: [string, RichText][] = [['Request', [...request.origin, ...formatRequester(request, needs)]]];
  const context = contextOf(prepared);
  if (context) rows.push(['Context', [context]]);
  if (files.length > 0) rows.push(['Files', formatFiles(files)]);
  if (topPages?.report) rows.push(['Pages', [formatTopPages(topPages.report)]]);
  return rows;
}

/** What the prompt contains besides the instruction, and what it does not contain; empty if there is nothing to say. */
function contextOf({ request, prompt, changes, editedComments }: PreparedRequest): string {
  const parts = [
    changes && `${countChanges(changes)}, ${countPatches(prompt)}`,
    prompt.isWithheld && 'the text of the event is not sent, as `context` is `none`',
    ...describeRemoved(request.removed),
    editedComments > 0 && `${plural(editedComments, 'line comment')} left out, edited after the review was submitted`,
    prompt.cutBytes > 0 && `${plural(prompt.cutBytes, 'byte')} cut, as a prompt has at most 256 KiB`,
  ];
  return parts.filter(Boolean).join('; ');
}

function formatRequester({ requester, authorization }: RequestSummary, needs: Role): RichText {
  if (authorization.kind !== 'passed') return requester ? [' by ', { untrusted: requester }] : [];
  const people = authorization.by.flatMap(
    ({ login, role }, at): RichText => [
      at > 0 ? ', run by ' : ' by ',
      { untrusted: login },
      ...(role === 'bot' ? [' (in ', { code: 'allow-bots' }, ')'] : []),
    ],
  );
  const isChecked = authorization.by.some(({ role }) => role !== 'bot');
  return [...people, ...(isChecked ? [' (permission checked: at least ', { code: needs }, ')'] : [])];
}

function countChanges({ files, ignored: { length: left }, isComplete, totalCommits }: Changes): string {
  const ignored = left > 0 ? ` (${number(left)} excluded by paths)` : '';
  const commits = totalCommits > 0 ? `, ${plural(totalCommits, 'commit')}` : '';
  return `${isComplete ? '' : 'at least '}${plural(files.length, 'file')}${ignored}${commits}`;
}

/** `2 (report.txt, lint.json)`, at most {@link MAX_FILES} names. */
function formatFiles(files: PreparedRequest['files']): RichText {
  const names = files.slice(0, MAX_FILES).map(({ path }) => oneLine(path, 100));
  return [`${files.length} (`, { untrusted: names.join(', ') }, files.length > MAX_FILES ? ', …)' : ')'];
}

const MAX_FILES = 5;

function formatTopPages(report: VisitorReport): string {
  const which =
    report.pages.length > 0 ? `the top ${formatRanked(report)}` : `none selected by paths, of ${number(report.rows)}`;
  const part = report.partial ? ' (partial)' : '';
  return `${which}${part}; ${formatPeriod(report.period)}`;
}

const countPatches = ({ patches: { shown, leftOut } }: Prompt): string =>
  shown + leftOut === 0 ? 'no patches' : `${shown} of ${shown + leftOut} patches`;
