import { ServiceError } from '../errors.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Reported } from '../outcome.ts';
import { toMarkdown, withCode } from '../render/to-markdown.ts';
import type { Period } from '../service/analytics.ts';
import { number, plural, type RichText } from '../text/format.ts';
import { formatPeriod } from '../visitors/period.ts';
import type { FrequentQuestion, PageGap, Ranking, TopicGap } from './ranking.ts';
import { PARTS, type Readers } from './readers.ts';

/** Where the documentation failed its readers. */
export interface GapsReport extends Ranking {
  readonly inputs: Inputs;
  readonly readers: Readers;
  readonly period: Period;
}

export interface IssueRef {
  readonly number: number;
  readonly html_url: string;
}

/** `isNew`: this run created it. `closed`: the numbers of older ones. */
export interface IssueResult {
  readonly issue: IssueRef;
  readonly isNew: boolean;
  readonly closed: readonly number[];
}

/** The report for log, summary and outputs. @param file the path of the Markdown file, if there is one. */
export function toReported(report: GapsReport, issue: IssueResult | undefined, file: string | undefined): Reported {
  const { pages, topics, period, readers } = report;
  return {
    headline: `Documentation gaps: ${plural(pages.length, 'page')}, ${plural(topics.length, 'topic')}`,
    detail: [formatPeriod(period)],
    lines: [
      ...(issue ? linesOfIssue(issue) : []),
      ...(file === undefined ? [] : [['Written to ', { code: file }, '.']]),
      ...notesOf(report),
    ],
    isDoubtful: PARTS.some((part) => readers[part].extent === 'missing'),
    blocks: [renderLists(report)].filter(Boolean),
    outputs: { gaps: toJson(report, issue?.issue) },
  };
}

function linesOfIssue({ issue, isNew, closed }: IssueResult): RichText[] {
  const older = closed.map((each) => `#${each}`).join(', ');
  return [
    ['Issue: ', linkTo(issue), isNew ? '.' : ', which another step, run or attempt created.'],
    ...(older ? [[`Closed, as it was not edited, labeled or passed on: ${older}.`]] : []),
  ];
}

const linkTo = ({ number, html_url: to }: IssueRef) => ({ link: `#${number}`, to });

/** What the report lacks, and what a reader should know of its numbers; one line each. */
function notesOf({ readers, hidden, isPercent, pages, topics }: GapsReport): RichText[] {
  const { feedback, questions, searches, others } = readers;
  const unusable = feedback.unusable + questions.unusable + searches.unusable;
  const rates = isPercent ? 'One is above 1: they are read as percentages' : 'None is above 1: they are read as shares';
  const hasSearches = topics.some(({ kind }) => kind === 'search');
  return [
    ...PARTS.flatMap((part) => formatExtent(part, readers)),
    ...(pages.length > 0 ? [[SCORE]] : []),
    ...(hasSearches ? [[`The service does not say what click rates are. ${rates}.`]] : []),
    ...(hidden > 0 ? [[`Not shown, as they may name a person or contain a secret: ${number(hidden)}.`]] : []),
    ...(others > 0 ? [[`Counted as other, as there are too many different texts: ${number(others)}.`]] : []),
    ...(unusable > 0 ? [[`${plural(unusable, 'row')} without valid fields left out.`]] : []),
  ];
}

const SCORE =
  'The score of a page is about how many visitors it fails: visitors × (👎 + unanswered questions) ÷ (👎 + unanswered questions + 👍 + 10). ' +
  'Votes and questions count instead of the visitors if they are more. One visitor may be counted several times.';

function formatExtent(part: (typeof PARTS)[number], readers: Readers): RichText[] {
  const { extent, problem } = readers[part];
  if (!problem) return [];
  const [why = ''] = problem.message.split('\n', 1);
  return extent === 'partial'
    ? [[`Only a part of the ${part} was read: `, ...withCode(why)]]
    : [[`The report lacks the ${part}: `, ...withCode(why)], withCode(problem.remedy)];
}

/** Why there is nothing to report: no part but the visitors could be read. The reason is that of the first one. */
export function problemOf({ feedback, questions, searches }: Readers): ServiceError | undefined {
  const parts = [feedback, questions, searches] as const;
  const [{ problem: cause }] = parts;
  if (!cause || parts.some(({ extent }) => extent !== 'missing')) return undefined;
  const { message, remedy, quote, headline } = cause;
  const options = { cause, quote, headline };
  return new ServiceError(`Neither votes nor questions nor searches could be read: ${message}`, remedy, options);
}

/** The title of an issue: `Documentation gaps, 23 to 29 November`. */
export function titleOf({ from = '', to = '' }: Period): string {
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const days = format.formatRange(Date.parse(from), Date.parse(to) - 1);
  return `Documentation gaps, ${days.replace(/\s*–\s*/, ' to ')}`;
}

/** The gaps as a Markdown file, for a prompt. */
export const renderFile = (report: GapsReport): string =>
  `# ${titleOf(report.period)}\n\n${renderLists(report) || 'None were found.\n'}`;

/** The text of an issue. Its last line says how a maintainer passes it on. @param before the issue before this one. */
export function renderIssue(report: GapsReport, runUrl: string | undefined, before: IssueRef | undefined): string {
  const { label, command } = report.inputs.trigger;
  const ask: RichText = label === '*' ? ['comment ', { code: command }] : ['label this issue ', { code: label }];
  const links: RichText[] = [
    ...(runUrl ? [[{ link: 'Workflow run', to: runUrl }]] : []),
    ...(before ? [['Before: ', linkTo(before)]] : []),
  ];
  const blocks = [
    `Where the documentation failed its readers, ${formatPeriod(report.period)}, the worst first.`,
    renderLists(report).trimEnd(),
    notesOf(report)
      .map((line) => `- ${toMarkdown(line)}`)
      .join('\n'),
    links.map(toMarkdown).join(' · '),
    `Delete the lines that are not worth the work. Then ${toMarkdown(ask)}, and the agent works on what is left.`,
  ];
  return blocks.filter(Boolean).join('\n\n');
}

/** The gaps as lists, from which a maintainer can delete lines. */
const renderLists = ({ pages, topics }: Ranking): string =>
  [renderList('Pages', pages.map(formatPage)), renderList('Topics', topics.map(formatTopic))]
    .filter(Boolean)
    .join('\n');

/** UTF-16 units of one list: an issue has at most 65,536 in all. */
const MAX_LIST = 28_000;

/** As many of the lines as fit, numbered. */
function renderList(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const numbered = lines.map((line, at) => `${at + 1}. ${line}\n`);
  const fitting = numbered.filter((_, at) => numbered.slice(0, at + 1).join('').length <= MAX_LIST);
  const rest = numbered.length - fitting.length;
  const more = rest > 0 ? `\n${number(rest)} more do not fit here.\n` : '';
  return `### ${title}\n\n${fitting.join('')}${more}`;
}

function formatPage({ path, score, visitors, thumbsDown, thumbsUp, unanswered, questions }: PageGap): string {
  const read = visitors === undefined ? 'visitors unknown' : plural(Math.round(visitors), 'visitor');
  const signs = `${read}, ${whole(thumbsDown)} 👎, ${whole(thumbsUp)} 👍, ${plural(unanswered, 'unanswered question')}`;
  return `${code(path)} (score ${number(score)}): ${signs}${formatQuestions(questions)}`;
}

function formatTopic({ kind, text, failed, total, questions }: TopicGap): string {
  if (kind === 'search') return `Search for ${code(text)}: ${whole(failed)} of ${whole(total)} without a click`;
  const about = text === '' ? 'without a category' : `about ${code(text)}`;
  return `Questions ${about}: ${whole(failed)} of ${whole(total)} without an answer${formatQuestions(questions)}`;
}

const formatQuestions = (questions: readonly FrequentQuestion[]): string =>
  questions.length === 0 ? '' : `. Asked: ${questions.map(({ text, count }) => `${code(text)} (${count})`).join(', ')}`;

const code = (text: string): string => toMarkdown([{ code: text }]);

const whole = (count: number): string => number(Math.round(count));

function toJson({ period, inputs, pages, topics, readers }: GapsReport, created: IssueRef | undefined): string {
  const { from: dateFrom, to: dateTo } = period;
  const parts = Object.fromEntries(PARTS.map((part) => [part, readers[part].extent]));
  const issue = created ? { number: created.number, url: created.html_url } : null;
  return JSON.stringify({ dateFrom, dateTo, minCount: inputs.minCount, parts, pages, topics, issue });
}
