import { jobIdOf, jobOf, type Outcome, type Swept } from '../outcome.ts';
import { statusWord } from '../service/job.ts';
import { cut } from '../text/escape.ts';
import { messageFor } from './message.ts';
import type { MessageContext } from './message-type.ts';
import { factsOf, PROMPT_NOT_SHOWN, type PreparedRequest } from './request-log.ts';
import { duration, toMarkdown } from './to-markdown.ts';
import { factsOfExport, renderRanking } from './visitors.ts';

/** GitHub's limit for the summary of one step, in bytes of UTF-8. */
const MAX_SUMMARY = 1024 * 1024;
/** Rows of a sweep in the summary; the output `swept` has all. */
const MAX_SWEPT = 200;

/** Requests sent to the service, by operation. */
export type RequestCounts = Record<'create' | 'follow-up' | 'status' | 'analytics', number>;

export interface SummaryContext extends MessageContext {
  readonly traffic: Readonly<RequestCounts>;
  readonly asked: PreparedRequest | undefined;
}

/** The job summary of the workflow run. */
export function renderSummary(outcome: Outcome, context: SummaryContext): string {
  const { icon, headline, detail, advice, quote } = messageFor(outcome, context);
  const rows = facts(outcome, context).map(([name, value]) => `| ${name} | ${value} |`);
  const blocks = [
    [`## ${[`${icon} ${toMarkdown(headline)}`, toMarkdown(detail)].filter(Boolean).join(' · ')}`],
    [...advice, ...(quote.length > 0 ? [quote] : [])].map((phrase) => `${toMarkdown(phrase)}  `),
    rows.length > 0 ? ['| | |', '|---|---|', ...rows] : [],
    ...('exported' in outcome ? renderRanking(outcome.exported.survey).map((block) => [block]) : []),
  ].filter(({ length }) => length > 0);
  const text = `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
  const { asked } = context;
  if (!asked) return text;
  if (asked.isConfidential) return `${text}\n${PROMPT_NOT_SHOWN}\n`;
  return text + instruction(asked.prompt.text, MAX_SUMMARY - Buffer.byteLength(text));
}

function facts(outcome: Outcome, { elapsed, traffic, asked }: SummaryContext): [name: string, value: string][] {
  const job = jobOf(outcome);
  const rows: [string, string][] = asked ? factsOf(asked).map(([name, phrase]) => [name, toMarkdown(phrase)]) : [];
  const id = jobIdOf(outcome);
  if (!job && id) rows.push(['Job', toMarkdown([{ code: id }])]);
  if (job) {
    const time = elapsed === undefined ? '' : ` · ${duration(elapsed)}`;
    rows.push(['Job', toMarkdown([{ code: job.id }, ' · ', { untrusted: statusWord(job) }, time])]);
  }
  if ('exported' in outcome)
    rows.push(
      ...factsOfExport(outcome.exported.survey).map(([name, value]): [string, string] => [name, toMarkdown(value)]),
    );
  if (outcome.verdict === 'swept') rows.push(...sweptRows(outcome.swept));
  const sent = Object.entries(traffic).filter(([, count]) => count > 0);
  if (sent.length > 0) rows.push(['Sent', sent.map(([operation, count]) => `${count} ${operation}`).join(', ')]);
  return rows;
}

/** The jobs that a sweep handled, without those that are still active. */
function sweptRows(swept: readonly Swept[]): [name: string, value: string][] {
  return swept
    .filter(({ verdict }) => verdict !== 'active')
    .slice(0, MAX_SWEPT)
    .map(({ issueNumber, commentUrl, jobId, verdict }) => [
      toMarkdown([{ link: `#${issueNumber}`, to: commentUrl }]),
      toMarkdown([...(jobId === null ? [] : [{ code: jobId }, ' · ']), verdict]),
    ]);
}

/** The prompt in a collapsed code block whose fence is longer than any in the prompt. @param room bytes of UTF-8. */
function instruction(prompt: string, room: number): string {
  const longest = (prompt.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  const [head, tail] = [
    `\n<details><summary>The instruction</summary>\n\n${fence}text\n`,
    `\n${fence}\n\n</details>\n`,
  ];
  const mark = '\n[cut here: the summary is full]';
  const space = room - Buffer.byteLength(head + tail + mark);
  // One UTF-16 unit takes at most three bytes of UTF-8, two take at most four.
  const shown = Buffer.byteLength(prompt) <= space ? prompt : cut(prompt, Math.max(0, Math.floor(space / 3))) + mark;
  return head + shown + tail;
}
