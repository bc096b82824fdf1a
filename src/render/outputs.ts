import { jobIdOf, jobOf, type Outcome } from '../outcome.ts';
import { linkOf, statusWord, toJson } from '../service/job.ts';
import { parsePullLink } from '../text/pull-link.ts';
import { messageFor } from './message.ts';
import { firstLine, linesBelow, type Message, type MessageContext } from './message-parts.ts';
import type { RequestSummary } from './request.ts';
import { duration, toMarkdown, toPlain } from './to-markdown.ts';
import { toJsonOfReport } from './visitor-report.ts';

/**
 * The lines of the log: `✅ pull-request: https://github.com/acme/docs/pull/412 (6 min)`, or
 * `⛔ error: API key rejected (401) · no job was created`; then the advice.
 */
export function logLines({ verdict }: Outcome, message: Message): string[] {
  const { icon, headline, detail } = message;
  const [head, more] = [toPlain(headline), toPlain(detail)];
  const link = headline.find((span) => typeof span !== 'string' && 'link' in span);
  const isVerdict = head.toLowerCase() === verdict && more !== '';
  const first =
    verdict === 'pull-request' && link
      ? `${toPlain([link])}${more && ` (${more})`}`
      : [isVerdict ? '' : head, more].filter(Boolean).join(' · ');
  return [`${icon} ${verdict}: ${first}`, ...linesBelow(message).map(toPlain)];
}

interface OutputFacts {
  readonly request: Pick<RequestSummary, 'title' | 'short'> | undefined;
  readonly commentUrl: string;
  /** GitHub's pages, without a trailing slash. */
  readonly serverUrl: string;
}

/** All outputs of the step; empty strings for those without a value. */
export function renderOutputs(outcome: Outcome, context: MessageContext, facts: OutputFacts) {
  const message = messageFor(outcome, context);
  const job = jobOf(outcome);
  const pull = job && parsePullLink(linkOf(job), facts.serverUrl);
  const exported = 'exported' in outcome ? outcome.exported : undefined;
  const duplicate = 'duplicate' in outcome ? outcome.duplicate : undefined;
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
    visitors: exported ? toJsonOfReport(exported.survey) : '',
    visitorsFile: exported?.file ?? '',
    pages: exported ? JSON.stringify(exported.survey.pages) : '',
    report: '',
    gaps: '',
    ...('reported' in outcome ? outcome.reported?.outputs : {}),
  };
}

/** A few sentences of Markdown with the request, the result and the advice. */
function renderSentences(message: Message, { request }: OutputFacts): string {
  const quote = request ? [`> ${toMarkdown([{ untrusted: request.title }])}`, ''] : [];
  const short = request?.short ? [`The pages are ${request.short}.`] : [];
  return [...quote, firstLine(message, '**'), ...[...message.advice, ...message.fix].map(toMarkdown), ...short].join(
    '\n',
  );
}

/** The headline as plain text, with the duration of the job. It contains no text of people. */
function chatLine({ verdict }: Outcome, { headline }: Message, { elapsed }: MessageContext): string {
  const isTimed = verdict === 'pull-request' || verdict === 'no-changes'; // others name the time in the headline
  return toPlain(headline) + (isTimed && elapsed !== undefined ? ` (${duration(elapsed)})` : '');
}
