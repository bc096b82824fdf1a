import { GitHubError } from '../errors.ts';
import type { GitHub } from '../github/client.ts';
import { type Pull, parsePullLink, readPull } from '../github/pulls.ts';
import type { AskInputs } from '../inputs/inputs.ts';
import type { SkipReason } from '../outcome.ts';
import type { Reporter } from '../report/reporter.ts';
import { warnOnce } from '../runtime/runner.ts';
import { type Job, linkOf } from '../service/job.ts';
import { stepKeysOf } from '../thread/earlier-requests.ts';
import { handledHead } from '../thread/job-to-continue.ts';
import { readRecentRecords, type StatusRecord, warningsAbout } from '../thread/status-records.ts';
import { openThread, type StatusComments } from '../thread/thread.ts';
import type { Authorization } from '../trigger/authorization.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { type AgentPulls, createAgentPulls } from './agent-pulls.ts';
import { type ActionContext, deadlineOf, serviceFor } from './context.ts';
import { causeOf, statusCommentsFor } from './report-target.ts';

/** What the status comments of the repository remember of the requests before this one: nothing, if the run cannot read them. */
export interface Memory {
  readonly statusComments: StatusComments | undefined;
  readonly agentPulls: AgentPulls | undefined;
  /**
   * Why an event is no request, if it belongs to a pull request that a job opened: only commands are requests there.
   * @throws GitHubError if GitHub does not answer, ServiceError if a job that may have opened it cannot be read.
   */
  agentPull(): Promise<SkipReason | undefined>;
  /**
   * With `pull-request: reuse`, the newest commit that an earlier request with the same cause has handled.
   * @throws GitHubError if GitHub does not answer.
   */
  handledHead(): Promise<string | undefined>;
  /** Reads the status comments with the same cause; undefined if they are all in the thread of the request. */
  readonly readCause: (() => Promise<readonly StatusRecord[]>) | undefined;
  /**
   * Finds the job that opened the pull request of an event: by its link, or by the comment on it, if that is not the thread that the
   * run reads anyway. Undefined if the event belongs to no pull request.
   */
  readonly openerByLink: (() => Promise<string | undefined>) | undefined;
  /** The state of a job's pull request; undefined if it has none, or the token cannot read it. */
  pullStateOf(job: Job): Promise<Pull['state'] | undefined>;
}

interface MemoryParts {
  readonly trigger: RequestTrigger;
  readonly inputs: AskInputs;
  readonly authorization: Authorization;
  readonly github: GitHub | undefined;
  readonly reporter: Reporter;
}

export function openMemory(
  { trigger, inputs, authorization, github, reporter }: MemoryParts,
  context: ActionContext,
): Memory {
  const { runner } = context;
  const warn = warnOnce(runner.warn); // the list is read several times
  const { apiKey } = inputs;
  const mayRead = apiKey !== null && authorization.kind !== 'denied';
  const statusComments = mayRead ? statusCommentsFor(inputs, apiKey, github, context) : undefined;
  const keys = stepKeysOf(runner.context, inputs.projectId, inputs.key);
  const agentPulls =
    mayRead && github && statusComments
      ? createAgentPulls({
          ...context,
          ...runner,
          github,
          statusComments,
          service: serviceFor(inputs, apiKey, reporter, context),
          project: keys.project,
          deadline: deadlineOf(inputs),
        })
      : undefined;
  if (mayRead && !statusComments && mayLoop(trigger)) runner.log(NO_MEMORY);

  const pull = trigger.pull === undefined ? undefined : { number: trigger.pull, createdAt: trigger.thread?.createdAt };
  /** The thread that has all requests with the same cause; undefined if each is reported in another thread. */
  const threadOfCause = inputs.issueNumber ?? (trigger.cause?.[0] === 'pull' ? trigger.pull : undefined);
  const reuses = inputs.pullRequest === 'reuse' && trigger.cause !== undefined;

  async function readRecent(): Promise<readonly StatusRecord[]> {
    if (!github || !statusComments) return [];
    const { records, ignored, isComplete } = await readRecentRecords(github, statusComments.reader);
    for (const warning of warningsAbout(ignored)) warn(warning);
    if (!isComplete && !records.some(({ marker }) => marker.stepKey === keys.stepKey)) warn(SEARCH_ENDED);
    return records;
  }

  async function readOfCause(): Promise<readonly StatusRecord[]> {
    if (threadOfCause === undefined || !statusComments) return readRecent();
    return (await openThread(threadOfCause, statusComments).read([])).records;
  }

  return {
    statusComments,
    agentPulls,
    async agentPull() {
      if (!agentPulls || !pull || trigger.kind === 'command') return undefined;
      const opener = await agentPulls.openerOf(pull);
      return opener === undefined
        ? undefined
        : { verdict: 'skipped', reason: onAgentPull(pull.number, opener, inputs) };
    },
    async handledHead() {
      if (!reuses || trigger.head === undefined || inputs.compare) return undefined;
      return handledHead({ ...keys, cause: causeOf(trigger, ''), run: runner.context.run }, await readOfCause());
    },
    readCause: reuses && threadOfCause === undefined ? readRecent : undefined,
    openerByLink:
      agentPulls &&
      pull &&
      (() => {
        const isReportThread = (inputs.issueNumber ?? pull.number) === pull.number;
        return isReportThread ? agentPulls.openerByLink(pull) : agentPulls.openerOf(pull);
      }),
    async pullStateOf(job) {
      const link = parsePullLink(linkOf(job), runner.context.serverUrl);
      if (!link || !github) return undefined;
      try {
        return (await readPull(github, link))?.state;
      } catch (error) {
        if (!(error instanceof GitHubError)) throw error;
        runner.log(`The state of the job's pull request is unknown: ${error.message}`);
        return undefined;
      }
    },
  };
}

/** Whether the agent's own pull request could cause such an event. */
const mayLoop = ({ pull, cause, kind }: RequestTrigger) =>
  kind !== 'command' && (pull !== undefined || cause?.[0] === 'branch');

const onAgentPull = (pull: number, opener: string, { trigger }: AskInputs) =>
  `job ${opener} opened pull request #${pull}, where only commands are requests: comment \`${trigger.command}\` and what to change`;

const NO_MEMORY =
  'Pull requests that the agent opened are not recognized without status comments. Only `paths-ignore` prevents that they cause jobs.';
const SEARCH_ENDED =
  'No earlier request of this step was found among the 500 most recently edited comments of the last 14 days, and there are more. ' +
  'Set `issue-number`, so that all requests are reported and found in one thread.';
