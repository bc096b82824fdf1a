import type { ActionContext } from '../action-context.ts';
import { GitHubError } from '../errors.ts';
import type { AttachInputs } from '../inputs/inputs.ts';
import type { Outcome } from '../outcome.ts';
import { describeRequest } from '../render/request.ts';
import type { Reporter } from '../report/reporter.ts';
import { authorizeTrigger, deadlineOf, gitHubFor, serviceFor } from '../request/context.ts';
import { NO_JOB } from '../request/reasons.ts';
import {
  markedRequest,
  openReportTarget,
  type ReportConnection,
  type ReportTarget,
  statusCommentsFor,
} from '../request/report-target.ts';
import { attachAndWait, statusRequests } from '../request/submit-and-wait.ts';
import type { Snapshot } from '../service/job.ts';
import { fetchJob } from '../service/watch-job.ts';
import { newestJobOf, stepKeysOf } from '../thread/earlier-requests.ts';
import { openThread, threadOf } from '../thread/thread.ts';
import { dispatchRequest } from '../trigger/history-events.ts';
import { type GitHubEvent, readTrigger } from '../trigger/read-trigger.ts';
import { NO_ACTOR, type RequestTrigger } from '../trigger/trigger.ts';

/** Waits for an existing job and reports it, in its existing status comment if the thread has one. */
export async function attach(
  event: GitHubEvent,
  inputs: AttachInputs,
  reporter: Reporter,
  effects: ActionContext,
): Promise<Outcome> {
  const { runner } = effects;
  const { apiKey } = inputs;
  const trigger = anyTrigger(event, inputs);
  const github = gitHubFor(inputs, effects);
  const authorization = await authorizeTrigger(trigger, inputs, { github, runner });
  if (authorization.kind === 'denied') return { verdict: 'denied', reason: authorization.reason };

  const statusComments = statusCommentsFor(inputs, apiKey, github, effects);
  const jobId = inputs.jobId ?? (await newestJobOfThread(trigger, { inputs, github, statusComments }, effects));
  if (jobId === undefined) return NO_JOB;
  const facts = { trigger, authorization, removed: {}, runUrl: runner.context.runUrl, command: inputs.trigger.command };
  const title = `Wait for job ${jobId}`; // the event is not the request of the job
  const request = {
    ...describeRequest({ ...facts, title, short: '' }),
    title,
    saidBy: '',
  };
  runner.log(title);
  reporter.attaching(request, {});
  const service = serviceFor(inputs, apiKey, reporter, effects);
  const waiting = { context: effects, github, service, reporter, deadline: deadlineOf(inputs), waits: true };
  const found = await fetchJob({ ...statusRequests(jobId, waiting), log: runner.log });
  if (found.kind === 'cancelled') return { verdict: 'cancelled', job: found.job };
  // A job that could not be read is not reported in the thread.
  if (found.kind !== 'job') return { verdict: 'error', problem: found.error, job: undefined, jobId };

  const marked = markedRequest({ trigger, request, stepInputs: jobId }, inputs, effects);
  const target = await openReportTarget({ trigger, request, marked }, { inputs, github, statusComments }, effects);
  const { before, ...targets } = await adoptStatusComment(jobId, target, runner.warn);
  reporter.attaching(request, targets);
  return attachAndWait(found.job, before, { ...waiting, thread: targets.thread });
}

/** The newest job of the thread that the request is reported in; undefined if there is none. */
async function newestJobOfThread(
  trigger: RequestTrigger,
  { inputs, github, statusComments }: ReportConnection,
  { runner }: ActionContext,
): Promise<string | undefined> {
  const number = statusComments && (await threadOf(trigger, inputs.issueNumber, github, runner.warn));
  if (!statusComments || number === undefined) return undefined;
  const records = await openThread(number, statusComments).read([]);
  return newestJobOf(stepKeysOf(runner.context, inputs.projectId, inputs.key), number, records);
}

/** The trigger of any event: attaching submits nothing, so the event need not be a request. */
function anyTrigger(event: GitHubEvent, { trigger: rules }: AttachInputs): RequestTrigger {
  const trigger = readTrigger(event, rules);
  return trigger.kind === 'none' ? dispatchRequest(NO_ACTOR, event.name) : trigger;
}

/**
 * Adopts the existing status comment of the job. If the thread cannot be read, the job is not reported there: that creates no second job.
 */
async function adoptStatusComment(
  jobId: string,
  target: ReportTarget,
  warn: (line: string) => void,
): Promise<ReportTarget & { readonly before: Snapshot | null }> {
  if (!target.thread) return { ...target, before: null };
  const { thread } = target;
  try {
    const records = await thread.read([]);
    const ofJob = records.filter(({ facts }) => facts.job === jobId && !facts.isOpening);
    const record = ofJob.findLast(({ facts }) => facts.sent === 'yes');
    if (record) thread.report.adopt(record);
    return { ...target, before: ofJob.at(-1)?.marker.before ?? null };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    warn(`No status comment: ${error.message}`);
    return { before: null };
  }
}
