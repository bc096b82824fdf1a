import { linkOf, statusWord, toJson } from '../agent/job.ts';
import { type Exported, jobIdOf, jobOf, type Outcome } from './outcome.ts';
import { toMarkdown } from './phrase.ts';
import { toJsonOfSurvey } from './visitors.ts';
import { type Circumstances, word } from './wording.ts';

/** The step's outputs: all of them, empty where there is nothing to tell. */
export function renderOutputs(
  outcome: Outcome,
  circumstances: Circumstances,
  { title, commentUrl }: { readonly title: string | undefined; readonly commentUrl: string },
) {
  const job = jobOf(outcome);
  return {
    verdict: outcome.verdict,
    status: job ? statusWord(job) : '',
    prLink: job ? linkOf(job) : '',
    jobId: jobIdOf(outcome) ?? '',
    job: job ? toJson(job) : '',
    summary: renderSentences(outcome, circumstances, title),
    commentUrl,
    swept: outcome.verdict === 'swept' ? JSON.stringify(outcome.swept) : '',
    ...outputsOfExport('exported' in outcome ? outcome.exported : undefined),
  };
}

const outputsOfExport = (exported: Exported | undefined) => ({
  visitors: exported ? toJsonOfSurvey(exported.survey) : '',
  visitorsFile: exported?.file ?? '',
  pages: exported ? JSON.stringify(exported.survey.pages) : '',
});

/** A few sentences of Markdown: what was asked, what came of it, where to look. */
function renderSentences(outcome: Outcome, circumstances: Circumstances, asked: string | undefined): string {
  const { icon, headline, detail, advice } = word(outcome, circumstances);
  const result = [`**${icon} ${toMarkdown(headline)}**`, toMarkdown(detail)].filter(Boolean).join(' · ');
  return [...(asked ? [`> ${toMarkdown([{ foreign: asked }])}`, ''] : []), result, ...advice.map(toMarkdown)].join(
    '\n',
  );
}
