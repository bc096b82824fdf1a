import { linkOf, statusWord, toJson } from '../agent/job.ts';
import { jobOf, type Outcome } from './outcome.ts';
import { toMarkdown } from './phrase.ts';
import { type Circumstances, word } from './wording.ts';

/** The step's outputs: all of them, empty where there is nothing to tell. */
export function renderOutputs(outcome: Outcome, circumstances: Circumstances, commentUrl: string) {
  const job = jobOf(outcome);
  return {
    verdict: outcome.verdict,
    status: job ? statusWord(job) : '',
    prLink: job ? linkOf(job) : '',
    jobId: job?.id ?? '',
    job: job ? toJson(job) : '',
    summary: renderSentences(outcome, circumstances),
    commentUrl,
  };
}

/** A few sentences of Markdown: what was asked, what came of it, where to look. */
function renderSentences(outcome: Outcome, circumstances: Circumstances): string {
  const { icon, headline, detail, advice } = word(outcome, circumstances);
  const asked = circumstances.request?.title;
  const result = [`**${icon} ${toMarkdown(headline)}**`, toMarkdown(detail)].filter(Boolean).join(' · ');
  return [...(asked ? [`> ${toMarkdown([{ foreign: asked }])}`, ''] : []), result, ...advice.map(toMarkdown)].join(
    '\n',
  );
}
