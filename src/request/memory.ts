import { InputError } from '../errors.ts';
import { needed } from '../github/client.ts';
import { type Pull, type PullState, readPullState } from '../github/pulls.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { type Job, snapshotOf } from '../service/job.ts';
import { shortLinksIn } from '../text/pull-link.ts';
import { persistently } from '../thread/comment-requests.ts';
import { causeOf, handledHeadOf, sameCause, stepKeysOf } from '../thread/earlier-requests.ts';
import { type StatusRecord, threadsOfJob } from '../thread/status-records.ts';
import { openThread, type ReportThread } from '../thread/thread.ts';
import { isAgent } from '../trigger/declared-accounts.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import type { Connections } from './connections.ts';
import { readForLimits } from './limits.ts';
import { createOriginReader, OF_PERSON, type PullOrigin, possibleOpener } from './pull-origin.ts';

/**
 * What the status comments of the repository remember of other requests: nothing, if the run cannot
 * read them.
 */
export type Memory = ReturnType<typeof openMemory>;

/**
 * All functions reject with GitHubError if GitHub does not answer. @param trigger that of an
 * authorized request.
 */
export function openMemory(
  trigger: RequestTrigger,
  inputs: Inputs,
  { context, github, statusComments }: Connections,
) {
  const { runner, clock, signal } = context;
  const { serverUrl } = runner.variables;
  const keys = stepKeysOf(runner.variables, inputs.projectId, inputs.key);
  const repository = github ? shortLinksIn(serverUrl, github.repository) : '';
  const readOrigin =
    statusComments && createOriginReader(statusComments, keys.project, inputs.accounts);

  /** Without status comments, only the author says whose it is. */
  const isBotOfAgent = ({ author }: Pick<Pull, 'author'>) =>
    author.isBot && isAgent(author, inputs.accounts);
  const originOfPull = async (
    pull: Pick<Pull, 'number' | 'author'>,
    onPull?: readonly StatusRecord[],
  ) =>
    readOrigin?.(pull, onPull) ??
    (isBotOfAgent(pull) ? { kind: 'agent' as const, opener: undefined } : OF_PERSON);

  return {
    isOfAgent: async (pull: Pull) =>
      isBotOfAgent(pull) || (await originOfPull(pull)).kind === 'agent',
    /**
     * Whose pull request the event belongs to; a person's if to none. @param onPull the status
     * comments on it, if they were read already.
     */
    async originOf(onPull?: readonly StatusRecord[]): Promise<PullOrigin> {
      const { pull: number, thread } = trigger;
      return number === undefined || !thread
        ? OF_PERSON
        : originOfPull({ number, author: thread.author }, onPull);
    },
    /** The open request whose job may have opened the pull request of the event. */
    async possibleOpener(): Promise<StatusRecord | undefined> {
      const { thread } = trigger;
      if (!statusComments || !thread) return undefined;
      return possibleOpener(
        (await statusComments.recent()).records,
        keys.project,
        thread.createdAt,
      );
    },
    /**
     * With `pull-request: reuse`, where the description of changes starts; undefined if with the
     * event's own.
     */
    async handledHead(): Promise<string | undefined> {
      const number = lastingThread(trigger, inputs);
      const isUsed =
        inputs.pullRequest === 'reuse' && trigger.head !== undefined && !inputs.compare;
      if (!isUsed || number === undefined || !statusComments) return undefined;
      const records = await openThread(number, statusComments).read([]);
      return handledHeadOf(sameCause({ ...keys, cause: causeOf(trigger) }, records)) || undefined;
    },
    /** What the limits count. @param thread of the request, if it has one. */
    readCounted: (thread: Pick<ReportThread, 'readList' | 'comment'> | undefined) =>
      readForLimits(inputs, needed(statusComments), thread),
    /** The state of a job's pull request; undefined if it has none. */
    async pullStateOf(job: Job): Promise<PullState | undefined> {
      const { link } = snapshotOf(job);
      if (link === '' || !github) return undefined;
      const effects = { clock, signal, until: inputs.timeout };
      return persistently('pull-state', () => readPullState(github, link, serverUrl), effects);
    },
    /** The threads in which requests to a job stand, as far as these show. */
    threadsOf: (job: string, records: readonly StatusRecord[]): readonly number[] =>
      threadsOfJob(job, records, repository),
    /** The number of the pull request of a job; undefined if it has none in this repository. */
    pullHere(job: Job): number | undefined {
      const { link } = snapshotOf(job);
      return link.startsWith(repository) ? Number(link.slice(repository.length)) : undefined;
    },
  };
}

/**
 * The thread in which all requests with the same cause are reported; undefined if there is none.
 */
const lastingThread = (
  { cause, pull }: Pick<RequestTrigger, 'cause' | 'pull'>,
  { issueNumber }: Pick<Inputs, 'issueNumber'>,
): number | undefined => issueNumber ?? (cause?.[0] === 'pull' ? pull : undefined);

/**
 * @throws InputError if later requests could not find this one, so that each would open a pull
 * request.
 */
export function checkReuse(
  trigger: RequestTrigger,
  inputs: Pick<Inputs, 'pullRequest' | 'issueNumber'>,
): void {
  const isLost = trigger.cause !== undefined && lastingThread(trigger, inputs) === undefined;
  if (inputs.pullRequest !== 'reuse' || !isLost) return;
  throw new InputError(
    '`pull-request: reuse` continues the requests of one thread, and this event has none that lasts.',
    'Open an issue for these requests, and set `issue-number` to its number. If it comes from a variable, check the name of that.',
    { headline: 'Invalid inputs: issue-number' },
  );
}
