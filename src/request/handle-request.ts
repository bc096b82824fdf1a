import { LIST_DELAY_MS } from '../github/comments.ts';
import { CANCELLED, type Outcome } from '../outcome.ts';
import { markReplaced } from '../report/earlier-comments.ts';
import { fetchJob } from '../service/agent-service.ts';
import { type Job, snapshotOf } from '../service/job.ts';
import { hashOf } from '../thread/marker.ts';
import { isDone } from '../thread/request.ts';
import { type StatusRecord, united } from '../thread/status-records.ts';
import { decide } from './decide.ts';
import type { PullOrigin } from './pull-origin.ts';
import {
  type Ask,
  type Doing,
  decideOn,
  endWith,
  type Known,
  mustContinue,
  openerOf,
  type Step,
  type Taken,
  timedOutBeforeTurn,
  tooLate,
} from './steps.ts';
import {
  attachAndWait,
  notQueued,
  statusRequests,
  submitAndWait,
  type ThreadEffects,
  waitForJob,
  waitForRequest,
} from './wait.ts';

/** Milliseconds after an announcement, until others see it and this run sees theirs. */
const ANNOUNCEMENT_PAUSE_MS = LIST_DELAY_MS;

/** Before the request waits for its turn, a job that exists is joined, however late. */
const JOINING: ReadonlySet<Step['do']> = new Set(['read-job', 'join', 'stop']);

/**
 * Sends a request at most once.
 * @throws GitHubError if the thread cannot be read, or GitHub does not confirm the status comment:
 * nothing was sent.
 */
export async function handleRequest(given: Ask, effects: ThreadEffects): Promise<Outcome> {
  const { context, pollUntil } = effects;
  let [ask, known] = await readThread(given, effects);
  for (;;) {
    const step = decide(ask, known);
    if (context.signal.aborted) return CANCELLED;
    if (context.clock.now() >= pollUntil && (known.queue || !JOINING.has(step.do)))
      return tooLateFor(known);
    if (step.do === 'join' || step.do === 'stop') return end(step, known, effects);
    const taken = await take(step, known, ask, effects);
    switch (taken.next) {
      case 'decide':
        known = taken.known;
        break;
      case 'submit':
        return submitAndWait(ask.prompt, taken.to, effects);
      case 'end':
        return taken.outcome;
    }
  }
}

const tooLateFor = ({ queue }: Known): Outcome =>
  queue ? timedOutBeforeTurn(undefined) : tooLate();

/** Reads the thread, and whose pull request it is: on the agent's, a command has another key. */
async function readThread(ask: Ask, effects: ThreadEffects): Promise<[Ask, Known]> {
  const { memory, statusReport, thread } = effects;
  const { request, pull, command } = ask;
  const number = thread.comments.issueNumber;
  const inThread = await thread.read([]);
  const origin = await originOf(inThread, ask, effects);
  const known = {
    thread: number,
    inThread,
    origin,
    possibleOpener: undefined,
    jobs: new Map(),
    pulls: new Map(),
  };
  if (origin.kind === 'person' && !origin.sharesAccount) return [ask, known];
  const opener = openerOf(known);
  if (opener) statusReport.describe({}, { openerJob: opener.facts.job });
  if (command === undefined || ask.target?.kind !== 'newest-in-thread') return [ask, known];
  const isUnknown = !opener && !mustContinue(ask.target);
  const possibleOpener = isUnknown ? await memory.possibleOpener() : undefined;
  // One request for all workflows of the project and legs of a matrix that read the command.
  const requestKey = hashOf('pull', request.project, String(pull ?? number), ...command);
  statusReport.describe({ requestKey });
  return [
    { ...ask, request: { ...request, requestKey } },
    { ...known, possibleOpener },
  ];
}

/** Whose pull request the request was made in. A comment in the thread says it at once. */
async function originOf(
  inThread: readonly StatusRecord[],
  { request, pull }: Ask,
  { memory, thread }: ThreadEffects,
): Promise<PullOrigin> {
  const isMadeHere = pull === undefined || pull === thread.comments.issueNumber;
  const opener = inThread.findLast(
    ({ marker, facts }) => facts.isOpenedFor && marker.project === request.project,
  );
  if (isMadeHere && opener) return { kind: 'agent', opener };
  return memory.originOf(isMadeHere ? inThread : undefined);
}

/** Takes a step. */
async function take(
  step: Exclude<Step, { do: 'join' | 'stop' }>,
  known: Known,
  ask: Ask,
  effects: ThreadEffects,
): Promise<Taken> {
  const { memory, thread } = effects;
  const { jobs, pulls } = known;
  switch (step.do) {
    case 'read-job': {
      const isRecorded = (known.queue?.records ?? known.inThread).some(
        ({ facts }) => facts.job === step.job,
      );
      const found = await fetchJob(statusRequests(step.job, effects), { isOnlyGiven: !isRecorded });
      if (found.kind === 'cancelled') return endWith(CANCELLED);
      const withJob = { ...known, jobs: new Map(jobs).set(step.job, found) };
      return decideOn(
        found.kind === 'job' ? await withPullThread(found.job, withJob, effects) : withJob,
      );
    }
    case 'read-pull': {
      const state = await memory.pullStateOf(step.job);
      return decideOn({ ...known, pulls: new Map(pulls).set(step.job.id, state) });
    }
    case 'read-queue':
      return decideOn(await readQueue(step, known, ask, effects));
    case 'count':
      return decideOn(await count(known, effects));
    case 'announce':
      return decideOn(await announce(step, known, effects));
    case 'replace': {
      const { ref } = thread.comment;
      for (const record of step.records)
        if (ref) await markReplaced(record, ref, thread.statusComments);
      return decideOn(withoutReplaced(known, step.records));
    }
    case 'submit':
      return announceSend(step, known, effects);
    case 'wait-for-request':
      return waitForRequest(step, known, effects);
    case 'wait-for-job':
      return waitForJob(step, known, effects);
  }
}

/**
 * Creates the status comment, and reads the thread again, as another run may have announced the
 * same request.
 */
async function announce(
  { note, waitsFor, toReplace }: Doing<'announce'>,
  known: Known,
  { context: { clock, signal }, thread, statusReport }: ThreadEffects,
): Promise<Known> {
  statusReport.describe({}, { note });
  await statusReport.announce(waitsFor);
  await clock.sleep(ANNOUNCEMENT_PAUSE_MS, signal);
  const inThread = await thread.read(known.inThread);
  const commentId = thread.comment.ref?.id ?? Number.POSITIVE_INFINITY;
  return { ...known, inThread, announced: { commentId, toReplace } };
}

/**
 * The status comments of earlier attempts say that they are replaced, and are no earlier requests
 * any longer.
 */
function withoutReplaced(known: Known, records: readonly StatusRecord[]): Known {
  const ids = new Set(records.map(({ comment }) => comment.id));
  const inThread = known.inThread.filter(({ comment }) => !ids.has(comment.id));
  return {
    ...known,
    inThread,
    ...(known.announced && { announced: { ...known.announced, toReplace: [] } }),
  };
}

/** Reads the requests to a job. The first time, those of this run's own thread were just read. */
async function readQueue(
  { job }: Doing<'read-queue'>,
  known: Known,
  ask: Ask,
  { thread, memory, reporter, context: { clock } }: ThreadEffects,
): Promise<Known> {
  const { queue } = known;
  const inThread = queue ? await thread.read(known.inThread) : known.inThread;
  // Before the comment "Opened for" is there, only the request to the job names its other thread.
  const opener = openerOf(known);
  let records = opener ? united([opener], inThread) : inThread;
  const isForeign = !records.some(({ facts }) => facts.job === job);
  if (!queue && ask.target?.kind === 'by-id' && isForeign)
    reporter.noted(notQueued(ask.target.jobId), 'log');
  const read = new Set([known.thread]);
  const next = () =>
    job === undefined
      ? undefined
      : memory.threadsOf(job, records).find((number) => !read.has(number));
  for (let number = next(); number !== undefined; number = next()) {
    read.add(number);
    records = united(records, await thread.readOther(number));
  }
  return {
    ...known,
    inThread,
    queue: { job, records, began: queue?.began ?? clock.now() },
    counted: undefined,
    jobs: new Map(),
    pulls: new Map(),
  };
}

/** The queue with the requests on the pull request of its job, also if no record names that yet. */
async function withPullThread(job: Job, known: Known, effects: ThreadEffects): Promise<Known> {
  const { queue } = known;
  const number = effects.memory.pullHere(job);
  if (number === undefined || number === known.thread || !queue?.records) return known;
  if (queue.records.some(({ comment }) => comment.issueNumber === number)) return known;
  const records = united(queue.records, await effects.thread.readOther(number));
  return { ...known, queue: { ...queue, records } };
}

/**
 * Reads what the limits count. While a request waits, runs that announce theirs do not count it. So
 * it counts all of them when its turn comes, after it has said so, and not only the older ones.
 */
async function count(known: Known, effects: ThreadEffects): Promise<Known> {
  const { thread, statusReport, context, memory } = effects;
  const hasWaited = await statusReport.sending();
  if (hasWaited) await context.clock.sleep(ANNOUNCEMENT_PAUSE_MS, context.signal);
  const ownId = hasWaited ? Number.POSITIVE_INFINITY : (known.announced?.commentId ?? 0);
  return { ...known, counted: { ...(await memory.readCounted(thread)), ownId } };
}

/** Says that the request is about to be sent. */
async function announceSend(
  step: Doing<'submit'>,
  known: Known,
  effects: ThreadEffects,
): Promise<Taken> {
  const { to, note } = step;
  const { statusReport } = effects;
  statusReport.describe({ before: to ? snapshotOf(to) : null }, note && { note });
  await statusReport.sending();
  const { clock, signal } = effects.context;
  if (signal.aborted) return endWith(CANCELLED);
  return clock.now() >= effects.pollUntil ? endWith(tooLateFor(known)) : { next: 'submit', to };
}

/**
 * Ends the request, which another one answers: waits for the job of that one, in its status
 * comment.
 */
async function end(
  step: Doing<'join' | 'stop'>,
  { announced }: Known,
  effects: ThreadEffects,
): Promise<Outcome> {
  const { earlier, comment } = step;
  const { statusReport } = effects;
  if (earlier && announced) await statusReport.retract(earlier.comment.url);
  if (comment === 'adopt') statusReport.adopt(earlier);
  if (comment === 'resume') statusReport.resume(earlier);
  if (step.do === 'stop') return step.outcome;
  if (effects.context.signal.aborted) return CANCELLED;
  return withOwnEnd(await attachAndWait(step.job, step.earlier, effects), step.earlier);
}

/** A request that was reported as done stays so, also if its job failed for a later one. */
function withOwnEnd(outcome: Outcome, { facts: { end } }: StatusRecord): Outcome {
  const hasFailed = outcome.verdict === 'failed' || outcome.verdict === 'archived';
  if (!hasFailed || end?.why !== 'ended' || !isDone(end)) return outcome;
  const isShown = end.verdict === 'no-changes' || outcome.job.pullRequest.kind === 'link';
  return isShown ? { verdict: end.verdict, job: outcome.job } : outcome;
}
