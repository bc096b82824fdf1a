import { duplicateOf, type Exported, jobIdOf, jobOf, type Outcome, type SkipReason } from '../outcome.ts';
import { hasEnded, type Job, linkOf, statusWord, toJson } from '../service/job.ts';
import { type PullLink, parsePullLink } from '../text/pull-link.ts';
import { messageFor } from './message.ts';
import {
  consequenceOfUnsent,
  countsOfSweep,
  lastSeen,
  linesBelow,
  type Message,
  type MessageContext,
  tryAgain,
} from './message-parts.ts';
import type { RequestSummary } from './request.ts';
import { duration, toMarkdown, toPlain } from './to-markdown.ts';
import { toJsonOfReport } from './visitors.ts';

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
  const { icon, headline, detail, advice, fix } = messageFor(outcome, context);
  const quote = request ? [`> ${toMarkdown([{ untrusted: request.title }])}`, ''] : [];
  const result = [`**${icon} ${toMarkdown(headline)}**`, toMarkdown(detail)].filter(Boolean).join(' · ');
  const short = request?.short ? [`The pages are ${request.short}.`] : [];
  return [...quote, result, ...[...advice, ...fix].map(toMarkdown), ...short].join('\n');
}

interface ChatContext extends Pick<MessageContext, 'elapsed' | 'isFollowUp' | 'retryHints'> {
  /** The server whose pull requests are shown by name, without a trailing slash. */
  readonly serverUrl: string;
}

/** The outcome in one line of plain text, for chat messages. It contains no untrusted text. */
export function chatMessage(outcome: Outcome, context: ChatContext): string {
  const time = context.elapsed === undefined ? '' : ` (${duration(context.elapsed)})`;
  switch (outcome.verdict) {
    case 'pull-request':
      return `${ofPullRequest(outcome, context)}${time}`;
    case 'no-changes':
      return `No pull request: the job completed${time}`;
    case 'failed':
      return `Job failed${time}${opened(outcome.job, context)}`;
    case 'archived':
      return `Job archived without a pull request${time}`;
    case 'timed-out':
      return ofTimeout(outcome, context);
    case 'started':
      return outcome.why.kind === 'continued' ? 'Continued: a later request went to the same job' : 'Job started';
    case 'skipped':
      return ofSkipped(outcome);
    case 'denied':
      return 'Denied: the requester is not authorized';
    case 'quota-exhausted':
      return ofQuota(outcome, context);
    case 'unconfirmed':
      return 'Unconfirmed: the service may have accepted the request';
    case 'cancelled':
      if ('exported' in outcome) return 'Cancelled: the visitor analytics were exported in part';
      return outcome.job
        ? `Cancelled: ${stateOf(outcome.job, 0)}${opened(outcome.job, context)}`
        : withConsequence('Cancelled', context);
    case 'exported': {
      const { kind } = outcome.exported.survey.end;
      return kind === 'partial' ? 'Visitor analytics exported in part' : 'Visitor analytics exported';
    }
    case 'swept':
      return `Swept: ${countsOfSweep(outcome.swept)}`;
    case 'error': {
      const result = jobIdOf(outcome) === undefined ? '' : '; the result of the job is unknown';
      return `${outcome.problem.headline}${result}`;
    }
  }
}

type Of<Verdict extends Outcome['verdict']> = Extract<Outcome, { readonly verdict: Verdict }>;

function ofPullRequest(
  { job, isProven }: { readonly job: Job; readonly isProven?: boolean },
  context: ChatContext,
): string {
  const done = isProven === false ? 'Follow-up sent, but the pull request did not change' : 'Follow-up done';
  const pull = nameOf(job, context);
  return `${context.isFollowUp ? done : 'Pull request ready'}${pull && `: ${pull}`}`;
}

function ofTimeout(outcome: Of<'timed-out'>, context: ChatContext): string {
  if ('unsent' in outcome) return 'Timed out: the follow-up was not sent';
  const after = context.elapsed === undefined ? '' : ` after ${duration(context.elapsed)}`;
  const { job, failures } = outcome;
  return `Timed out${after}: ${stateOf(job, failures)}${opened(job, context)}`;
}

/** @param failures how many status requests failed at the end. */
function stateOf(job: Job, failures: number): string {
  if (failures > 0) return 'the status of the job is unknown';
  return hasEnded(job) ? `the job is reported as ${statusWord(job)}, not confirmed` : lastSeen(job);
}

function ofSkipped(outcome: SkipReason | Of<'skipped'>): string {
  if ('dryRun' in outcome) return 'Dry run: nothing was sent to the service';
  if ('duplicate' in outcome) return `Skipped: run ${outcome.duplicate.run} is working on this request`;
  return `Skipped: ${outcome.brief ?? 'nothing to do'}`;
}

function ofQuota(outcome: Of<'quota-exhausted'>, context: ChatContext): string {
  const what =
    outcome.of === 'analytics' ? 'Analytics quota used up' : withConsequence('Quota of the service used up', context);
  return what + tryAgain(outcome);
}

function withConsequence(what: string, context: ChatContext): string {
  const consequence = consequenceOfUnsent(context);
  return `${what}${consequence && `: ${consequence}`}`;
}

/** The pull request of a job with another verdict than `pull-request`. */
function opened(job: Job, context: ChatContext): string {
  const pull = nameOf(job, context);
  return pull && `, pull request ${pull}`;
}

/** `acme/docs#412`; empty if the job has no pull request on the server. */
function nameOf(job: Job, { serverUrl }: ChatContext): string {
  const pull = parsePullLink(linkOf(job), serverUrl);
  return pull ? `${pull.owner}/${pull.repo}#${pull.number}` : '';
}
