import type { Outcome } from '../outcome.ts';
import type { Job } from '../service/job.ts';
import { cut, escapeMarkdown } from '../text/escape.ts';
import type { RichText } from '../text/rich-text.ts';
import { jobSpans, messageFor } from './message.ts';
import type { Message, MessageContext } from './message-type.ts';
import { describeCollapsed, describeRedacted, describeRemoved, type RequestSummary } from './request-summary.ts';
import { type RetryHints, retryHint } from './retry-hints.ts';
import { clockTime, toMarkdown } from './rich-text.ts';

/** In UTF-16 units; GitHub's limit is 65,536, and the marker needs 2 KB. */
const MAX_COMMENT = 62_000;
const MAX_TITLE = 300;

/** What a status comment says around the outcome. All of it is rendered already, or ours. */
export interface StatusFields {
  /** The line that quotes the request; empty where nobody remembers it. */
  readonly quote: string;
  /** Empty where nobody remembers it. */
  readonly requester: string;
  readonly runUrl: string | undefined;
  /** The status comment of the request before, in the same job. */
  readonly previous: string | undefined;
  /** What the agent did not get: what no reader sees, and pages that could not be read. */
  readonly omissions: string;
  /** Why this is a job of its own, where one could expect a follow-up. */
  readonly note: RichText | undefined;
}

export function statusFieldsOf({
  title,
  saidBy,
  requester: askedBy,
  runUrl,
  removed,
  short,
}: RequestSummary): StatusFields {
  const quote = `> ${escapeMarkdown(title, MAX_TITLE)}${saidBy && ` — ${escapeMarkdown(saidBy, 100)}`}`;
  const what = describeRemoved(removed);
  const collapsed = describeCollapsed(removed);
  return {
    quote,
    runUrl,
    requester: askedBy && escapeMarkdown(askedBy, 100),
    previous: undefined,
    note: undefined,
    omissions: dotted([
      what && `${what} removed`,
      describeRedacted(removed),
      collapsed && `${collapsed} included`,
      short,
    ]),
  };
}

/** Before the service is asked: what it will answer is not known, and stays unknown if this is the last word. */
export function renderStarting(card: StatusFields): string {
  return assemble(card, [dotted(['**⏳ Asking the agent**', asked(card), run(card)])], [card.omissions]);
}

/** Before a follow-up is sent. @param behind the job that it waits for; null where that has no name yet. */
export function renderWaiting(card: StatusFields, behind: string | null): string {
  const what = behind === null ? 'the request before this one' : `job ${toMarkdown([{ code: behind }])}`;
  const head = `**⏳ Waiting for ${what} to finish its current work**`;
  return assemble(card, [dotted([head, asked(card), run(card)])], [card.omissions]);
}

/** From the moment that the job has a name. @param until the wall clock at the end of the budget. */
export function renderWorking(card: StatusFields, job: Job, until: Date): string {
  const head = dotted(['**⏳ Working on it**', asked(card), run(card)]);
  const end = `edited here when it ends, by ${clockTime(until)} at the latest`;
  return assemble(card, [head], [jobPiece(job.id), end, before(card), card.omissions]);
}

export function renderEnded(outcome: Outcome, card: StatusFields, context: MessageContext): string {
  const wording = messageFor(outcome, context);
  const small = [toMarkdown(jobSpans(outcome)), before(card), run(card), card.omissions];
  return assemble(card, linesOf(wording), small);
}

/** The job works on a later request, told at `url`. */
export function renderContinued(card: StatusFields, jobId: string, url: string): string {
  const head = `**↪️ Continued** · ${toMarkdown([{ link: 'a later request', to: url }])} went to the same job, and tells how it ends`;
  return assemble(card, [head], [jobPiece(jobId), before(card), run(card), card.omissions]);
}

/** Another request asked for the same, and tells it at `url`. */
export function renderRetracted(card: StatusFields, url: string): string {
  const head = `**↪️ Asked before** · ${toMarkdown([{ link: 'that request', to: url }])} tells how it ends`;
  return assemble(card, [head], [run(card), card.omissions]);
}

/** A sweep found the job still active after 24 h. */
export function renderGivenUp(card: StatusFields, jobId: string, retryHints: RetryHints): string {
  const head = '**⌛ Given up** · the job was still active after 24 h';
  const advice = toMarkdown(['To start a new job: ', ...retryHint(retryHints), '.']);
  return assemble(card, [head, advice], [jobPiece(jobId), before(card), run(card), card.omissions]);
}

/** The line that mentions who asked: a new comment, as editing one notifies nobody. @param url of the status comment. */
export function renderMention(login: string, outcome: Outcome, context: MessageContext, url: string): string {
  const { icon, headline } = messageFor(outcome, context);
  return dotted([`@${login} ${icon} ${toMarkdown(headline)}`, toMarkdown([{ link: 'your request', to: url }])]);
}

const linesOf = ({ icon, headline, detail, advice }: Message): string[] => {
  const [first, ...more] = [toMarkdown(detail), ...advice.map(toMarkdown)];
  return [dotted([`**${icon} ${toMarkdown(headline)}**`, first]), ...more];
};

const asked = ({ requester: askedBy }: StatusFields) => askedBy && `asked by ${askedBy}`;
const run = ({ runUrl }: StatusFields) => (runUrl ? toMarkdown([{ link: 'run', to: runUrl }]) : '');
const jobPiece = (id: string) => toMarkdown(['Job ', { code: id }]);
const before = ({ previous }: StatusFields) =>
  previous ? `before: ${toMarkdown([{ link: 'the request before', to: previous }])}` : '';

const dotted = (parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ');

/** The headline, the quote, what more there is to say, and the small print. */
function assemble({ quote, note }: StatusFields, [head = '', ...more]: string[], small: string[]): string {
  const said = [...(note ? [toMarkdown(note)] : []), ...more].map((line) => `${line}  `); // two blanks break the line
  const print = dotted(small);
  const lines = [head, ...(quote ? [quote, ''] : []), ...said, ...(print ? [`<sub>${print}</sub>`] : [])];
  // A whole marker in a code span of the request would spoil ours, which stands behind this; these hyphens look alike only.
  return cut(lines.join('\n').replaceAll('<!--', '<!\u2011\u2011'), MAX_COMMENT);
}
