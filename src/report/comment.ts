import type { Job } from '../agent/job.ts';
import { cut, forMarkdown } from '../text/defuse.ts';
import type { Outcome } from './outcome.ts';
import { clockTime, toMarkdown } from './phrase.ts';
import type { Request } from './request.ts';
import { type Circumstances, jobWords, word } from './wording.ts';

/** GitHub's limit, in UTF-16 units. */
const MAX_COMMENT = 65_536;
const MAX_TITLE = 300;

/** The status comment from the moment that the job has a name. @param until the wall clock at the end of the budget. */
export function renderWorking(request: Request, job: Job, until: Date): string {
  return assemble([
    `**⏳ Working on it**${askedBy(request)} · [run](${request.runUrl})`,
    quote(request),
    '',
    small([toMarkdown(['Job ', { code: job.id }]), `edited here when it ends, by ${clockTime(until)} at the latest`]),
  ]);
}

/** The status comment at the end. */
export function renderEnded(outcome: Outcome, circumstances: Circumstances & { request: Request }): string {
  const { request } = circumstances;
  const { icon, headline, detail, advice } = word(outcome, circumstances);
  const [first, ...more] = [toMarkdown(detail), ...advice.map(toMarkdown)];
  return assemble([
    `**${icon} ${toMarkdown(headline)}**${first ? ` · ${first}` : ''}`,
    quote(request),
    '',
    ...more.map((line) => `${line}  `), // two blanks break the line
    small([toMarkdown(jobWords(outcome)), `[run](${request.runUrl})`]),
  ]);
}

const askedBy = (request: Request) => (request.askedBy ? ` · asked by ${forMarkdown(request.askedBy, 100)}` : '');

function quote({ title, askedBy: who }: Request): string {
  return `> ${forMarkdown(title, MAX_TITLE)}${who ? ` — ${forMarkdown(who, 100)}` : ''}`;
}

const small = (parts: string[]) => `<sub>${parts.filter(Boolean).join(' · ')}</sub>`;

const assemble = (lines: string[]) => cut(lines.join('\n'), MAX_COMMENT);
