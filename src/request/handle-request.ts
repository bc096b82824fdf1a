import { LIST_DELAY_MS } from '../github/comments.ts';
import { CANCELLED, type Outcome } from '../outcome.ts';
import { markReplaced } from '../report/earlier-comments.ts';
import { fetchJob } from '../service/agent-service.ts';
import { snapshotOf } from '../service/job.ts';
import { hashOf } from '../thread/marker.ts';
import { type StatusRecord, united } from '../thread/status-records.ts';
import { decide } from './decide.ts';
import type { PullOrigin } from './pull-origin.ts';
import {
  type Ask,
  type Asked,
  type Doing,
  type Known,
  mustContinue,
  openerOf,
  type Step,
  tooLate,
  unsent,
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

/**
 * The largest share of the time until the deadline that the pause after an announcement may take.
 */
const MAX_PAUSE_SHARE = 0.25;

/** Before the request waits for its turn, a job that exists is joined, however late. */
const JOINING: ReadonlySet<Step['do']> = new Set(['read-job', 'join', 'stop']);

/**
 * Sends a request at most once. @throws GitHubError if the thread cannot be read, or GitHub does
 * not confirm the status comment: nothing was sent.
 */
export async function handleRequest(asked: Asked, effects: ThreadEffects): Promise<Outcome> {
  const { context, deadline, thread } = effects;
  const inThread = await thread.read([]);
  const ask = await askIn(inThread, asked, effects);
  let known: Known = { inThread, jobs: new Map(), pulls: new Map() };
  for (;;) {
    const step = decide(ask, known);
    if (context.signal.aborted) return CANCELLED;
    if (context.clock.now() >= deadline && (known.queue || !JOINING.has(step.do)))
      return tooLateFor(known);
    if (step.do === 'join' || step.do === 'stop') return end(step, known, effects);
    const result = await take(step, known, ask, effects);
    if ('do' in result) return submitAndWait(ask.prompt, result.to, effects);
    if ('verdict' in result) return result;
    known = result;
  }
}

const tooLateFor = ({ queue }: Known): Outcome => (queue ? unsent(undefined) : tooLate());

/** Whose pull request the request was made in, and its identity there. */
async function askIn(
  inThread: readonly StatusRecord[],
  asked: Asked,
  effects: ThreadEffects,
): Promise<Ask> {
  const { identity, wanted, pull, command } = asked;
  const {
    memory,
    thread: { comments, report },
  } = effects;
  const thread = comments.issueNumber;
  const isMadeHere = pull === undefined || pull === thread;
  const opened = inThread.findLast(
    ({ marker, facts }) => facts.isOpening && marker.project === identity.project,
  );
  // A comment in the thread says it without a further request.
  const origin: PullOrigin =
    isMadeHere && opened
      ? { kind: 'agent', opener: opened }
      : await memory.originOf(isMadeHere ? inThread : undefined);
  const ask = { ...asked, origin, thread, possibleOpener: undefined };
  if (origin.kind === 'person' && !origin.sharesAccount) return ask;
  const opener = openerOf(ask);
  if (opener) report.describe({}, { opener: opener.facts.job });
  if (command === undefined || wanted?.kind !== 'newest-in-thread' || mustContinue(wanted))
    return ask;
  const possibleOpener = opener ? undefined : await memory.possibleOpener();
  // One request for all workflows of the project and legs of a matrix that read the command.
  const requestKey = hashOf('pull', identity.project, String(pull ?? thread), ...command);
  report.describe({ requestKey });
  return { ...ask, possibleOpener, identity: { ...identity, requestKey } };
}

/**
 * Returns what is known after a step, the request to send now, or the outcome of a run that ends.
 */
async function take(
  step: Exclude<Step, { do: 'join' | 'stop' }>,
  known: Known,
  ask: Ask,
  effects: ThreadEffects,
) {
  const { memory, thread } = effects;
  const { jobs, pulls } = known;
  switch (step.do) {
    case 'read-job': {
      const isRecorded = (known.queue?.records ?? known.inThread).some(
        ({ facts }) => facts.job === step.job,
      );
      const found = await fetchJob(statusRequests(step.job, effects), { isOnlyGiven: !isRecorded });
      return found.kind === 'cancelled'
        ? CANCELLED
        : { ...known, jobs: new Map(jobs).set(step.job, found) };
    }
    case 'read-pull':
      return {
        ...known,
        pulls: new Map(pulls).set(step.job.id, await memory.pullStateOf(step.job)),
      };
    case 'read-queue':
      return readQueue(step, known, ask, effects);
    case 'count':
      return count(known, effects);
    case 'announce':
      return announce(step, known, effects);
    case 'replace': {
      const { ref } = thread.comment;
      for (const record of step.records)
        if (ref) await markReplaced(record, ref, thread.statusComments);
      return withoutReplaced(known, step.records);
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
  { context: { clock, signal }, thread, deadline }: ThreadEffects,
): Promise<Known> {
  thread.report.describe({}, { note });
  await thread.report.announce(waitsFor);
  await clock.sleep(Math.min(LIST_DELAY_MS, deadline * MAX_PAUSE_SHARE), signal);
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
  const opener = openerOf(ask);
  let records = opener ? united([opener], inThread) : inThread;
  const isForeign = !records.some(({ facts }) => facts.job === job);
  if (!queue && ask.wanted?.kind === 'by-id' && isForeign)
    reporter.noted(notQueued(ask.wanted.jobId), 'log');
  const read = new Set([ask.thread]);
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

/**
 * Reads what the limits count. If the request waited until now, others with newer comments have not
 * counted it, so it counts them.
 */
async function count(known: Known, effects: ThreadEffects): Promise<Known> {
  const { thread, context, memory } = effects;
  const hasWaited = await thread.report.starting();
  if (hasWaited) await context.clock.sleep(LIST_DELAY_MS, context.signal);
  const before = hasWaited ? Number.POSITIVE_INFINITY : (known.announced?.commentId ?? 0);
  return { ...known, counted: { ...(await memory.readCounted(thread)), before } };
}

/** Says that the request is about to be sent. */
async function announceSend(step: Doing<'submit'>, known: Known, effects: ThreadEffects) {
  const { to, note } = step;
  const { report } = effects.thread;
  report.describe({ before: to ? snapshotOf(to) : null }, note && { note });
  await report.starting();
  if (effects.context.signal.aborted) return CANCELLED;
  return effects.context.clock.now() >= effects.deadline ? tooLateFor(known) : step;
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
  const { because, reportsAs } = step;
  const { report } = effects.thread;
  if (because && announced) await report.retract(because.comment.url);
  if (because && reportsAs === 'earlier-request') report.adopt(because);
  if (because && reportsAs === 'this-request') report.resume(because);
  if (step.do === 'stop') return step.outcome;
  if (effects.context.signal.aborted) return CANCELLED;
  return attachAndWait(step.job, step.because, effects);
}
