import { pullAt, stateOf } from '../github.ts';
import type { ModelJob } from '../service.ts';
import type { Process, World } from '../world.ts';
import { agentPullOf, isForNewJob } from './no-loops.ts';
import { headOf, isLabel, requestOf, stepOf } from './one-job.ts';
import type { RuleOf } from './rule.ts';

/** What a request leads to. */
type Result = 'create' | 'follow-up' | 'nothing';

/** A request that led to a job. */
interface Answered {
  readonly by: Process;
  readonly job: ModelJob;
  /** Its pull request at that time. */
  readonly link: string | null;
  /** Whether that is in the repository, and open. */
  readonly isOpen: boolean;
}

/**
 * If nothing goes wrong and no two runs overlap, a model of the documentation ("Conversations", "At
 * most one job per request") says exactly what each run submits, and which comments it posts.
 */
export const exactCounts: RuleOf = (world, judge) => {
  const answered: Answered[] = [];
  return {
    onEnd(process) {
      if (!isCounted(process, world)) return;
      const { jobId = '', verdict } = process.result?.outputs ?? {};
      const expected = resultOf(process, answered, world);
      const posts = postsOf(process).join();
      const own = expected === 'nothing' ? undefined : answeredBy(process, jobId, world);
      // An error is announced like any request, or comes before that.
      const hasOpened = answered.some(({ job, link }) => job.id === jobId && link !== null);
      const isFree =
        verdict === 'error' || isStopped(process) || (posts === 'opening' && !own && !hasOpened);
      const expectedPosts = isFree ? posts : own ? expectedPostsOf(own, answered).join() : '';
      if (own) answered.push(own);
      world.count(`exact: ${process.occasion.kind}: ${expected}`);
      const submitted = difference(`${process.name} submits`, submittedBy(process), expected);
      judge(
        'exact counts',
        false,
        submitted,
        difference(`${process.name} posts`, posts, expectedPosts),
      );
    },
  };
};

/** A limit stopped it, or could not be counted: see the rule "limits". */
const isStopped = ({ result }: Process): boolean =>
  result?.outputs.verdict === 'limit-reached' ||
  result?.log.some(({ text }) => text.includes('`max-open-pulls` cannot count')) === true;

const difference = (what: string, given: string, expected: string) =>
  given !== expected && `${what} “${given}” instead of “${expected}”`;

const submittedBy = ({ knowledge }: Process) =>
  knowledge.submits.map(({ kind }) => kind).join() || 'nothing';

function answeredBy(by: Process, jobId: string, world: World): Answered | undefined {
  const job = world.service.jobs.get(jobId);
  const link = job ? world.service.statusOf(job).prLink : null;
  return job && { by, job, link, isOpen: stateAt(link, world) === 'open' };
}

const isCounted = ({ what, occasion }: Process, { setup }: World) =>
  setup.isQuiet && what === 'main' && occasion.kind !== 'sweep';

/**
 * What continues the open pull request of the newest job with the same cause, with `pull-request:
 * reuse`.
 */
const REUSING: ReadonlySet<string> = new Set([
  'push',
  'workflow run',
  'release',
  'schedule',
  'dispatch',
]);
/** A failure of the job afterwards is that of a later request. */
const DONE: ReadonlySet<string | undefined> = new Set(['pull-request', 'no-changes']);
const PEOPLE = new Set(['alice', 'bob']);

function resultOf(by: Process, answered: readonly Answered[], world: World): Result {
  const { occasion } = by;
  const isNone = occasion.kind !== 'command' && agentPullOf(by, world) !== undefined;
  if (isStopped(by) || !PEOPLE.has(occasion.by) || isNone) return 'nothing';
  const newestOf = (job: ModelJob | undefined) => answered.findLast((each) => each.job === job);
  const newest = answered.findLast((each) => requestOf(each.by, world) === requestOf(by, world));
  // A re-run that a limit stopped has replaced the failed attempt, so that the event asks anew. A
  // comment that leads to a pull request is not replaced.
  const isReplaced = world.processes.some(
    (each) => each.run === newest?.by.run && each.attempt > newest.by.attempt && isStopped(each),
  );
  const mayAskAgain = newest?.by.run === by.run || (isReplaced && newest?.link === null);
  const isDone = DONE.has(newest?.by.result?.outputs.verdict) || newest !== newestOf(newest?.job);
  const isAgain =
    newest && mayAskAgain && !isDone && stateBefore(newest.job, by, world).status === 'failed';
  if (newest && !isAgain) return 'nothing';
  if (isLabel(by) && answered.some((each) => isLaterLabel(each.by, by, world))) return 'nothing';
  return resultOfContinuing(by, jobToContinue(by, answered, world), world);
}

/**
 * Whether another label of the same step in the same thread was reported after the event of a
 * re-run, which that answers.
 */
const isLaterLabel = (other: Process, by: Process, world: World): boolean =>
  isLabel(other) &&
  other.occasion.thread === by.occasion.thread &&
  stepOf(other) === stepOf(by) &&
  headOf(other) === headOf(by) &&
  requestOf(other, world) !== requestOf(by, world) &&
  (other.result?.ended ?? 0) >= by.occasion.at;

function resultOfContinuing(by: Process, continued: ModelJob | undefined, world: World): Result {
  if (!continued) return 'create';
  if (!REUSING.has(by.occasion.kind))
    return isContinuable(continued, by, world) ? 'follow-up' : 'create';
  const { prLink, status } = stateBefore(continued, by, world);
  // the token cannot read another repository
  if (status !== 'failed' && prLink !== null && !pullAt(prLink, world.github)) return 'nothing';
  return prLink !== null && isContinuable(continued, by, world) ? 'follow-up' : 'create';
}

/** The job that names the pull request. */
function openerOf(thread: number | undefined, { github, service }: World): ModelJob | undefined {
  const job = service.jobs.get(github.pulls.get(thread ?? 0)?.job ?? '');
  return job && service.statusOf(job).prLink?.endsWith(`/${thread}`) ? job : undefined;
}

function jobToContinue(
  by: Process,
  answered: readonly Answered[],
  world: World,
): ModelJob | undefined {
  const { kind, thread } = by.occasion;
  if (REUSING.has(kind) && world.setup.pullRequest === 'reuse')
    return answered.findLast((each) => each.by.occasion.kind === kind)?.job;
  if (!['command', 'review'].includes(kind) || isForNewJob(by)) return undefined;
  const ofThread = ({ by: { occasion } }: Answered) =>
    occasion.thread === thread && occasion.legs === 1;
  return answered.findLast(ofThread)?.job ?? openerOf(thread, world);
}

/** What the job was like before this process sent it a follow-up. */
function stateBefore(job: ModelJob, by: Process, { service }: World) {
  const isSent = by.knowledge.submits.some(
    ({ kind, jobId }) => kind === 'follow-up' && jobId === job.id,
  );
  return isSent ? job.former : service.statusOf(job);
}

function stateAt(link: string | null, { github }: World) {
  const opened = pullAt(link, github);
  return opened && stateOf(opened);
}

/** A job that failed, or whose pull request was merged or closed, is not continued. */
function isContinuable(job: ModelJob, by: Process, world: World): boolean {
  const { status, prLink } = stateBefore(job, by, world);
  return status !== 'failed' && (stateAt(prLink, world) ?? 'open') === 'open';
}

/** What a run posts: status comments, mentions, and comments on the pull request of its job. */
const postsOf = ({ sent }: Process): string[] =>
  sent
    .flatMap(({ written }) => (written?.isNew ? [written.shown] : []))
    .map((shown) =>
      shown?.mentions !== undefined ? 'mention' : shown?.kind === 'opened' ? 'opening' : 'status',
    )
    .sort();

/** A person who asked is mentioned; a pull request in the repository gets one comment. */
function expectedPostsOf(
  { by, job, link, isOpen }: Answered,
  answered: readonly Answered[],
): string[] {
  const { kind, thread } = by.occasion;
  const isAsked = ['label', 'command', 'review', 'pull request'].includes(kind);
  const isOpening =
    isOpen &&
    !link?.endsWith(`/${thread}`) &&
    !answered.some((each) => each.job === job && each.link === link);
  return [...(isAsked ? ['mention'] : []), ...(isOpening ? ['opening'] : []), 'status'];
}

/**
 * To GitHub, also with faults, and per minute of them: up to four reads at once are repeated every
 * 20 s. A sweep reads many threads.
 */
const AT_MOST = 200;
const PER_MINUTE = 12;
/**
 * Milliseconds between two requests for a status, and how many more there are after faults and for
 * other jobs.
 */
const PAUSE_MS = 1_900;
const MORE = 60;

/** No run sends more requests than documented. */
export const requestCounts: RuleOf = (_, judge) => ({
  onEnd(process) {
    const { what, sent, result, occasion, name } = process;
    if (!result || what === 'post' || occasion.kind === 'sweep') return;
    const github = sent.filter(({ line }) => line.includes(' github/')).length;
    const service = sent.length - github;
    const elapsed = result.ended - result.began;
    const limit = AT_MOST + (PER_MINUTE * elapsed) / 60_000;
    const serviceLimit = MORE + elapsed / PAUSE_MS;
    judge(
      'request counts',
      false,
      github > limit && `${name} sends ${github} requests to GitHub, of ${limit}`,
      service > serviceLimit &&
        `${name} sends ${service} requests to the service, of ${serviceLimit}`,
    );
  },
});
