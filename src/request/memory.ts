import { InputError } from '../errors.ts';
import { needed } from '../github/client.ts';
import { type PullState, readPullState } from '../github/pulls.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { readForLimits } from '../ledger/limits.ts';
import { type Job, snapshotOf } from '../service/job.ts';
import { identitiesIn } from '../text/pull-link.ts';
import { persistently } from '../thread/comment-requests.ts';
import { causeOf, handledHeadOf, ofCause, stepKeysOf } from '../thread/earlier-requests.ts';
import { linksOf, type StatusRecord } from '../thread/status-records.ts';
import { openThread, type ReportThread } from '../thread/thread.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { createAgentPulls, type PullOrigin } from './agent-pulls.ts';
import type { Connections } from './connections.ts';
import type { FollowUpTarget } from './steps.ts';

/** What the status comments of the repository remember of other requests: nothing, if the run cannot read them. */
export type Memory = ReturnType<typeof openMemory>;

/** Of how many jobs with the same cause the pull requests are read, the newest first. */
const MAX_JOBS = 5;

/** All functions reject with GitHubError if GitHub does not answer. @param trigger that of an authorized request. */
export function openMemory(
  trigger: RequestTrigger,
  inputs: Inputs,
  { context, github, statusComments, service }: Connections,
) {
  const { runner, clock, signal } = context;
  const { serverUrl, run } = runner.variables;
  const keys = stepKeysOf(runner.variables, inputs.projectId, inputs.key);
  const originOfPull = statusComments && createAgentPulls(statusComments, service.readJob, keys.project);
  if (!inputs.dryRun && !statusComments && mayLoop(trigger)) runner.log(NO_MEMORY);
  /** The thread that has all requests with the same cause; undefined if each is reported in another thread. */
  const threadOfCause = inputs.issueNumber ?? (trigger.cause?.[0] === 'pull' ? trigger.pull : undefined);
  const reuses = inputs.pullRequest === 'reuse' && trigger.cause !== undefined;
  const repository = github ? identitiesIn(serverUrl, github.repository) : '';

  async function readRecent(): Promise<readonly StatusRecord[]> {
    if (!statusComments) return [];
    const { records, ignored, end } = await statusComments.recent();
    statusComments.warnAbout(ignored);
    if (reuses && end !== 'whole' && !records.some(({ marker }) => marker.stepKey === keys.stepKey))
      statusComments.effects.warn(SEARCH_ENDED);
    return records;
  }

  let inThread: Promise<readonly StatusRecord[]> | undefined;
  function readCause(): Promise<readonly StatusRecord[]> {
    if (threadOfCause === undefined || !statusComments) return readRecent();
    inThread ??= openThread(threadOfCause, statusComments).read([]);
    return inThread;
  }

  const requestsOfCause = async () => ofCause({ ...keys, cause: causeOf(trigger, '') }, await readCause());

  const newestLink = (requests: readonly StatusRecord[]) =>
    requests.flatMap((record) => linksOf(record, repository)).at(-1) ?? '';

  /** @param link as `identityOfLink` writes it; empty for none. */
  async function stateOf(link: string): Promise<PullState | undefined> {
    if (link === '' || !github) return undefined;
    const effects = { clock, signal, until: inputs.timeout };
    return persistently('pull-state', () => readPullState(github, link, serverUrl), effects);
  }

  /** The pull request of a job, if it matters: requests to a job that failed have handled nothing. */
  const pullOfHandled = async (others: readonly StatusRecord[], requests: readonly StatusRecord[]) =>
    handledHeadOf(others, undefined) === undefined ? undefined : stateOf(newestLink(requests));

  return {
    /** Whose pull request it is; undefined if the run cannot find out. */
    originOfPull,
    /** Whose pull request the event belongs to; a person's if to none. @param onPull the status comments on it, if they were read already. */
    async originOf(onPull?: readonly StatusRecord[]): Promise<PullOrigin> {
      const { pull: number, thread } = trigger;
      if (!originOfPull || number === undefined || !thread) return { kind: 'person' };
      const { createdAt = clock.date().getTime(), author } = thread;
      return originOfPull({ number, createdAt, author }, onPull);
    },
    /** The status comments with the same cause, among others, unless all are in the thread `besides`. */
    readCause: async (besides: number) => (threadOfCause === besides ? [] : readCause()),
    /** The thread of a follow-up whose event has none; undefined if it gets a new job. @throws InputError if there is no status comment. */
    async threadToContinue(target: FollowUpTarget | undefined): Promise<number | undefined> {
      if (!inputs.comment) return undefined;
      if (target?.kind === 'by-id') {
        const record = (await readRecent()).findLast(({ facts }) => facts.job === target.jobId);
        if (!record) throw noThread(`No status comment of job \`${target.jobId}\` was found in this repository`);
        return record.comment.issueNumber;
      }
      if (target?.kind !== 'newest-of-cause' || !github) return undefined;
      const [requests = []] = byJob(await requestsOfCause());
      const link = newestLink(requests);
      if (link === '') return requests.at(-1)?.comment.issueNumber;
      if (!link.startsWith(repository)) throw noThread('The pull request to continue is in another repository');
      return Number(link.slice(repository.length));
    },
    /**
     * With `pull-request: reuse`, the newest commit that an earlier request with the same cause has handled; if all their pull requests were
     * closed, the first of the commits that these were for; if none has ended, or all failed, the one at which the first of them starts.
     * @throws GitHubError if the pull request of the newest job is not readable.
     */
    async handledHead(): Promise<string | undefined> {
      if (!reuses || !github || trigger.head === undefined || inputs.compare) return undefined;
      const all = await requestsOfCause();
      const jobs = byJob(all).slice(0, MAX_JOBS);
      for (const [index, requests] of jobs.entries()) {
        // What an earlier attempt of the same run has handled does not count: a re-run makes the same request again.
        const others = requests.filter(({ marker }) => marker.run !== run);
        const pull = await pullOfHandled(others, requests);
        if (pull?.kind === 'unreadable' && index === 0) throw pull.error;
        const head = handledHeadOf(others, pull);
        if (head !== undefined && pull?.kind !== 'closed') return head;
      }
      return (jobs.at(-1) ?? all)[0]?.marker.base || undefined;
    },
    /** What the limits count. @param thread of the request, if it has one. */
    readCounted: (thread: Pick<ReportThread, 'readList' | 'comment'> | undefined) =>
      readForLimits(inputs.limits, inputs.projectId, needed(statusComments), thread),
    /** The state of a job's pull request; undefined if it has none. */
    pullStateOf: (job: Job) => stateOf(snapshotOf(job).link),
  };
}

const noThread = (what: string) =>
  new InputError(
    `${what}, and a follow-up is sent only after its status comment is in a thread.`,
    'Set `issue-number` to the thread to report in.',
  );

/** The requests of each job, the newest job first. */
function byJob(records: readonly StatusRecord[]): readonly (readonly StatusRecord[])[] {
  const withJob = records.filter(({ facts }) => facts.job !== undefined);
  return [...Map.groupBy(withJob, ({ facts }) => facts.job).values()].toReversed();
}

/** Whether the agent's own pull request could cause such an event. */
const mayLoop = ({ pull, agentCommits, retry }: RequestTrigger) =>
  retry.kind !== 'command' && (pull !== undefined || agentCommits !== undefined);

const SEARCH_ENDED =
  'No earlier request of this step was found among the 500 most recently edited comments of the last 14 days, and there are more. ' +
  'Set `issue-number`, so that all requests are reported and found in one thread.';
const NO_MEMORY =
  'Pull requests that the agent opened are not recognized without status comments. Only `paths-ignore` prevents that they cause jobs.';
