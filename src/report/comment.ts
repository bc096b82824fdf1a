import type { Job } from '../agent/job.ts';
import { cut, forMarkdown } from '../text/defuse.ts';
import type { Outcome } from './outcome.ts';
import { clockTime, toMarkdown } from './phrase.ts';
import { describeRemoved, type Request } from './request.ts';
import { type Circumstances, jobWords, word } from './wording.ts';

/** In UTF-16 units; GitHub's limit is 65,536. */
const MAX_COMMENT = 65_000;
const MAX_TITLE = 300;

/** The status comment from the moment that the job has a name. @param until the wall clock at the end of the budget. */
export function renderWorking(request: Request, job: Job, until: Date): string {
  return assemble([
    dotted(['**⏳ Working on it**', askedBy(request), run(request)]),
    quote(request, request.askedBy),
    '',
    small([
      toMarkdown(['Job ', { code: job.id }]),
      `edited here when it ends, by ${clockTime(until)} at the latest`,
      removed(request),
    ]),
  ]);
}

/** The status comment at the end. */
export function renderEnded(outcome: Outcome, circumstances: Circumstances & { request: Request }): string {
  const { request } = circumstances;
  const { icon, headline, detail, advice } = word(outcome, circumstances);
  const [first, ...more] = [toMarkdown(detail), ...advice.map(toMarkdown)];
  return assemble([
    dotted([`**${icon} ${toMarkdown(headline)}**`, first]),
    quote(request),
    '',
    ...more.map((line) => `${line}  `), // two blanks break the line
    small([toMarkdown(jobWords(outcome)), run(request), removed(request)]),
  ]);
}

const askedBy = (request: Request) => request.askedBy && `asked by ${forMarkdown(request.askedBy, 100)}`;

const run = ({ runUrl }: Request) => (runUrl ? toMarkdown([{ link: 'run', to: runUrl }]) : '');

/** What a reader does not see, the agent did not get. */
function removed(request: Request): string {
  const what = describeRemoved(request.removed);
  return what && `${what} removed`;
}

/** @param named whose name stands beside it already. */
function quote({ title, saidBy }: Request, named = ''): string {
  return `> ${forMarkdown(title, MAX_TITLE)}${saidBy !== named ? ` — ${forMarkdown(saidBy, 100)}` : ''}`;
}

const dotted = (parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ');

const small = (parts: string[]) => `<sub>${dotted(parts)}</sub>`;

const assemble = (lines: string[]) => cut(lines.join('\n'), MAX_COMMENT);
