import { duplicateOf, type Exported, jobIdOf, jobOf, type Outcome } from '../outcome.ts';
import { linkOf, statusWord, toJson } from '../service/job.ts';
import { messageFor } from './message.ts';
import type { MessageContext } from './message-type.ts';
import type { RequestSummary } from './request-summary.ts';
import { toMarkdown } from './to-markdown.ts';
import { toJsonOfReport } from './visitors.ts';

type OutputRequest = Pick<RequestSummary, 'title' | 'short'>;

/** All outputs of the step; empty strings for those without a value. */
export function renderOutputs(
  outcome: Outcome,
  context: MessageContext,
  { request, commentUrl }: { readonly request: OutputRequest | undefined; readonly commentUrl: string },
) {
  const job = jobOf(outcome);
  return {
    verdict: outcome.verdict,
    status: job ? statusWord(job) : '',
    prLink: job ? linkOf(job) : '',
    jobId: jobIdOf(outcome) ?? duplicateOf(outcome)?.jobId ?? '',
    job: job ? toJson(job) : '',
    summary: renderSentences(outcome, context, request),
    commentUrl: duplicateOf(outcome)?.url ?? commentUrl,
    swept: outcome.verdict === 'swept' ? JSON.stringify(outcome.swept) : '',
    ...outputsOfExport('exported' in outcome ? outcome.exported : undefined),
  };
}

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
