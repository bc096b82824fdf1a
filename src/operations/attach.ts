import { GitHubError } from '../errors.ts';
import type { AttachInputs } from '../inputs/inputs.ts';
import type { Outcome } from '../outcome.ts';
import { describeRequest } from '../render/request-summary.ts';
import type { Reporter } from '../report/reporter.ts';
import { type ActionContext, authorizeTrigger, deadlineOf, gitHubFor, serviceFor } from '../request/context.ts';
import { markedRequest, openReportTarget, type ReportTarget } from '../request/report-target.ts';
import { attachAndWait } from '../request/submit-and-wait.ts';
import { fetchJob } from '../service/fetch-job.ts';
import { type PollOrigin, pollOriginOf } from '../service/poll-state.ts';
import type { GitHubEvent } from '../trigger/event.ts';
import { dispatchRequest } from '../trigger/history-requests.ts';
import { readTrigger } from '../trigger/read-trigger.ts';
import { NOBODY, type RequestTrigger } from '../trigger/trigger.ts';

/** Waits for a job that is there, and reports: in the status comment that tells of it already, if the thread has one. */
export async function attach(
  event: GitHubEvent,
  inputs: AttachInputs,
  reporter: Reporter,
  effects: ActionContext,
): Promise<Outcome> {
  const { runner, clock, signal } = effects;
  const { apiKey, jobId } = inputs;
  const trigger = anyTrigger(event, inputs);
  const github = gitHubFor(inputs, effects);
  const authorization = await authorizeTrigger(trigger, inputs, { github, runner });
  if (authorization.kind === 'denied') return { verdict: 'denied', reason: authorization.reason };

  const facts = { trigger, authorization, removed: {}, runUrl: runner.context.runUrl, command: inputs.trigger.command };
  const title = `Wait for job ${jobId}`; // whatever the event says, it is not what the job was asked for
  const request = {
    ...describeRequest({ ...facts, instruction: title, refresh: undefined, short: '' }),
    title,
    saidBy: '',
  };
  runner.log(title);
  reporter.attaching(request, {});
  const service = serviceFor(inputs, apiKey, reporter, effects);
  const waiting = { service, reporter, clock, signal, deadline: deadlineOf(inputs), waits: true };
  const found = await fetchJob((timeout) => service.readJob(jobId, timeout), { ...waiting });
  if (signal.aborted) return { verdict: 'cancelled', job: found.kind === 'job' ? found.job : undefined };
  // Nothing is told in a thread of a job that nobody has seen.
  if (found.kind !== 'job') return { verdict: 'error', problem: found.error, job: undefined, jobId };

  const marked = markedRequest({ trigger, request, words: jobId }, inputs, effects);
  const place = await openReportTarget({ trigger, request, marked }, { inputs, apiKey, github }, effects);
  const { since, ...places } = await takeOver(jobId, place, runner.warn);
  reporter.attaching(request, places);
  return attachAndWait(found.job, since, { ...waiting, continuedBy: async () => places.thread?.report.continuedBy() });
}

/** Attaching asks for nothing, so any event will do. */
function anyTrigger(event: GitHubEvent, { trigger: rules }: AttachInputs): RequestTrigger {
  const trigger = readTrigger(event, rules);
  return trigger.kind === 'none' ? dispatchRequest(NOBODY, event.name) : trigger;
}

/** A thread that cannot be read is only a place less to tell of it: nothing is spent here. */
async function takeOver(
  jobId: string,
  place: ReportTarget,
  warn: (line: string) => void,
): Promise<ReportTarget & { readonly since: PollOrigin }> {
  if (!place.thread) return { ...place, since: pollOriginOf(null) };
  const { thread, report } = place.thread;
  try {
    const { records } = await thread.read([]);
    const record = records.findLast(({ marker }) => 'job' in marker && marker.job === jobId);
    if (record) report.adopt(record);
    return { ...place, since: pollOriginOf(record?.marker.before) };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    warn(`No status comment: ${error.message}`);
    return { since: pollOriginOf(null) };
  }
}
