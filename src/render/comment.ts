import type { Outcome } from '../outcome.ts';
import type { Job } from '../service/job.ts';
import { cut, forMarkdown } from '../text/escape.ts';
import type { RichText } from '../text/rich-text.ts';
import { type Circumstances, jobWords, type Wording, word } from './message.ts';
import { describeCollapsed, describeRedacted, describeRemoved, type Request } from './request-summary.ts';
import { again, type Ways } from './retry-hints.ts';
import { clockTime, toMarkdown } from './rich-text.ts';

/** In UTF-16 units; GitHub's limit is 65,536, and the marker needs 2 KB. */
const MAX_COMMENT = 62_000;
const MAX_TITLE = 300;

/** What a status comment says around the outcome. All of it is rendered already, or ours. */
export interface Card {
  /** The line that quotes the request; empty where nobody remembers it. */
  readonly quote: string;
  /** Empty where nobody remembers it. */
  readonly askedBy: string;
  readonly runUrl: string | undefined;
  /** The status comment of the request before, in the same job. */
  readonly previous: string | undefined;
  /** What the agent did not get: what no reader sees, and pages that could not be read. */
  readonly lacks: string;
  /** Why this is a job of its own, where one could expect a follow-up. */
  readonly note: RichText | undefined;
}

export function cardOf({ title, saidBy, askedBy, runUrl, removed, short }: Request): Card {
  const quote = `> ${forMarkdown(title, MAX_TITLE)}${saidBy && ` — ${forMarkdown(saidBy, 100)}`}`;
  const what = describeRemoved(removed);
  const collapsed = describeCollapsed(removed);
  return {
    ...{ quote, runUrl, askedBy: askedBy && forMarkdown(askedBy, 100), previous: undefined, note: undefined },
    lacks: dotted([what && `${what} removed`, describeRedacted(removed), collapsed && `${collapsed} included`, short]),
  };
}

/** Before the service is asked: what it will answer is not known, and stays unknown if this is the last word. */
export function renderStarting(card: Card): string {
  return assemble(card, [dotted(['**⏳ Asking the agent**', asked(card), run(card)])], [card.lacks]);
}

/** Before a follow-up is sent. @param behind the job that it waits for; null where that has no name yet. */
export function renderWaiting(card: Card, behind: string | null): string {
  const what = behind === null ? 'the request before this one' : `job ${toMarkdown([{ code: behind }])}`;
  const head = `**⏳ Waiting for ${what} to finish its current work**`;
  return assemble(card, [dotted([head, asked(card), run(card)])], [card.lacks]);
}

/** From the moment that the job has a name. @param until the wall clock at the end of the budget. */
export function renderWorking(card: Card, job: Job, until: Date): string {
  const head = dotted(['**⏳ Working on it**', asked(card), run(card)]);
  const end = `edited here when it ends, by ${clockTime(until)} at the latest`;
  return assemble(card, [head], [jobPiece(job.id), end, before(card), card.lacks]);
}

export function renderEnded(outcome: Outcome, card: Card, circumstances: Circumstances): string {
  const wording = word(outcome, circumstances);
  const small = [toMarkdown(jobWords(outcome)), before(card), run(card), card.lacks];
  return assemble(card, linesOf(wording), small);
}

/** The job works on a later request, told at `url`. */
export function renderContinued(card: Card, jobId: string, url: string): string {
  const head = `**↪️ Continued** · ${toMarkdown([{ link: 'a later request', to: url }])} went to the same job, and tells how it ends`;
  return assemble(card, [head], [jobPiece(jobId), before(card), run(card), card.lacks]);
}

/** Another request asked for the same, and tells it at `url`. */
export function renderWithdrawn(card: Card, url: string): string {
  const head = `**↪️ Asked before** · ${toMarkdown([{ link: 'that request', to: url }])} tells how it ends`;
  return assemble(card, [head], [run(card), card.lacks]);
}

/** A sweep found the job still active after 24 h. */
export function renderGivenUp(card: Card, jobId: string, ways: Ways): string {
  const head = '**⌛ Given up** · the job was still active after 24 h';
  const advice = toMarkdown(['To start a new job: ', ...again(ways), '.']);
  return assemble(card, [head, advice], [jobPiece(jobId), before(card), run(card), card.lacks]);
}

/** The line that mentions who asked: a new comment, as editing one notifies nobody. @param url of the status comment. */
export function renderMention(login: string, outcome: Outcome, circumstances: Circumstances, url: string): string {
  const { icon, headline } = word(outcome, circumstances);
  return dotted([`@${login} ${icon} ${toMarkdown(headline)}`, toMarkdown([{ link: 'your request', to: url }])]);
}

const linesOf = ({ icon, headline, detail, advice }: Wording): string[] => {
  const [first, ...more] = [toMarkdown(detail), ...advice.map(toMarkdown)];
  return [dotted([`**${icon} ${toMarkdown(headline)}**`, first]), ...more];
};

const asked = ({ askedBy }: Card) => askedBy && `asked by ${askedBy}`;
const run = ({ runUrl }: Card) => (runUrl ? toMarkdown([{ link: 'run', to: runUrl }]) : '');
const jobPiece = (id: string) => toMarkdown(['Job ', { code: id }]);
const before = ({ previous }: Card) =>
  previous ? `before: ${toMarkdown([{ link: 'the request before', to: previous }])}` : '';

const dotted = (parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ');

/** The headline, the quote, what more there is to say, and the small print. */
function assemble({ quote, note }: Card, [head = '', ...more]: string[], small: string[]): string {
  const said = [...(note ? [toMarkdown(note)] : []), ...more].map((line) => `${line}  `); // two blanks break the line
  const print = dotted(small);
  const lines = [head, ...(quote ? [quote, ''] : []), ...said, ...(print ? [`<sub>${print}</sub>`] : [])];
  // A whole marker in a code span of the request would spoil ours, which stands behind this; these hyphens look alike only.
  return cut(lines.join('\n').replaceAll('<!--', '<!\u2011\u2011'), MAX_COMMENT);
}
