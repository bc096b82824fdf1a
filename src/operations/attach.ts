import type { ActionContext } from '../action-context.ts';
import { GitHubError } from '../errors.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { settled } from '../outcome.ts';
import type { Finished } from '../report/github-report.ts';
import type { Reporter } from '../report/reporter.ts';
import type { StatusReport } from '../report/status-report.ts';
import { type Connections, connect, findThread, openGitHubReport } from '../request/connections.ts';
import { NO_JOB, withoutJob } from '../request/steps.ts';
import { attachAndWait, statusRequests } from '../request/wait.ts';
import { fetchJob } from '../service/agent-service.ts';
import { markedRequest, newestJobOf, stepKeysOf } from '../thread/earlier-requests.ts';
import { requestOf } from '../thread/request.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import { openThread } from '../thread/thread.ts';
import { accountsOn, authorize } from '../trigger/authorization.ts';
import { dispatchRequest } from '../trigger/history-events.ts';
import { type GitHubEvent, readTrigger } from '../trigger/read-trigger.ts';
import { NO_ACTOR, type RequestTrigger } from '../trigger/trigger.ts';

/**
 * Waits for an existing job. Reports it in its status comment, if it has one that no other run
 * reports in: another one is not created.
 */
export async function attach(
  event: GitHubEvent,
  inputs: Inputs,
  reporter: Reporter,
  context: ActionContext,
): Promise<Finished> {
  const { runner, signal } = context;

  // 1. May whoever caused the event ask? Attaching sends nothing, so it need not be a request.
  const asked = readTrigger(event, inputs.trigger);
  const requested = asked.kind === 'none' ? dispatchRequest(NO_ACTOR, event.name) : asked;
  // repeating this step starts no job
  const trigger: RequestTrigger = { ...requested, retry: { kind: 'command', label: undefined } };
  const connections = connect(inputs, reporter, context);
  const { github } = connections;
  const authorization = await authorize(trigger, runner.variables, inputs.gate, accountsOn(github));
  if (authorization.kind === 'denied')
    return { outcome: { verdict: 'denied', reason: authorization.reason } };

  // 2. Which job? One that cannot be read is not reported in the thread.
  const jobId = inputs.jobId ?? (await newestJob(trigger, inputs, connections));
  if (jobId === undefined) return { outcome: NO_JOB };
  const title = `Wait for job ${jobId}`; // the event is not the request of the job
  const request = {
    title,
    saidBy: '',
    requester: trigger.requester.login,
    removed: {},
    partialRanking: '',
  };
  runner.log(title);
  reporter.about({ request });
  const found = await fetchJob(statusRequests(jobId, connections), {
    isOnlyGiven: inputs.jobId !== null,
  });
  if (found.kind === 'cancelled') return { outcome: { verdict: 'cancelled', job: found.job } };
  if (found.kind !== 'job')
    return { outcome: { verdict: 'error', problem: found.error, job: undefined, jobId } };

  // 3. Where is it reported?
  const number = await findThread(trigger, inputs, connections);
  const ofJob = await recordsOf(jobId, number, inputs, connections);
  const reported = ofJob.findLast(({ facts }) => facts.sent === 'yes');
  const wait = (statusReport?: StatusReport) =>
    settled(
      attachAndWait(found.job, ofJob.at(-1), { ...connections, waits: true, statusReport }),
      signal,
    );
  if (reported?.isLeaseHeld) {
    runner.log(`Run ${reported.marker.holder.run} reports this job, in ${reported.comment.url}`);
    return { outcome: await wait() };
  }
  const marked = reported
    ? requestOf(reported.marker)
    : markedRequest(trigger, authorization, { stepInputs: jobId }, inputs, context);
  // who attaches did not ask for the job
  const of = { trigger: { ...trigger, requester: NO_ACTOR }, request, marked };
  const place = reported?.comment.issueNumber;
  const onGitHub = openGitHubReport(of, place, inputs, connections);
  const statusReport = onGitHub?.statusReport;
  if (reported && statusReport) {
    statusReport.adopt(reported);
    reporter.about({ retryHints: { ...trigger.retry, command: inputs.trigger.command } });
  }

  // 4. Wait for its end.
  return { outcome: await wait(statusReport), onGitHub };
}

/**
 * The newest job of the thread that the request is reported in; undefined if it has none. @throws
 * InputError without a thread.
 */
async function newestJob(trigger: RequestTrigger, inputs: Inputs, connections: Connections) {
  const { statusComments, context } = connections;
  const number = statusComments && (await findThread(trigger, inputs, connections));
  if (!statusComments || number === undefined) throw withoutJob('attach');
  const records = await openThread(number, statusComments).read([]);
  return newestJobOf(
    stepKeysOf(context.runner.variables, inputs.projectId, inputs.key),
    number,
    records,
  );
}

/**
 * The requests to the job in the thread, else the recent ones of the repository, as the id may come
 * from a request made elsewhere. None, with a warning, if they cannot be read.
 */
async function recordsOf(
  jobId: string,
  number: number | undefined,
  { comment }: Pick<Inputs, 'comment'>,
  { statusComments, context: { runner } }: Connections,
): Promise<readonly StatusRecord[]> {
  if (!statusComments || !comment) return [];
  const ofJob = (records: readonly StatusRecord[]) =>
    records.filter(({ facts }) => facts.job === jobId && !facts.isOpenedFor);
  try {
    const inThread =
      number === undefined ? [] : ofJob(await openThread(number, statusComments).read([]));
    return inThread.length > 0 ? inThread : ofJob((await statusComments.recent()).records);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    runner.warn(`No status comment: ${error.message}`);
    return [];
  }
}
