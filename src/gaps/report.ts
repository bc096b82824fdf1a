import type { Reported } from '../outcome.ts';
import { dayAndTime, toMarkdown, withCode } from '../render/to-markdown.ts';
import type { Period } from '../service/analytics.ts';
import { number, plural, type RichText } from '../text/format.ts';
import { formatPeriod } from '../visitors/period.ts';
import type { FrequentQuestion } from './count.ts';
import type { IssueRef, IssueResult } from './issue.ts';
import type { PageGap, Ranking, TopicGap } from './ranking.ts';
import { type Extent, PARTS, type Part, type Readers } from './read-readers.ts';

/** Where the documentation failed its readers. */
export interface GapsReport extends Ranking, Readers {
  readonly period: Period;
  readonly minCount: number;
}

/** The report for log, summary and outputs. @param file the path of the Markdown file, if there is one. */
export function toReported(report: GapsReport, issue: IssueResult | undefined, file: string | undefined): Reported {
  const { pages, topics, period, extents } = report;
  return {
    headline: `Documentation gaps: ${plural(pages.length, 'page')}, ${plural(topics.length, 'topic')}`,
    detail: [formatPeriod(period)],
    lines: [
      ...(issue ? linesOfIssue(issue) : []),
      ...(file === undefined ? [] : [['Written to ', { code: file }, '.']]),
      ...notesOf(report),
    ],
    isPartial: PARTS.some((part) => extents[part].kind === 'missing'),
    blocks: [renderLists(report)].filter(Boolean),
    outputs: { gaps: toJson(report, issue) },
  };
}

function linesOfIssue({ issue, isNew, closed }: IssueResult): RichText[] {
  const link = { link: `#${issue.number}`, to: issue.url };
  const older = closed.map((each) => `#${each}`).join(', ');
  return [
    isNew ? ['Issue: ', link, '.'] : ['Issue: ', link, ', which another run or attempt created.'],
    ...(older ? [[`Closed, as it was not edited, labeled or passed on: ${older}.`]] : []),
  ];
}

/** What the report lacks, and what a reader should know of its numbers; one line each. */
function notesOf({ extents, hidden, unusable, counts: { others, isPercent }, pages, topics }: GapsReport): RichText[] {
  const rates = isPercent
    ? 'One is above 1, so they are read as percentages'
    : 'None is above 1, so they are read as shares';
  return [
    ...PARTS.flatMap((part) => formatExtent(part, extents[part])),
    ...(pages.length > 0 ? [[SCORE]] : []),
    ...(topics.some(({ kind }) => kind === 'search')
      ? [[`The service does not say what click rates are. ${rates}.`]]
      : []),
    ...(hidden > 0 ? [[`Not shown, as they may name a person or contain a secret: ${number(hidden)}.`]] : []),
    ...(others > 0 ? [[`Counted as other, as there are too many different texts or pages: ${number(others)}.`]] : []),
    ...(unusable > 0 ? [[`${plural(unusable, 'row')} without valid fields left out.`]] : []),
  ];
}

const SCORE =
  'The score of a page is about how many visitors it fails: visitors × (👎 + unanswered questions) ÷ (👎 + unanswered questions + 👍 + 10). ' +
  'Votes and questions count instead of the visitors if they are more. One visitor may be counted several times.';

const NAMES: Readonly<Record<Part, string>> = {
  feedback: 'votes',
  questions: 'questions',
  searches: 'searches',
  visitors: 'visitors of pages',
};

function formatExtent(part: Part, extent: Extent): RichText[] {
  if (extent.kind === 'whole') return [];
  const why = whyStopped(extent.why);
  if (extent.kind === 'partial') return [[`Only a part of the ${NAMES[part]} was read: `, ...why, '.']];
  const remedy = 'problem' in extent.why && extent.why.problem ? [withCode(extent.why.problem.remedy)] : [];
  return [[`The report lacks the ${NAMES[part]}: `, ...why, '.'], ...remedy];
}

/** Why a part was not read to its end. */
export function whyStopped(why: Exclude<Extent, { kind: 'whole' }>['why']): RichText {
  switch (why.kind) {
    case 'no-cursor':
      return ['the service shows only the first ones'];
    case 'same-cursor':
      return ['its pages lead in a circle'];
    case 'cancelled':
      return ['the run was cancelled'];
    case 'timeout':
      return ['the timeout came'];
    case 'throttled':
      return [`the quota is used up (429)${why.tryAgainAt ? ` until ${dayAndTime(why.tryAgainAt)}` : ''}`];
    case 'problem':
      return withCode((why.problem.message.split('\n', 1)[0] ?? '').replace(/\.$/, ''));
  }
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

interface IssueContext {
  /** The issue before this one. */
  readonly before: IssueRef | undefined;
  readonly runUrl: string | undefined;
  readonly label: string;
  readonly command: string;
}

/** The text of an issue. Its last line says how to pass it on. */
export function renderIssue(report: GapsReport, { before, runUrl, label, command }: IssueContext): string {
  const links: RichText[] = [
    ...(runUrl ? [[{ link: 'Workflow run', to: runUrl }]] : []),
    ...(before ? [['Before: ', { link: `#${before.number}`, to: before.url }]] : []),
  ];
  const ask: RichText = label === '*' ? ['comment ', { code: command }] : ['label this issue ', { code: label }];
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
function renderLists({ pages, topics }: Ranking): string {
  const lists = { Pages: pages.map(formatPage), Topics: topics.map(formatTopic) };
  return Object.entries(lists)
    .flatMap(([title, lines]) => (lines.length > 0 ? [`### ${title}\n\n${renderList(lines)}`] : []))
    .join('\n');
}

/** UTF-16 units of one list: an issue has at most 65,536 in all. */
const MAX_LIST = 28_000;

/** As many of the lines as fit, numbered. */
function renderList(lines: readonly string[]): string {
  const numbered = lines.map((line, at) => `${at + 1}. ${line}\n`);
  const fitting = numbered.filter((_, at) => numbered.slice(0, at + 1).join('').length <= MAX_LIST);
  const rest = numbered.length - fitting.length;
  return fitting.join('') + (rest > 0 ? `\n${number(rest)} more do not fit here.\n` : '');
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

function toJson({ period, minCount, pages, topics, extents }: GapsReport, result: IssueResult | undefined): string {
  const parts = Object.fromEntries(PARTS.map((part) => [part, extents[part].kind]));
  const issue = result ? { number: result.issue.number, url: result.issue.url } : null;
  return JSON.stringify({ dateFrom: period.from, dateTo: period.to, minCount, parts, pages, topics, issue });
}
