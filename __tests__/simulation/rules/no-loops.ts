import { agentOf } from '../agent.ts';
import { type Event, type OpenedPull, stateOf } from '../github.ts';
import type { Occasion } from '../occasions.ts';
import type { ModelJob } from '../service.ts';
import { type Marked, readComment } from '../wording.ts';
import { DAY_MS, type Process, SUBMIT, type World } from '../world.ts';
import { type RuleOf, wasHit } from './rule.ts';
import { isQueued } from './turns.ts';
import { disturbanceOf } from './visible-reasons.ts';

/**
 * What the agent does leads to no job and no follow-up, nor does what happens to its pull requests,
 * or the push of their commits: only what a person asks for there does, and that goes on with the
 * job that opened it. Nothing excuses it, except that the agent works as a person whom the workflow
 * does not declare.
 */
export const noLoops: RuleOf = (world, judge) => ({
  onExchange({ by, line, status }) {
    const [isSubmit, jobId] = SUBMIT.exec(line) ?? [];
    if (!isSubmit || status === 0 || status >= 300) return;
    const { event, by: actor } = by.occasion;
    const what = `${by.name} submits for ${event.name} of ${actor}`;
    if (isOwnWork(by.occasion, world)) {
      const excuse =
        world.setup.account === 'undeclared person' && 'nothing tells the agent from a person';
      judge('no loops', excuse, `${what}, which is the agent's own work`);
    } else if (isOnKnownPull(by, world)) {
      const pull = agentPullOf(by, world);
      const opener = world.service.jobs.get(pull?.job ?? '');
      const isElsewhere = pull && opener && isMisplaced(by, pull, opener, jobId, world);
      const where = `on #${pull?.thread.number}`;
      judge(
        'no loops',
        false,
        !isCommand(by.occasion) && `${what} ${where}, which the agent opened`,
        isElsewhere && `${what} ${where} to ${jobId ?? 'a new job'} what belongs to ${opener.id}`,
      );
    }
  },
  onEnd(process) {
    const { occasion, what, result, name } = process;
    if (
      what === 'post' ||
      world.setup.account !== 'undeclared bot' ||
      !needsDeclaredBot(occasion, world)
    )
      return;
    const { verdict } = result?.outputs ?? {};
    const isTold = result?.log.some(
      ({ level, text }) => level === 'warning' && text.includes('`agent-login`'),
    );
    const problem = `${name} (${occasion.event.name}) of an undeclared bot ends ${verdict}, and does not name the input`;
    judge(
      'undeclared bots are skipped with a warning',
      disturbanceOf(process, world),
      !(verdict === 'skipped' && isTold) && problem,
    );
  },
});

/**
 * Whether the agent caused an event. A person whose account is also the agent's asks by commands,
 * and by labels on issues.
 */
export function isOwnWork({ by, kind, event }: Occasion, { setup }: World): boolean {
  if (by !== agentOf(setup)) return false;
  const mayBeAsking = /comment|review/.test(event.name) || event.name === 'issues';
  if (setup.account === 'person') return !mayBeAsking;
  return setup.account !== 'undeclared person' || kind === 'agent';
}

/** Whether it counts as a request unless a bot caused it that is not declared. */
function needsDeclaredBot({ by, event, kind }: Occasion, { setup }: World): boolean {
  const { action, pull_request: pull } = Object(event.payload);
  if (kind !== 'agent' || by !== agentOf(setup)) return false;
  if (event.name !== 'pull_request') return true;
  const isUnused = action === 'synchronize' && setup.pullRequest === 'new';
  return !isUnused && action !== 'labeled' && !(pull.draft && action !== 'closed');
}

const isCommand = ({ event }: Occasion) => 'comment' in event.payload || 'review' in event.payload;

/**
 * Whether an event belongs to a pull request that the action can know as the agent's: of a bot that
 * is declared, or recorded.
 */
export function isOnKnownPull(by: Process, world: World): boolean {
  const pull = agentPullOf(by, world);
  const { account } = world.setup;
  const isLabel = Object(by.occasion.event.payload).action === 'labeled';
  if (pull && (account === 'bot' || (account === 'undeclared bot' && isLabel))) return true;
  return pull !== undefined && isRecorded(pull, by, world);
}

/**
 * Whether a comment that lists show says it, signed: one on the pull request, or one with the link
 * of the job.
 */
function isRecorded({ thread, url }: OpenedPull, by: Process, world: World): boolean {
  if (wasHit(by, /\/comments$/, /^incomplete/)) return false;
  const isRenamed = world.github.repository.formerNames.length > 0;
  const identity = url.replace('https://', '').replace('/pull/', '#');
  return shownTo(by, world).some(
    ({ at, marker, isRecent }) =>
      (marker?.state === 'opened' && at === thread.number) ||
      (!isRenamed && isRecent && marker?.links.includes(identity)),
  );
}

/** Links in other threads are read so far back. */
const RECENT_MS = 14 * DAY_MS;

/** The markers of the comments of the action as lists show them when a process begins. */
function shownTo({ sent: [first], env }: Process, { github, authors, unreadable }: World) {
  const began = first?.at ?? 0;
  return github.repository.comments.flatMap(
    (comment): { at: number; marker: Marked | undefined; isRecent: boolean }[] => {
      const isReadable = authors.get(comment.id)?.env['INPUT_API-KEY'] === env['INPUT_API-KEY'];
      const text =
        isReadable && !unreadable.has(comment.id) ? github.listed(comment, began)?.body : undefined;
      return text === undefined
        ? []
        : [
            {
              at: comment.thread.number,
              marker: readComment(text)?.marker,
              isRecent: comment.updatedAt > began - RECENT_MS,
            },
          ];
    },
  );
}

/**
 * The pull request to which an event belongs, or whose merge is the newest commit that was pushed
 * or deployed.
 */
export function agentPullOf(
  { occasion: { thread, event } }: Process,
  { github }: World,
): OpenedPull | undefined {
  const commit = newestCommitOf(event);
  const isIts = ({ pull, thread: { number } }: OpenedPull) =>
    commit ? commit === pull.merge?.sha : number === thread;
  return [...github.pulls.values()].find((each) => each.job !== undefined && isIts(each));
}

/** The newest commit that was pushed to a branch or deployed. */
function newestCommitOf({ name, payload }: Event): unknown {
  const { after, workflow_run } = Object(payload);
  // an update of a pull request has `after` too
  return name === 'push' ? after : Object(workflow_run).head_sha;
}

/** Whether it is a command for a new job: each workflow that reads it creates one. */
export const isForNewJob = ({ occasion: { event } }: Process) =>
  /^\/docs new /.test(String(Object(Object(event.payload).comment).body));

/** Whether a request that belongs to the job goes to another one, or to a new one (undefined). */
const isMisplaced = (
  by: Process,
  pull: OpenedPull,
  opener: ModelJob,
  jobId: string | undefined,
  world: World,
) =>
  by.env['INPUT_PROJECT-ID'] === opener.project && // else, that project has no job there
  jobId !== opener.id &&
  stateOf(pull) === 'open' &&
  !isForNewJob(by) &&
  isRecorded(pull, by, world) &&
  !hasNewerJob(pull, opener, world) &&
  !isUnusable(opener, by, world) &&
  !isUnreadable(opener, by, world);

/**
 * Whether a request there led to another job, such as `/docs new`: the commands after that belong
 * to the newest one of the thread.
 */
const hasNewerJob = ({ thread }: OpenedPull, opener: ModelJob, { senders }: World) =>
  [...senders].some(
    ([job, [first]]) => job !== opener.id && first?.occasion.thread === thread.number,
  );

/** Whether the service did not show the job to this run for 30 s. */
function isUnreadable({ id }: ModelJob, { sent }: Process, { time }: World): boolean {
  const reads = sent.filter(({ line }) => line.startsWith('GET ') && line.endsWith(`/${id}`));
  const [failed] = reads.slice(
    reads.findLastIndex(({ fault, status }) => fault === undefined && status === 200) + 1,
  );
  return failed !== undefined && time.now() - failed.at >= 29_000;
}

/** The longest: a request is made so long before it is sent. */
const TIMEOUT_MS = 1_800_000;

/**
 * Whether the job takes no follow-up, could not be read, or was read as one that did not open the
 * pull request.
 */
function isUnusable(job: ModelJob, by: Process, world: World): boolean {
  const { service, time, senders } = world;
  const { status } = service.statusOf(job);
  const reading = by.knowledge.readings.get(job.id);
  if (reading === undefined) return true;
  // Of a follow-up from a third thread, its queue knows nothing.
  const prompted = job.prompts.filter((_, at) =>
    isQueued(senders.get(job.id)?.[at] ?? by, job.id, world),
  );
  const isLost =
    status === 'active' && time.now() - (prompted.at(-1)?.at ?? 0) > DAY_MS - TIMEOUT_MS;
  const hasNoLink = reading.status !== 'active' && reading.prLink === null;
  const isOver = [status, reading.status].some((each) => each === 'archived' || each === 'failed');
  return isLost || isOver || hasNoLink || job.plan.refusedAs !== undefined;
}
