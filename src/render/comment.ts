import { jobIdOf, type Outcome } from '../outcome.ts';
import type { Job } from '../service/job.ts';
import { cut, escapeMarkdown } from '../text/escape.ts';
import type { RichText } from '../text/format.ts';
import { messageFor } from './message.ts';
import { linesForReaders, type Message, type MessageContext, newJob, type RetryHints } from './message-parts.ts';
import { describeRemoved, type RequestSummary } from './request.ts';
import { clockTime, dayAndTime, toMarkdown } from './to-markdown.ts';

/** UTF-16 units. GitHub's limit is 65,536, and the marker needs 2 KB. */
const MAX_COMMENT = 62_000;
const MAX_TITLE = 300;

/** The parts of a status comment besides the outcome, as Markdown. */
export interface StatusFields {
  /** The line that quotes the request; empty if it is not known. */
  readonly quote: string;
  /** Empty if it is not known. */
  readonly requester: string;
  readonly runUrl: string | undefined;
  /** URL of the status comment of the previous request to the same job. */
  readonly previous: string | undefined;
  /** What the prompt does not contain: what sanitizing removed, and pages that could not be read. */
  readonly omissions: string;
  /** Why the request created a new job, if a reader might expect a follow-up. */
  readonly note: RichText | undefined;
}

export function statusFieldsOf({ title, saidBy, requester, runUrl, removed, short }: RequestSummary): StatusFields {
  const quote = `> ${escapeMarkdown(title, MAX_TITLE)}${saidBy && ` — ${escapeMarkdown(saidBy, 100)}`}`;
  const { hidden, redacted, collapsed } = describeRemoved(removed);
  return {
    quote,
    runUrl,
    requester: requester && escapeMarkdown(requester, 100),
    previous: undefined,
    note: undefined,
    omissions: dotted([hidden, redacted, collapsed, short]),
  };
}

/** The comment before a job is created. */
export function renderStarting(fields: StatusFields): string {
  return assemble(fields, [dotted(['**⏳ Starting**', requestedBy(fields), run(fields)])], [fields.omissions]);
}

/** The comment before a follow-up is sent. @param behind the id of the job that it waits for; null if that has none yet. */
export function renderWaiting(fields: StatusFields, behind: string | null): string {
  const what = behind === null ? 'an earlier request' : `job ${toMarkdown([{ code: behind }])}`;
  const head = `**⏳ Waiting for ${what} to finish its current work**`;
  return assemble(fields, [dotted([head, requestedBy(fields), run(fields)])], [fields.omissions]);
}

/** The comment while the job runs. @param until the wall clock at the timeout. */
export function renderWorking(fields: StatusFields, job: Job, until: Date): string {
  const head = dotted(['**⏳ Working on it**', requestedBy(fields), run(fields)]);
  const end = `this run waits until ${clockTime(until)}`;
  return assemble(fields, [head], [formatJob(job.id), end, before(fields), fields.omissions]);
}

/** The comment with the outcome. */
export function renderEnded(outcome: Outcome, fields: StatusFields, context: MessageContext): string {
  const id = jobIdOf(outcome);
  const lines = linesOf(messageFor(outcome, context), fields);
  const link = lines.some((line) => line.includes(run(fields))) ? '' : run(fields);
  return assemble(fields, lines, [id && formatJob(id), before(fields), link, fields.omissions]);
}

/** The comment after a later request continued the job. @param url of the later request's status comment. */
export function renderContinued(fields: StatusFields, jobId: string, url: string): string {
  const head = `**↪️ Continued** · ${toMarkdown([{ link: 'a later request', to: url }])} to the same job reports the result`;
  return assemble(fields, [head], [formatJob(jobId), before(fields), run(fields), fields.omissions]);
}

/** The comment of an earlier attempt, after a re-run created a new one. @param url of the new one. */
export function renderReplaced(fields: StatusFields, jobId: string | undefined, url: string): string {
  const head = `**↪️ Replaced** · ${toMarkdown([{ link: 'a later attempt', to: url }])} reports the result`;
  return assemble(fields, [head], [jobId && formatJob(jobId), before(fields), run(fields)]);
}

/** The comment on the pull request that a job opened. @param openedFor the thread or the event of the request. */
export function renderOpened({
  openedFor,
  requester,
  command,
  jobId,
}: {
  readonly openedFor: RichText;
  /** Untrusted; empty if it is not known. */
  readonly requester: string;
  readonly command: string;
  readonly jobId: string;
}): string {
  const head = dotted([
    `**📝 Opened for ${toMarkdown(openedFor)}**`,
    requester && `requested by ${escapeMarkdown(requester, 100)}`,
  ]);
  const hint = toMarkdown(['To request changes, comment ', { code: `${command} <what to change>` }, ' here.']);
  return `${head}\n\n${hint}\n\n<sub>${formatJob(jobId)}</sub>`;
}

/** The answer to a label of accounts that may only triage. @param minimum the permission that requesters need. */
export function renderDenied(minimum: string, command: string, runUrl: string | undefined): string {
  const head = `**🔒 Not started** · requests need ${toMarkdown([{ code: minimum }])} permission in this repository`;
  const hint = ['A maintainer can remove the label and set it again, or comment ', { code: command }, '.'];
  return assemble({ quote: '', note: undefined }, [head, toMarkdown(hint)], [run({ runUrl })]);
}

/** The comment of a duplicate request. @param url of the other request's status comment. */
export function renderRetracted(fields: StatusFields, url: string): string {
  const head = `**↪️ Requested before** · ${toMarkdown([{ link: 'that request', to: url }])} reports the result`;
  return assemble(fields, [head], [run(fields), fields.omissions]);
}

/** The comment after a sweep found the job still active after 24 h. */
export function renderGivenUp(fields: StatusFields, jobId: string, retryHints: RetryHints): string {
  const head = '**⌛ Given up** · the job was still active after 24 h';
  const advice = toMarkdown(newJob(retryHints));
  return assemble(fields, [head, advice], [formatJob(jobId), before(fields), run(fields), fields.omissions]);
}

/** The new comment that mentions the requester, because GitHub sends no notification for edits. @param url of the status comment. */
export function renderMention(login: string, outcome: Outcome, context: MessageContext, url: string): string {
  const { icon, headline, detail } = messageFor(outcome, context);
  const what = outcome.verdict === 'pull-request' ? '' : toMarkdown(detail);
  const tryAgainAt = outcome.verdict === 'quota-exhausted' ? outcome.tryAgainAt : undefined;
  const again = tryAgainAt ? `; try again after ${dayAndTime(tryAgainAt)}` : '';
  const news = [toMarkdown(headline), what + again].filter(Boolean).join(': ');
  const joint = ['pull-request', 'error'].includes(outcome.verdict) ? ' for ' : ' · ';
  return `@${login} ${icon} ${news}${joint}${toMarkdown([{ link: 'your request', to: url }])}`;
}

const linesOf = (message: Message, { runUrl }: StatusFields): string[] => [
  dotted([`**${message.icon} ${toMarkdown(message.headline)}**`, toMarkdown(message.detail)]),
  ...linesForReaders(message, runUrl).map(toMarkdown),
];

const requestedBy = ({ requester }: StatusFields) => requester && `requested by ${requester}`;
const run = ({ runUrl }: Pick<StatusFields, 'runUrl'>) => (runUrl ? toMarkdown([{ link: 'run', to: runUrl }]) : '');
const formatJob = (id: string) => toMarkdown(['Job ', { code: id }]);
const before = ({ previous }: StatusFields) =>
  previous ? `after ${toMarkdown([{ link: 'an earlier request', to: previous }])}` : '';

const dotted = (parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ');

/** Joins the headline, the quote, further lines and the small print. */
function assemble(
  { quote, note }: Pick<StatusFields, 'quote' | 'note'>,
  [head = '', ...more]: string[],
  small: (string | undefined)[],
): string {
  const details = [...(note ? [toMarkdown(note)] : []), ...more].map((line) => `${line}  `); // two blanks break the line
  const print = dotted(small);
  const lines = [head, ...(quote ? [quote, ''] : []), ...details, ...(print ? [`<sub>${print}</sub>`] : [])];
  // An imitated marker in a code span of the request would invalidate the real one at the end, so the hyphens are replaced by similar ones.
  return cut(lines.join('\n').replaceAll('<!--', '<!\u2011\u2011'), MAX_COMMENT);
}
