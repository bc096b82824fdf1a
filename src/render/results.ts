import { jobIdOf, jobOf, type Outcome, type Swept } from '../outcome.ts';
import { linkOf, statusWord, toJson } from '../service/job.ts';
import { number, type RichText, tableRow } from '../text/format.ts';
import { parsePullLink } from '../text/pull-link.ts';
import { messageFor } from './message.ts';
import { firstLine, linesBelow, type Message, type MessageContext } from './message-parts.ts';
import { type PreparedRequest, type RequestSummary, rowsOfRequest } from './request.ts';
import { duration, exactDuration, toMarkdown, toPlain, withCode } from './to-markdown.ts';

/** Requests sent to the service, by operation. */
export type RequestCounts = Record<'create' | 'follow-up' | 'status' | 'analytics', number>;

/** What a run did, beside its outcome. */
export interface RunFacts {
  readonly request?: RequestSummary | undefined;
  readonly prepared?: PreparedRequest | undefined;
  readonly traffic: Readonly<RequestCounts>;
  /** What the author of the workflow should know. */
  readonly notes: readonly string[];
  readonly commentUrl: string;
  /** GitHub's pages, without a trailing slash. */
  readonly serverUrl: string;
}

/**
 * What a run writes on the runner at its end: the lines of the log with their level, all outputs,
 * and the job summary.
 */
export function renderResults(outcome: Outcome, context: MessageContext, facts: RunFacts) {
  const message = messageFor(outcome, context);
  return {
    level: message.level,
    lines: logLines(outcome, message),
    outputs: renderOutputs(outcome, message, context, facts),
    summary: renderSummary(outcome, message, context, facts),
  };
}

/**
 * The lines of the log: `✅ pull-request: https://github.com/acme/docs/pull/412 (6 min)`, or
 * `⛔ error: API key rejected (401) · no job was created`; then the advice.
 */
function logLines({ verdict }: Outcome, message: Message): string[] {
  const { icon, headline, detail } = message;
  const [head, more] = [toPlain(headline), toPlain(detail)];
  const link = headline.find((span) => typeof span !== 'string' && 'link' in span);
  const saysVerdict = head.toLowerCase() === verdict && more !== '';
  const first =
    verdict === 'pull-request' && link
      ? `${toPlain([link])}${more && ` (${more})`}`
      : [saysVerdict ? '' : head, more].filter(Boolean).join(' · ');
  return [`${icon} ${verdict}: ${first}`, ...linesBelow(message).map(toPlain)];
}

/** All outputs of the step; empty strings for those without a value. */
function renderOutputs(
  outcome: Outcome,
  message: Message,
  context: MessageContext,
  facts: RunFacts,
) {
  const job = jobOf(outcome);
  const pull = job && parsePullLink(linkOf(job), facts.serverUrl);
  const duplicate =
    outcome.verdict === 'skipped' && outcome.why === 'duplicate' ? outcome.duplicate : undefined;
  return {
    verdict: outcome.verdict,
    status: job ? statusWord(job) : '',
    prLink: job ? linkOf(job) : '',
    prNumber: pull ? String(pull.number) : '',
    prRepository: pull ? `${pull.owner}/${pull.repo}` : '',
    jobId: jobIdOf(outcome) ?? duplicate?.jobId ?? '',
    job: job ? toJson(job) : '',
    summary: renderSentences(message, facts),
    message: chatLine(outcome, message, context),
    commentUrl: duplicate?.url ?? facts.commentUrl,
    swept: outcome.verdict === 'swept' ? JSON.stringify(outcome.swept) : '',
    visitors: '',
    visitorsFile: '',
    pages: '',
    ...(outcome.verdict === 'exported' ? outcome.exported.outputs : {}),
  };
}

/**
 * A few lines of plain text with the request, the result and the advice, for mails, chats and logs:
 * nothing is escaped for GitHub. A script may print it, so it contains no workflow command: no line
 * begins with a text of others, and `##[` is broken, which the runner reads anywhere.
 */
function renderSentences(
  { icon, headline, detail, advice, fix }: Message,
  { request }: RunFacts,
): string {
  const title = request ? [`Request: ${toPlain([{ untrusted: request.title }])}`] : [];
  const partial = request?.partialRanking ? [`The pages are ${request.partialRanking}.`] : [];
  const first = `${icon} ${[toPlain(headline), toPlain(detail)].filter(Boolean).join(' · ')}`;
  const lines = [...title, first, ...[...advice, ...fix].map(toPlain), ...partial];
  return lines.join('\n').replaceAll('##[', '##\u200b[');
}

/**
 * The headline as plain text, with the duration of the job or the limit. It contains no text of
 * people.
 */
function chatLine(
  { verdict }: Outcome,
  { headline, detail }: Message,
  { elapsed }: MessageContext,
): string {
  if (verdict === 'limit-reached') return `${toPlain(headline)}: ${toPlain(detail)}`;
  // others name the time in the headline
  const isTimed = verdict === 'pull-request' || verdict === 'no-changes';
  return toPlain(headline) + (isTimed && elapsed !== undefined ? ` (${duration(elapsed)})` : '');
}

/** The job summary of the workflow run. */
function renderSummary(
  outcome: Outcome,
  message: Message,
  { elapsed }: MessageContext,
  facts: RunFacts,
): string {
  const { notes, prepared } = facts;
  const blocks = [
    [`## ${firstLine(message, '')}`],
    linesBelow(message).map((phrase) => `${toMarkdown(phrase)}  `),
    notes.map((note) => `ℹ️ ${toMarkdown(withCode(note))}  `),
    table(['Item', 'Value'], rowsOf(outcome, elapsed, facts)),
    outcome.verdict === 'swept' && outcome.swept.length > 0 ? sweptTable(outcome.swept) : [],
    ...(outcome.verdict === 'exported' ? outcome.exported.blocks : []).map((block) => [block]),
  ].filter(({ length }) => length > 0);
  const text = `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
  return text + (prepared ? promptBlock(prepared.prompt.shown) : '');
}

const table = (head: readonly string[], rows: readonly (readonly RichText[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${'---|'.repeat(head.length)}`,
  ...rows.map((cells) => tableRow(cells.map(toMarkdown))),
];

/** What happened, by name. */
function rowsOf(
  outcome: Outcome,
  elapsed: number | undefined,
  { traffic, prepared }: RunFacts,
): RichText[][] {
  const rows: [string, RichText][] = prepared ? rowsOfRequest(prepared) : [];
  rows.push(['Verdict', [{ code: outcome.verdict }]]);
  const job = jobOf(outcome);
  const id = jobIdOf(outcome);
  const time =
    elapsed === undefined || outcome.verdict === 'timed-out' ? '' : ` · ${exactDuration(elapsed)}`;
  const status: RichText = job ? [' · ', { untrusted: statusWord(job) }, time] : [];
  if (id !== undefined) rows.push(['Job', [{ code: id }, ...status]]);
  const sent = Object.entries(traffic).filter(([, count]) => count > 0);
  if (sent.length > 0)
    rows.push([
      'API requests',
      [sent.map(([operation, count]) => `${number(count)} ${operation}`).join(', ')],
    ]);
  return rows.map(([name, value]) => [[name], value]);
}

/**
 * All open requests: those that ended first, then those that were given up, left for the next
 * sweep, and still active.
 */
function sweptTable(swept: readonly Swept[]): string[] {
  const rank = ({ verdict }: Swept) => ['left', 'active'].indexOf(verdict);
  const sorted = swept.toSorted(
    (one, other) => rank(one) - rank(other) || one.issueNumber - other.issueNumber,
  );
  const rows = sorted.map(({ issueNumber, commentUrl, jobId, verdict }): RichText[] => [
    [{ link: `#${issueNumber}`, to: commentUrl }],
    [jobId === null ? '–' : { code: jobId }],
    [RESULTS[verdict] ?? { code: verdict }],
  ]);
  return table(['Thread', 'Job', 'Result'], rows);
}

/** The words for jobs without a verdict. */
const RESULTS: Partial<Record<Swept['verdict'], string>> = {
  active: 'open',
  left: 'left for the next sweep',
};

/** The prompt in a collapsed code block whose fence is longer than any in the prompt. */
function promptBlock(prompt: string): string {
  const longest = (prompt.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `\n<details><summary>Prompt</summary>\n\n${fence}text\n${prompt}\n${fence}\n\n</details>\n`;
}
