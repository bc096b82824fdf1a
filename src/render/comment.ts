import { jobIdOf, type Outcome, type WaitsFor } from '../outcome.ts';
import type { Job } from '../service/job.ts';
import { cut, escapeMarkdown, type RichText } from '../text/format.ts';
import { messageFor } from './message.ts';
import { firstLine, formatWaitsFor, type MessageContext } from './message-parts.ts';
import { describeRemoved, type RequestSummary } from './request.ts';
import { clockTime, dayAndTime, toMarkdown } from './to-markdown.ts';

/**
 * UTF-16 units. With a marker of 2 KB, a comment is shorter than what `github/comments.ts` keeps.
 */
const MAX_COMMENT = 10_000;
const MAX_TITLE = 300;

/** The parts of a status comment besides the outcome, as Markdown. */
export interface StatusFields {
  /** The line that quotes the request; empty if it is not known. */
  readonly quote: string;
  /** Empty if it is not known. */
  readonly requester: string;
  readonly runUrl: string | undefined;
  /**
   * What the prompt does not contain: what sanitizing removed, and pages that could not be read.
   */
  readonly omissions: string;
  /** Why the request created a new job, if a reader might expect a follow-up. */
  readonly note: RichText | undefined;
}

export const statusFieldsOf = (
  { title, saidBy, requester, removed, partialRanking }: RequestSummary,
  runUrl: string | undefined,
): StatusFields => ({
  quote: `> ${escapeMarkdown(title, MAX_TITLE)}${saidBy && ` — ${escapeMarkdown(saidBy, 100)}`}`,
  runUrl,
  requester: requester && escapeMarkdown(requester, 100),
  note: undefined,
  omissions: dotted([...describeRemoved(removed), partialRanking]),
});

/** The comment before the request is sent. @param waitsFor undefined if that is at once. */
export function renderAnnounced(fields: StatusFields, waitsFor?: WaitsFor): string {
  const what = waitsFor
    ? `Waiting for ${toMarkdown(formatWaitsFor(waitsFor))} to finish its current work`
    : 'Starting';
  return assemble(fields, [atWork(what, fields)]);
}

/** The comment while the job runs. @param until the wall clock at the timeout. */
export function renderWorking(fields: StatusFields, job: Job, until: Date): string {
  const end = `this run waits until ${clockTime(until)}`;
  return assemble(fields, [atWork('Working on it', fields)], [formatJob(job.id), end]);
}

/** The comment with the outcome. In a thread, readers may not be able to change the workflow. */
export function renderEnded(
  outcome: Outcome,
  fields: StatusFields,
  context: MessageContext,
): string {
  const message = messageFor(outcome, context);
  const { advice, fix, evidence } = message;
  const id = jobIdOf(outcome);
  // A note says why there is a new job, which there is not if nothing was sent.
  const note = id !== undefined || outcome.verdict === 'unconfirmed' ? fields.note : undefined;
  const hasMore = fix.length + evidence.length > 0 && fields.runUrl;
  const more = hasMore ? [`A maintainer can see what to change in the ${run(fields)}.`] : [];
  return assemble(
    { ...fields, note },
    [firstLine(message, '**'), ...advice.map(toMarkdown), ...more],
    [id && formatJob(id)],
  );
}

/** Why the result of a request is reported in another status comment, and which one that is. */
const MOVED = {
  /** A re-run made a new attempt. */
  replaced: { head: 'Replaced', link: 'a later attempt' },
  /** Another run handles the same request. */
  duplicate: { head: 'Duplicate', link: 'the first status comment' },
} as const;

/**
 * @param url of the other status comment. @param jobId undefined for a duplicate, which sent
 * nothing.
 */
export function renderMoved(
  why: keyof typeof MOVED,
  fields: StatusFields,
  url: string,
  jobId?: string,
): string {
  const { head, link } = MOVED[why];
  const line = `**↪️ ${head}** · ${toMarkdown([{ link, to: url }])} reports the result`;
  return assemble(fields, [line], jobId === undefined ? [] : [formatJob(jobId)]);
}

/** The comment for a requester whose request meets an invalid input. */
export function renderInvalidInput(runUrl: string | undefined): string {
  const where: RichText = runUrl ? [{ link: 'run', to: runUrl }] : ['log of the run'];
  return `**⛔ The workflow has an invalid input** · no job was created\n\nA maintainer can see which one in the ${toMarkdown(where)}.`;
}

interface Opened extends Readonly<Record<'requester' | 'command' | 'jobId', string>> {
  /** The thread or the event of the request. */
  readonly openedFor: RichText;
}

/**
 * The comment on the pull request that a job opened. The requester is untrusted, and empty if not
 * known.
 */
export function renderOpened({ openedFor, requester, command, jobId }: Opened): string {
  const head = dotted([
    `**📝 Opened for ${toMarkdown(openedFor)}**`,
    requester && `requested by ${escapeMarkdown(requester, 100)}`,
  ]);
  const hint = toMarkdown([
    'To request changes, comment ',
    { code: `${command} <what to change>` },
    ' here.',
  ]);
  return `${head}\n\n${hint}\n\n<sub>${formatJob(jobId)}</sub>`;
}

/**
 * The new comment that mentions the requester, because GitHub sends no notification for edits.
 * @param url of the status comment.
 */
export function renderMention(
  login: string,
  outcome: Outcome,
  context: MessageContext,
  url: string,
): string {
  const { icon, headline, detail } = messageFor(outcome, context);
  const what = outcome.verdict === 'pull-request' ? '' : toMarkdown(detail);
  const tryAgainAt = outcome.verdict === 'quota-exhausted' ? outcome.tryAgainAt : undefined;
  const again = tryAgainAt ? `; try again after ${dayAndTime(tryAgainAt)}` : '';
  const news = [toMarkdown(headline), what + again].filter(Boolean).join(': ');
  const joint = ['pull-request', 'error'].includes(outcome.verdict) ? ' for ' : ' · ';
  return `@${login} ${icon} ${news}${joint}${toMarkdown([{ link: 'your request', to: url }])}`;
}

const run = ({ runUrl }: StatusFields) => (runUrl ? toMarkdown([{ link: 'run', to: runUrl }]) : '');
/** The headline while the run works. */
const atWork = (what: string, fields: StatusFields) =>
  dotted([`**⏳ ${what}**`, fields.requester && `requested by ${fields.requester}`, run(fields)]);
const formatJob = (id: string) => toMarkdown(['Job ', { code: id }]);

const dotted = (parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ');

/**
 * Joins the headline, the quote, further lines and the small print, which ends with the run, unless
 * that is linked above, and with the omissions.
 */
function assemble(
  fields: StatusFields,
  [head = '', ...more]: string[],
  small: (string | undefined)[] = [],
): string {
  const { quote, note, omissions } = fields;
  const link = run(fields);
  const isLinked = [head, ...more].some((line) => line.includes(link));
  const print = dotted([...small, isLinked ? '' : link, omissions]);
  // two blanks break the line
  const details = [...(note ? [toMarkdown(note)] : []), ...more].map((line) => `${line}  `);
  const lines = [
    head,
    ...(quote ? [quote, ''] : []),
    ...details,
    ...(print ? [`<sub>${print}</sub>`] : []),
  ];
  // An imitated marker in a code span of the request would invalidate the real one at the end, so
  // the hyphens are replaced by similar ones.
  return cut(lines.join('\n').replaceAll('<!--', '<!\u2011\u2011'), MAX_COMMENT);
}
