import type { Comment } from '../github.ts';
import { isFutile } from '../knowledge.ts';
import type { Occasion } from '../occasions.ts';
import type { ModelJob } from '../service.ts';
import { readComment } from '../wording.ts';
import { DAY_MS, type Exchange, type Process, SUBMIT, type World } from '../world.ts';
import { isForNewJob, recognitionOf } from './no-loops.ts';
import type { Judge, RuleOf } from './rule.ts';

interface Accepted {
  readonly exchange: Exchange;
  readonly job: ModelJob;
}

/** A run reads the list again so long after it announced its request. */
const PAUSE_MS = 2_000;
const HIDDEN = 'two workflows or legs run side by side, and lists show announcements too late';

/** One request leads to at most one job or follow-up. */
export const oneJob: RuleOf = (world, judge) => {
  const accepted: Accepted[] = [];
  return {
    onExchange(exchange) {
      const [isSubmit, jobId] = SUBMIT.exec(exchange.line) ?? [];
      if (!isSubmit || exchange.status >= 300) return;
      const job = world.service.jobs.get(jobId ?? `job-${world.service.jobs.size}`);
      if (!job) return;
      judgeSubmit(accepted, exchange, world, judge);
      const problem =
        !isAnnounced(exchange, world) && `${exchange.by.name} submits without a status comment of its own`;
      judge('announced', excuseForNoComment(exchange, world), problem);
      accepted.push({ exchange, job });
    },
  };
};

/** The newest earlier submission of the same request decides. */
function judgeSubmit(accepted: readonly Accepted[], now: Exchange, world: World, judge: Judge): void {
  const { by } = now;
  const { occasion } = by;
  if (occasion.thread === undefined) return; // nothing is remembered
  // On a pull request of the agent, it is one request for all workflows.
  const isFollowUp = !isForNewJob(by) && recognitionOf(by, world) === 'recognized';
  const isSame = ({ exchange: { by: other } }: Accepted) =>
    keyOf(other) === keyOf(by) &&
    (other.occasion === occasion ||
      (occasion.subject !== '' && other.occasion.subject === occasion.subject) ||
      (isFollowUp && isSameCommand(other.occasion, occasion)));
  const same = accepted.filter(isSame);
  const found = same.at(-1);
  const isForgotten = same.some(({ exchange }) => world.forgotten.has(exchange.by.occasion.id));
  if (!found) judge('one job per request', false);
  else judgeAgain(found, now, isForgotten, world, judge);
}

/** @param isForgotten people took away a status comment of the request. */
function judgeAgain(
  { exchange, job }: Accepted,
  { by, at }: Exchange,
  isForgotten: boolean,
  world: World,
  judge: Judge,
) {
  const mayBeLost = at - exchange.at > DAY_MS && !isYoungJob(job.id, at, world);
  const { status } = statusBefore(job, at, world);
  const excuse =
    (isForgotten && 'people took away the status comment') ||
    (isBeside(exchange.by, by) && world.setup.lag.created > PAUSE_MS && HIDDEN) ||
    (wasGivenUp(exchange.by, world) && 'a sweep gave the job up') ||
    (wasUnknown(by) && 'the service did not know the job') ||
    (hasStrayCopy(by, world) && STRAY_COPY) ||
    (recognitionOf(exchange.by, world) === 'not recognized' && 'the pull request was taken for one of a person');
  const isRight = (mayBeLost && status === 'active') || mayRepeat(exchange.by, by, job, at, world);
  const former = `${exchange.by.name} submitted ${Math.round((at - exchange.at) / 1000)} s before (${job.id}, ${status})`;
  judge('one job per request', excuse, !isRight && `${by.name} submits again what ${former}`);
}

function mayRepeat(former: Process, by: Process, job: ModelJob, at: number, world: World): boolean {
  const { status, prLink } = statusBefore(job, at, world);
  const readers = world.processes.filter((each) => each === by || each.run === former.run); // the link may have come since
  const wasSeenFutile = readers.some(({ knowledge }) => knowledge.futile.has(job.id));
  const wasFutile = isFutile({ status, prLink }) || wasSeenFutile;
  // The newest request for a subject decides, also for a re-run of an older one.
  if (former.run === by.run) return wasFutile || (by.occasion.subject !== '' && isUnclear(by, world));
  // A re-run that wanted a new job took the place of the attempt that had this one.
  if (wasFutile && world.processes.some(({ run, attempt }) => run === former.run && attempt > former.attempt))
    return true;
  if (by.occasion.subject === '') return false;
  if (!isShown(job, by, at, world)) return true;
  // Only a label's event has a time.
  const isAsked = by.occasion.kind !== 'label' || (former.occasion !== by.occasion && !wasAtWork(former, by, world));
  const isOver = status !== 'active' || job.prompts.length > 1; // it works on a later request
  return isOver && (isAsked || isUnclear(by, world));
}

/** Legs of a matrix with one `key` make one request. */
export const keyOf = ({ env }: Process): string | undefined => env.INPUT_KEY;

/** Whether no `concurrency` keeps one from running at the same time as the other: legs of a run, or runs of two workflows. */
const isBeside = (one: Process, other: Process) =>
  one.run === other.run ? one.leg !== other.leg : one.occasion.workflow !== other.occasion.workflow;

/** Whether it is the command that another workflow of the project read, too. */
const isSameCommand = (one: Occasion, other: Occasion) =>
  one.kind === 'command' && one.event === other.event && one.inputs['project-id'] === other.inputs['project-id'];

/** Whether the label was set before the status comment of the other request showed its end, which answers it. */
const wasAtWork = (former: Process, { occasion }: Process, { github, authors, unreadable }: World) =>
  github.repository.comments.some(({ id, texts }) => {
    const { at = 0, body = '' } = texts.at(-1) ?? {};
    const isEnd = /^ended/.test(readComment(body)?.marker?.state ?? '');
    const author = authors.get(id);
    const isIts = author?.run === former.run && keyOf(author) === keyOf(former);
    return isIts && !unreadable.has(id) && isEnd && occasion.at < at - 2_000;
  });

/** Whether a sweep reported that the job counts as lost. */
const wasGivenUp = (former: Process, { github, authors }: World) =>
  github.repository.comments.some(
    ({ id, texts }) => authors.get(id) === former && texts.some(({ body }) => readComment(body)?.kind === 'given up'),
  );

/** Whether another run for the same subject left it open whether it created a job. */
const isUnclear = (by: Process, { processes }: World) =>
  processes.some(
    (each) =>
      each !== by &&
      each.what === 'main' &&
      keyOf(each) === keyOf(by) &&
      each.occasion.subject === by.occasion.subject &&
      each.result?.exitCode !== 0 &&
      each.knowledge.submits.at(-1)?.answer !== 'accepted',
  );

/** What the job looked like before the prompt that just came. */
const statusBefore = (job: ModelJob, at: number, { service }: World) =>
  (job.prompts.at(-1)?.at ?? 0) < at || job.prompts.length === 1 ? service.statusOf(job) : job.former;

/** The action believes a 404 after 30 s. */
const wasUnknown = ({ sent }: Process) =>
  sent.filter(({ line, fault, status }) => line.startsWith('GET service/') && (fault === '404' || status === 404))
    .length > 3;

/** Whether a status comment of a request for this subject, in its thread, names the job, and lists have shown that for a while. */
const isShown = ({ id }: ModelJob, by: Process, at: number, { github, authors }: World) =>
  github.repository.comments.some((comment) => {
    const text = comment.texts.at(-1);
    const isOfSubject =
      comment.thread.number === by.occasion.thread && authors.get(comment.id)?.occasion.subject === by.occasion.subject;
    return isOfSubject && text !== undefined && text.at < at - 5_000 && readComment(text.body)?.marker?.job === id;
  });

function excuseForNoComment({ by: { occasion } }: Exchange, { forgotten }: World): string | undefined {
  if (occasion.thread === undefined) return 'there is no thread';
  if (occasion.inputs['issue-number'] === '') return 'it is reported where GitHub says that the commit was merged';
  return forgotten.has(occasion.id) ? 'a person deleted it' : undefined;
}

const isAnnounced = ({ by }: Exchange, { github, writers }: World): boolean =>
  github.repository.comments.some(({ id, thread }) => thread.number === by.occasion.thread && writers.get(id) === by);

/** A process that began to read comments before such a time may not have seen them. */
const READ_MS = 60_000;

/** Whether a process sent a request to the job that the service may have accepted. */
const maySend = ({ knowledge }: Process, jobId: string) =>
  knowledge.submits.some(
    ({ jobId: id, answer }) => id === jobId && answer !== 'rejected' && answer !== 'limited' && answer !== 'unsent',
  );

/** Whether the job cannot count as lost: a status comment of a request to it, which lists show, was created in the last 24 h. */
export const isYoungJob = (jobId: string, at: number, { github, authors, unreadable }: World): boolean =>
  github.repository.comments.some((comment) => {
    const author = authors.get(comment.id);
    const isShown = (comment.texts.at(-1)?.at ?? 0) < at - READ_MS;
    const isStatus = readComment(comment.body)?.marker !== undefined && !unreadable.has(comment.id);
    return author && isStatus && isShown && comment.createdAt > at - DAY_MS && maySend(author, jobId);
  });

/** The action searches the comments of the last 14 days. */
const SEARCHED_MS = 14 * 24 * 3_600_000;

/**
 * Whether there is a copy of an announcement whose original was removed, or is in another thread and too old to be found: nothing tells it
 * from the original.
 */
export const hasStrayCopy = ({ result }: Process, { github: { repository }, authors }: World): boolean =>
  repository.comments.some((copy) => {
    const [first] = copy.texts;
    const isCopy = copy.author.login === 'github-actions[bot]' && !authors.has(copy.id);
    const isHeld = (readComment(first?.body ?? '')?.marker?.leaseSeconds ?? 0) > 0;
    const isFound = ({ id, texts }: Comment) =>
      id < copy.id && texts[0]?.body === first?.body && (texts.at(-1)?.at ?? 0) > (result?.ended ?? 0) - SEARCHED_MS;
    return isCopy && isHeld && !repository.comments.some(isFound);
  });

export const STRAY_COPY = 'a copy of an announcement that is not found holds its lease';
