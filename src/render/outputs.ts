import { type PullLink, parsePullLink } from '../github/pulls.ts';
import { duplicateOf, type Exported, jobIdOf, jobOf, type Outcome } from '../outcome.ts';
import { linkOf, statusWord, toJson } from '../service/job.ts';
import { chatMessage } from './chat-message.ts';
import { messageFor } from './message.ts';
import type { MessageContext } from './message-type.ts';
import type { RequestSummary } from './request-summary.ts';
import { toMarkdown } from './to-markdown.ts';
import { toJsonOfReport } from './visitors.ts';

type OutputRequest = Pick<RequestSummary, 'title' | 'short'>;

interface OutputFacts {
  readonly request: OutputRequest | undefined;
  readonly commentUrl: string;
  /** GitHub's pages, without a trailing slash. */
  readonly serverUrl: string;
}

/** All outputs of the step; empty strings for those without a value. */
export function renderOutputs(
  outcome: Outcome,
  context: MessageContext,
  { request, commentUrl, serverUrl }: OutputFacts,
) {
  const job = jobOf(outcome);
  return {
    verdict: outcome.verdict,
    status: job ? statusWord(job) : '',
    prLink: job ? linkOf(job) : '',
    ...outputsOfPull(job ? parsePullLink(linkOf(job), serverUrl) : undefined),
    jobId: jobIdOf(outcome) ?? duplicateOf(outcome)?.jobId ?? '',
    job: job ? toJson(job) : '',
    summary: renderSentences(outcome, context, request),
    message: chatMessage(outcome, { ...context, serverUrl }),
    commentUrl: duplicateOf(outcome)?.url ?? commentUrl,
    swept: outcome.verdict === 'swept' ? JSON.stringify(outcome.swept) : '',
    ...outputsOfExport('exported' in outcome ? outcome.exported : undefined),
  };
}

const outputsOfPull = (pull: PullLink | undefined) => ({
  prNumber: pull ? String(pull.number) : '',
  prRepository: pull ? `${pull.owner}/${pull.repo}` : '',
});

const outputsOfExport = (exported: Exported | undefined) => ({
  visitors: exported ? toJsonOfReport(exported.survey) : '',
  visitorsFile: exported?.file ?? '',
  pages: exported ? JSON.stringify(exported.survey.pages) : '',
});

/** The output `summary`: a few sentences of Markdown with the request, the result and the advice. */
function renderSentences(outcome: Outcome, context: MessageContext, request: OutputRequest | undefined): string {
  const { icon, headline, detail, advice } = messageFor(outcome, context);
  const quote = request ? [`> ${toMarkdown([{ untrusted: request.title }])}`, ''] : [];
  const result = [`**${icon} ${toMarkdown(headline)}**`, toMarkdown(detail)].filter(Boolean).join(' · ');
  const short = request?.short ? [`The pages are ${request.short}.`] : [];
  return [...quote, result, ...advice.map(toMarkdown), ...short].join('\n');
}
