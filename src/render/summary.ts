import { jobIdOf, jobOf, type Outcome, type Swept } from '../outcome.ts';
import { statusWord } from '../service/job.ts';
import { number, type RichText } from '../text/format.ts';
import { messageFor } from './message.ts';
import { firstLine, linesBelow, type MessageContext } from './message-parts.ts';
import { factsOf, type PreparedRequest } from './request.ts';
import { exactDuration, toMarkdown, withCode } from './to-markdown.ts';
import { factsOfExport, renderRanking } from './visitor-report.ts';

/** Rows of a sweep's table, so that a summary stays below GitHub's limit of 1 MiB; the output `swept` has all. */
const MAX_SWEPT = 200;

/** Requests sent to the service, by operation. */
export type RequestCounts = Record<'create' | 'follow-up' | 'status' | 'analytics', number>;

export interface SummaryContext extends MessageContext {
  readonly traffic: Readonly<RequestCounts>;
  /** What the author of the workflow should know. */
  readonly notes?: readonly string[];
  readonly asked: PreparedRequest | undefined;
}

/** The job summary of the workflow run. */
export function renderSummary(outcome: Outcome, context: SummaryContext): string {
  const message = messageFor(outcome, context);
  const rows = facts(outcome, context).map(([name, value]) => `| ${name} | ${value} |`);
  const blocks = [
    [`## ${firstLine(message, '')}`],
    linesBelow(message).map((phrase) => `${toMarkdown(phrase)}  `),
    (context.notes ?? []).map((note) => `ℹ️ ${toMarkdown(withCode(note))}  `),
    rows.length > 0 ? ['| Item | Value |', '|---|---|', ...rows] : [],
    ...(outcome.verdict === 'swept' && outcome.swept.length > 0 ? [sweptTable(outcome.swept)] : []),
    ...('reported' in outcome ? (outcome.reported?.blocks ?? []) : []).map((block) => [block]),
    ...('exported' in outcome ? renderRanking(outcome.exported.survey).map((block) => [block]) : []),
  ].filter(({ length }) => length > 0);
  const text = `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
  return text + (context.asked ? promptBlock(context.asked.prompt.shown) : '');
}

function facts(outcome: Outcome, { elapsed, traffic, asked }: SummaryContext): [name: string, value: string][] {
  const rows: [string, string][] = asked ? factsOf(asked).map(([name, phrase]) => [name, toMarkdown(phrase)]) : [];
  rows.push(['Verdict', toMarkdown([{ code: outcome.verdict }])]);
  const job = jobOf(outcome);
  const id = jobIdOf(outcome);
  const time = elapsed === undefined || !job ? '' : ` · ${exactDuration(elapsed)}`;
  const status: RichText = job ? [' · ', { untrusted: statusWord(job) }, time] : [];
  if (id !== undefined) rows.push(['Job', toMarkdown([{ code: id }, ...status])]);
  if ('exported' in outcome)
    rows.push(
      ...factsOfExport(outcome.exported.survey).map(([name, value]): [string, string] => [name, toMarkdown(value)]),
    );
  const sent = Object.entries(traffic).filter(([, count]) => count > 0);
  if (sent.length > 0)
    rows.push(['API requests', sent.map(([operation, count]) => `${number(count)} ${operation}`).join(', ')]);
  return rows;
}

/** One table of all open requests: those that ended first, then those that were given up, left for the next sweep, and still active. */
function sweptTable(swept: readonly Swept[]): string[] {
  const rank = ({ verdict }: Swept) => ['given-up', 'left', 'active'].indexOf(verdict);
  const rows = swept.toSorted((one, other) => rank(one) - rank(other) || one.issueNumber - other.issueNumber);
  return [
    '| Thread | Job | Result |',
    '|---|---|---|',
    ...rows.slice(0, MAX_SWEPT).map(({ issueNumber, commentUrl, jobId, verdict }) => {
      const job = jobId === null ? '–' : toMarkdown([{ code: jobId }]);
      return `| ${toMarkdown([{ link: `#${issueNumber}`, to: commentUrl }])} | ${job} | ${RESULTS[verdict] ?? toMarkdown([{ code: verdict }])} |`;
    }),
    ...(rows.length > MAX_SWEPT ? [`| … | ${number(rows.length - MAX_SWEPT)} more | |`] : []),
  ];
}

/** The words for jobs without a verdict. */
const RESULTS: Partial<Record<Swept['verdict'], string>> = {
  active: 'open',
  left: 'left for the next sweep',
  'given-up': 'given up: still active after 24 h',
};

/** The prompt in a collapsed code block whose fence is longer than any in the prompt. */
function promptBlock(prompt: string): string {
  const longest = (prompt.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `\n<details><summary>Prompt</summary>\n\n${fence}text\n${prompt}\n${fence}\n\n</details>\n`;
}
