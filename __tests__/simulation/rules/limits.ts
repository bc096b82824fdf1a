import { type OpenedPull, stateOf } from '../github.ts';
import type { ModelJob } from '../service.ts';
import { readComment } from '../wording.ts';
import { DAY_MS, type Process, type World } from '../world.ts';
import type { RuleOf } from './rule.ts';

/** A run creates its job at most so long after it counted, unless that is tried again. */
const COUNTED_MS = 30_000;
/** A run counts so long after it announced its request. */
const PAUSE_MS = 2_000;
const CREATE = 'POST service/v2/agent/p1/job';

/** A job that was created. `at`: in milliseconds since the history began. */
interface Created {
  readonly job: ModelJob;
  readonly by: Process;
  readonly at: number;
}

/** What limits count, as the models of GitHub and of the service know it. */
type Counted = Readonly<
  Record<'atLeast' | 'atMost', readonly [openPulls: number, jobsOfTheDay: number]>
>;

/** The jobs of requests of the same project whose status comment can be read. */
function countAt(at: number, of: Process, created: readonly Created[], world: World): Counted {
  const known = created.filter(({ by: { env, occasion } }) => {
    const isOfProject = env['INPUT_PROJECT-ID'] === of.env['INPUT_PROJECT-ID'];
    const { thread } = occasion;
    const isThere = thread !== undefined && world.github.thread(thread).movedTo === undefined;
    return isOfProject && isThere && !world.forgotten.has(occasion.id);
  });
  const since = ({ by }: Created) => at - (by.sent[0]?.at ?? at); // its comment is younger
  const today = known.filter((each) => since(each) < DAY_MS - 60_000);
  const active = today.filter(({ job }) => isFirstWork(job, world));
  const open = [...world.github.pulls.values()].filter(
    (pull) => stateOf(pull) === 'open' && pull.job !== undefined,
  );
  const isOfProject = ({ job }: OpenedPull) =>
    world.service.jobs.get(job ?? '')?.project === of.env['INPUT_PROJECT-ID'];
  const isSeen = ({ thread }: OpenedPull) => thread.createdAt < at - COUNTED_MS;
  const isOfBot = world.setup.account === 'bot';
  const isForgotten = (pull: OpenedPull) =>
    created.some(({ job, by }) => job.id === pull.job && world.forgotten.has(by.occasion.id));
  const counted = open
    .filter(
      (pull) =>
        isSeen(pull) &&
        (isOfBot || (isReported(pull, world) && isOfProject(pull) && !isForgotten(pull))),
    )
    .map(({ job }) => job);
  const unclear = unsettledAt(at, of, world);
  return {
    atLeast: [new Set([...active.map(({ job }) => job.id), ...counted]).size, today.length],
    atMost: [today.length + open.length + unclear, today.length + unclear],
  };
}

/** The job has not ended its first work. */
const isFirstWork = (job: ModelJob, { service }: World) =>
  job.prompts.length === 1 && service.statusOf(job).status === 'active';

const SETTLED = new Set(['skipped', 'denied', 'limit-reached', 'swept']);

/** Other runs of the last day that may have said that they are about to create a job. */
const unsettledAt = (at: number, of: Process, world: World): number =>
  world.processes.filter(
    (each) =>
      each !== of &&
      each.what === 'main' &&
      (!SETTLED.has(each.result?.outputs.verdict ?? '') || isAheadOf(of, each, world)) &&
      at - (each.result?.began ?? at) < DAY_MS &&
      each.sent.some(({ line }) => /^POST github\/issues\/\d+\/comments$/.test(line)),
  ).length;

/**
 * It was about to create a job while this run counted: an older announcement counts, and after
 * waiting a newer one too.
 */
function isAheadOf(of: Process, { result, name }: Process, { github, authors }: World): boolean {
  const counted = of.sent.findLast(({ line }) => line === 'GET github/issues/comments');
  const announced = github.repository.comments.filter(
    ({ body, id }) => authors.has(id) && !body.startsWith('@'),
  );
  const own = announced.findLast(({ id }) => authors.get(id) === of);
  const other = announced.find(({ id }) => authors.get(id)?.name === name);
  if (!counted || !own || !other || (result?.ended ?? Number.POSITIVE_INFINITY) < counted.at)
    return false;
  return other.id < own.id || own.texts.some(({ body }) => readComment(body)?.kind === 'waiting');
}

/** Recorded links count for 30 days. */
const LINKS_MS = 29 * DAY_MS;

/** A status comment records it. */
const isReported = ({ url, job }: OpenedPull, { github, time }: World): boolean =>
  github.repository.comments.some(({ body, updatedAt }) => {
    const { kind, marker } = readComment(body) ?? {};
    return (
      kind === 'pull-request' &&
      marker?.job === job &&
      body.includes(url) &&
      updatedAt > time.now() - LINKS_MS
    );
  });

/** Whether an edit of the last 24 h failed. */
const isUnedited = (at: number, { exchanges }: World): boolean =>
  exchanges.some(
    (each) =>
      each.at > at - DAY_MS &&
      /^PATCH github\/issues\/comments/.test(each.line) &&
      (each.status === 0 || each.status >= 300),
  );

/** No job is created above a limit, and none is stopped below it. */
export const limits: RuleOf = (world, judge) => {
  const created: Created[] = [];
  const { openPulls = Number.POSITIVE_INFINITY, jobsPerDay = Number.POSITIVE_INFINITY } =
    world.setup.limits ?? {};
  const excuse = world.setup.lag.created > PAUSE_MS && 'lists show announcements too late';
  return {
    onExchange({ line, status, at, by }) {
      if (line !== CREATE || status >= 300) return;
      const job = world.service.jobs.get(`job-${world.service.jobs.size}`);
      if (!job) return;
      const isLimited =
        by.env['INPUT_MAX-OPEN-PULLS'] !== undefined && world.setup.limits !== undefined;
      const [pulls, today] = countAt(at, by, created, world).atLeast;
      created.push({ job, by, at });
      if (!isLimited) return;
      judge(
        'limits',
        excuse,
        pulls >= openPulls &&
          `${by.name} creates a job beside ${pulls} open pull requests, of ${openPulls}`,
        today >= jobsPerDay &&
          `${by.name} creates a job after ${today} of one day, of ${jobsPerDay}`,
      );
    },
    onEnd(process) {
      if (process.result?.outputs.verdict !== 'limit-reached' || process.what === 'post') return;
      const [pulls, today] = countAt(process.result.ended, process, created, world).atMost;
      const isReached = pulls >= openPulls || today >= jobsPerDay;
      const problem = `${process.name} is stopped beside ${pulls} open pull requests and ${today} jobs of one day`;
      const isRenamed = world.github.repository.formerNames.length > 0;
      const renamed =
        isRenamed && 'links with a former name count beside those with the present one';
      const unedited =
        isUnedited(process.result.ended, world) &&
        'a comment that could not be edited says that a job may exist';
      judge('limits are reached', renamed || unedited, !isReached && problem);
    },
  };
};
