import { isFutile } from '../knowledge.ts';
import type { ModelJob } from '../service.ts';
import { readComment } from '../wording.ts';
import { DAY_MS, type Exchange, type Process, SUBMIT, type World } from '../world.ts';
import { isForNewJob, isOnKnownPull } from './no-loops.ts';
import type { Judge, RuleOf } from './rule.ts';

interface Accepted {
  readonly exchange: Exchange;
  readonly job: ModelJob;
}

/** A run reads the list again so long after it announced its request. */
const PAUSE_MS = 2_000;
const HIDDEN = 'two workflows or legs run side by side, and lists show announcements too late';

/**
 * One request leads to at most one job or follow-up, and so does a label that is set again before
 * the first one is reported.
 */
export const oneJob: RuleOf = (world, judge) => {
  const accepted: Accepted[] = [];
  return {
    onExchange(exchange) {
      const [isSubmit, jobId] = SUBMIT.exec(exchange.line) ?? [];
      if (!isSubmit || exchange.status === 0 || exchange.status >= 300) return;
      const job = world.service.jobs.get(jobId ?? `job-${world.service.jobs.size}`);
      if (!job) return;
      if (exchange.by.occasion.thread !== undefined) {
        judgeSubmit(accepted, exchange, world, judge);
        if (isLabel(exchange.by)) judgeLabel(accepted, exchange, world, judge);
      }
      const problem =
        !isAnnounced(exchange, world) &&
        `${exchange.by.name} submits without a status comment of its own`;
      judge('announced', excuseForNoComment(exchange, world), problem);
      accepted.push({ exchange, job });
    },
  };
};

/** What identifies the event of a run, as the documentation says. */
function identityOf({ occasion: { event }, run }: Process): readonly unknown[] {
  const payload = Object(event.payload);
  const {
    action,
    comment,
    review,
    issue,
    pull_request: pull,
    release,
    workflow_run: other,
  } = payload;
  if (comment ?? review) return [event.name, (comment ?? review).id];
  if (issue) return [issue.number, issue.updated_at];
  if (pull) return action === 'labeled' ? [pull.number, pull.updated_at] : pullIdentity(payload);
  if (release) return [release.id, release.published_at];
  if (other) return [other.workflow_id, other.head_sha];
  return event.name === 'push' ? [payload.ref, payload.before, payload.after] : [run];
}
const pullIdentity = ({
  before,
  pull_request: pull,
}: Record<string, { number: number; head: { sha: string }; merged: boolean }>) => [
  pull?.number,
  before,
  pull?.head.sha,
  pull?.merged,
];

export const stepOf = ({ occasion: { workflow, job }, env }: Process): string =>
  [workflow, job, env.INPUT_KEY, env['INPUT_PROJECT-ID']].join();

/**
 * The same for each run that makes the same request. A command on a pull request of the agent is
 * one for all workflows of a project.
 */
export function requestOf(by: Process, world: World): string {
  const isShared =
    by.occasion.kind === 'command' && !isForNewJob(by) && mayBeOnAgentPull(by, world);
  return [isShared ? by.env['INPUT_PROJECT-ID'] : stepOf(by), ...identityOf(by)].join();
}

/** Also one of the person whose account is declared. */
function mayBeOnAgentPull(by: Process, world: World): boolean {
  const { setup, github } = world;
  const { pull, author } = github.thread(by.occasion.thread ?? 0);
  return (
    isOnKnownPull(by, world) ||
    (setup.account === 'person' && pull !== undefined && author.login === 'dora')
  );
}

export const isLabel = ({ occasion: { event } }: Process): boolean =>
  Object(event.payload).action === 'labeled';

/** Legs of a matrix with one `key` make one request. */
export const keyOf = ({ env }: Process): string | undefined => env.INPUT_KEY;

/** The newest earlier submission of the same request decides. */
function judgeSubmit(
  accepted: readonly Accepted[],
  { by, at }: Exchange,
  world: World,
  judge: Judge,
): void {
  const same = accepted.filter(
    ({ exchange }) => requestOf(exchange.by, world) === requestOf(by, world),
  );
  const found = same.at(-1);
  if (!found) {
    judge('one job per request', false);
    return;
  }
  const { exchange: former, job } = found;
  const status = statusBefore(job, at, world);
  const isLost =
    status.status === 'active' && at - former.at > DAY_MS && !isYoungJob(job.id, by, at, world);
  const told = `${former.by.name} submitted ${Math.round((at - former.at) / 1000)} s before (${job.id}, ${status.status})`;
  const isRight = isLost || mayRepeat(former.by, by, job, isFutile(status), world);
  judge(
    'one job per request',
    excuseFor(same, by, world),
    !isRight && `${by.name} submits again what ${told}`,
  );
}

/** Whether a job that came to nothing is asked for again by a later attempt of its run. */
function mayRepeat(
  { run }: Process,
  by: Process,
  { id }: ModelJob,
  isFutileNow: boolean,
  { processes }: World,
): boolean {
  // the link may have come since
  const readers = processes.filter((each) => each === by || each.run === run);
  const wasFutile = isFutileNow || readers.some(({ knowledge }) => knowledge.futile.has(id));
  // Also if another attempt took the place of the one that had this job, and then sent nothing.
  return (
    wasFutile && (run === by.run || processes.some((each) => each.run === run && each.attempt > 1))
  );
}

/**
 * A label that was set while an earlier one was worked on, or before that was reported, has the
 * answer of that one.
 */
function judgeLabel(
  accepted: readonly Accepted[],
  { by, at }: Exchange,
  world: World,
  judge: Judge,
): void {
  const others = accepted.filter(
    ({ exchange: { by: other } }) =>
      isLabel(other) &&
      other.occasion.thread === by.occasion.thread &&
      stepOf(other) === stepOf(by) &&
      headOf(other) === headOf(by) &&
      requestOf(other, world) !== requestOf(by, world),
  );
  const read =
    by.sent.findLast(({ line }) => line === `GET github/issues/${by.occasion.thread}/comments`)
      ?.at ?? at;
  const answering = others.filter((each) =>
    answersAt(each, each === others.at(-1), by, read, world),
  );
  const names = answering
    .map(({ exchange, job }) => `${exchange.by.name} (${job.id})`)
    .join(' and ');
  const problem = names && `${by.name} creates a job for a label that ${names} answers`;
  judge('labels are answered', excuseFor(answering, by, world), problem);
}

export const headOf = ({ occasion: { event } }: Process): unknown =>
  Object(event.payload).pull_request?.head.sha;

/**
 * Whether the status comment of another label, as the lists show it at a time, answers this one.
 */
function answersAt(
  { exchange, job }: Accepted,
  isNewest: boolean,
  by: Process,
  read: number,
  world: World,
): boolean {
  const { github, authors, unreadable, service } = world;
  const asked = Object(by.occasion.event.payload);
  const askedAt = Date.parse((asked.issue ?? asked.pull_request).updated_at);
  const isOpen = service.statusOf(job).status === 'active' && (job.prompts.at(-1)?.at ?? 0) < read;
  const isActive =
    isOpen && (isNewest || job.prompts.length === 1) && isYoungJob(job.id, by, read, world);
  return github.repository.comments.some((comment) => {
    const author = authors.get(comment.id);
    const text = unreadable.has(comment.id) ? undefined : github.listed(comment, read);
    const marker = readComment(text?.body ?? '')?.marker;
    if (!text || !marker || author?.run !== exchange.by.run || author.leg !== exchange.by.leg)
      return false;
    const isOfJob = marker.job === undefined || marker.job === job.id; // not of another attempt
    const isHere = comment.thread.number === by.occasion.thread;
    if (!isOfJob || !isHere || /^(?:waiting|unsent|replaced)$/.test(marker.state)) return false;
    const isHeld = text.at + marker.leaseSeconds * 1000 - PAUSE_MS > read;
    // An unreported job that is active for more than 24 h answers nothing.
    const isLost =
      isOpen && !isYoungJob(job.id, by, read, world) && !marker.state.startsWith('ended');
    const isLater = !isLost && Math.floor(text.at / 1000) * 1000 >= askedAt;
    return isHeld || isLater || (isActive && marker.job === job.id);
  });
}

function excuseFor(same: readonly Accepted[], by: Process, world: World): string | false {
  const isForgotten = same.some(({ exchange }) => world.forgotten.has(exchange.by.occasion.id));
  const isBeside = same.some(({ exchange }) => areBeside(exchange.by, by, world));
  return (
    (isForgotten && 'people took away the status comment') ||
    (isBeside && world.setup.lag.created > PAUSE_MS && HIDDEN) ||
    (wasUnknown(by) && 'the service did not know the job')
  );
}

/**
 * Whether no `concurrency` keeps one from running at the same time as the other: legs of a run, or
 * runs of two workflows.
 */
const areBeside = (one: Process, other: Process, { setup }: World) =>
  setup.concurrency === 'none' ||
  (one.run === other.run
    ? one.leg !== other.leg
    : one.occasion.workflow !== other.occasion.workflow);

/** What the job looked like before the prompt that just came. */
const statusBefore = (job: ModelJob, at: number, { service }: World) =>
  (job.prompts.at(-1)?.at ?? 0) < at || job.prompts.length === 1
    ? service.statusOf(job)
    : job.former;

/** The action believes a 404 after 30 s. */
const wasUnknown = ({ sent }: Process) =>
  sent.filter(
    ({ line, fault, status }) =>
      line.startsWith('GET service/') && (fault === '404' || status === 404),
  ).length > 3;

function excuseForNoComment(
  { by: { occasion } }: Exchange,
  { forgotten }: World,
): string | undefined {
  if (occasion.thread === undefined) return 'there is no thread';
  if (occasion.inputs['issue-number'] === '')
    return 'it is reported where GitHub says that the commit was merged';
  return forgotten.has(occasion.id) ? 'a person deleted it' : undefined;
}

const isAnnounced = ({ by }: Exchange, { github, writers }: World): boolean =>
  github.repository.comments.some(
    ({ id, thread }) => thread.number === by.occasion.thread && writers.get(id) === by,
  );

/** A process that began to read comments before such a time may not have seen them. */
const READ_MS = 60_000;

/** Whether a process sent a request to the job that the service may have accepted. */
const maySend = ({ knowledge }: Process, jobId: string) =>
  knowledge.submits.some(
    ({ jobId: id, answer }) =>
      id === jobId && answer !== 'rejected' && answer !== 'limited' && answer !== 'unsent',
  );

/**
 * Whether the job cannot count as lost: a status comment in the thread, which lists show, of a
 * request to it was created in the last 24 h.
 */
const isYoungJob = (
  jobId: string,
  by: Process,
  at: number,
  { github, authors, unreadable }: World,
): boolean =>
  github.repository.comments.some((comment) => {
    const author = authors.get(comment.id);
    const isShown = (comment.texts.at(-1)?.at ?? 0) < at - READ_MS;
    const isStatus = readComment(comment.body)?.marker !== undefined && !unreadable.has(comment.id);
    const isRecent =
      comment.thread.number === by.occasion.thread && comment.createdAt > at - DAY_MS;
    return author && isStatus && isShown && isRecent && maySend(author, jobId);
  });
