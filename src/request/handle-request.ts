import { CANCELLED, type Outcome } from '../outcome.ts';
import { markContinued, urlOfComment } from '../report/earlier-comments.ts';
import { pollOriginOf, snapshotOf } from '../service/job.ts';
import { changedSince } from '../thread/earlier-requests.ts';
import { hashOf } from '../thread/marker.ts';
import { type StatusRecord, united } from '../thread/status-records.ts';
import type { PullOrigin } from './agent-pulls.ts';
import type { Memory } from './memory.ts';
import { mustContinue, nextStep } from './next-step.ts';
import type { Ask, Asked, Doing, Known, Step } from './steps.ts';
import { attachAndWait, create, submitAndWait, tooLate } from './submit-and-wait.ts';
import {
  announceAgain,
  pause,
  readEarlierJob,
  type TurnEffects,
  unsent,
  waitBehind,
  waitForJob,
  waitForOpener,
  withoutQueue,
} from './wait.ts';

interface RequestEffects extends TurnEffects {
  readonly memory: Memory;
}

/** Milliseconds until a read shows an announcement: GitHub does not guarantee that a read shows an earlier write. */
const PAUSE_MS = 2_000;
/** The largest share of the time until the deadline that this pause may take. */
const MAX_PAUSE_SHARE = 0.25;
/** Milliseconds for which the requests of the queue, as they were read, are believed. */
const MAX_DECISION_MS = 60_000;
/** Milliseconds after which whoever decided without seeing that this request waits has said that it sends its own. */
const ALL_DECIDED_MS = MAX_DECISION_MS + 5_000;

/** Before the request waits for its turn, a job that exists is joined, however late. */
const JOINING: ReadonlySet<Step['do']> = new Set(['read-earlier-job', 'join', 'stop']);

/**
 * Sends a request at most once, and reports it in its thread: takes the steps that {@link nextStep} decides on.
 * @throws GitHubError when the thread cannot be read, or GitHub does not confirm the status comment: nothing was sent then.
 */
export async function handleRequest(asked: Asked, effects: RequestEffects): Promise<Outcome> {
  const { context, deadline, thread } = effects;
  const isLate = () => context.clock.now() >= deadline && !context.signal.aborted;
  const first = await thread.read([]);
  const ask = await askIn(first, asked, effects);
  let known: Known = { first, jobs: new Map(), pulls: new Map() };
  for (;;) {
    const step = nextStep(ask, known);
    if (context.signal.aborted) return CANCELLED;
    if (isLate() && (known.queue || !JOINING.has(step.do))) return tooLateFor(known);
    if (step.do === 'join') return join(step, known, effects);
    if (step.do === 'stop') return stop(step, known, effects);
    const result = await take(step, known, ask, effects).catch((error: unknown) => {
      if (!known.queue || !isLate()) throw error;
      return tooLateFor(known); // the timeout cut off the request to GitHub
    });
    if ('do' in result) return send(result, ask, effects);
    if ('verdict' in result) return result;
    known = result;
  }
}

const tooLateFor = ({ queue }: Known): Outcome => (queue ? unsent(undefined) : tooLate());

/** Whose pull request the request was made in, and its identity there. */
async function askIn(
  first: readonly StatusRecord[],
  asked: Asked,
  { thread: { comments, report }, memory }: RequestEffects,
): Promise<Ask> {
  const { identity, wanted, pull } = asked;
  const thread = comments.issueNumber;
  const isMadeHere = pull === undefined || pull === thread;
  const opened = first.findLast(({ marker, facts }) => facts.isOpening && marker.project === identity.project);
  // A comment in the thread says it without a further request.
  const origin: PullOrigin =
    isMadeHere && opened
      ? { kind: 'agent', jobId: opened.facts.job }
      : await memory.originOf(isMadeHere ? first : undefined);
  if (origin.kind === 'agent') report.describe({ opener: origin.jobId });
  const isCommand = identity.asksOnce && wanted?.kind === 'thread' && !mustContinue(wanted);
  if (origin.kind === 'person' || !isCommand) return { ...asked, origin, thread };
  // One request for all workflows of the project and legs of a matrix that read the command, also while it is not known which job opened
  // the pull request: the key consists of the project, the pull request and the command only.
  const requestKey = hashOf('pull', identity.project, String(pull ?? thread), ...identity.event);
  report.describe({ requestKey });
  return { ...asked, origin, thread, identity: { ...identity, requestKey } };
}

/** Returns what is known after a step, the request to send now, or the outcome of a run that ends. */
async function take(
  step: Exclude<Step, { do: 'join' | 'stop' }>,
  known: Known,
  ask: Ask,
  effects: RequestEffects,
): Promise<Known | Doing<'submit'> | Outcome> {
  const { memory, thread } = effects;
  const { jobs, pulls, first, announced, queue } = known;
  switch (step.do) {
    case 'read-earlier-job': {
      const inThread = announced?.inThread ?? first;
      let read = await readEarlierJob(step.job, inThread, effects);
      // It may work on a request in another thread.
      if (read.kind === 'lost')
        read = await readEarlierJob(step.job, united(inThread, await thread.readAll()), effects);
      return { ...known, jobs: new Map(jobs).set(step.job, read) };
    }
    case 'read-job': {
      const records = ask.wanted?.kind === 'named' ? undefined : queue?.records;
      return { ...known, jobs: new Map(jobs).set(step.job, await readEarlierJob(step.job, records ?? [], effects)) };
    }
    case 'read-pull':
      return { ...known, pulls: new Map(pulls).set(step.job.id, await memory.pullStateOf(step.job)) };
    case 'read-cause':
      return { ...known, ofCause: await memory.readCause(false, ask.thread) };
    case 'read-queue':
      return readQueue(known, ask, effects);
    case 'announce':
      return announce(step, known, effects);
    case 'pass-over-opener':
      return withoutQueue({ ...known, openerNote: step.note });
    case 'submit':
      return announceSend(step, known, effects);
    case 'announce-again':
      return announceAgain(step, known, effects);
    case 'wait-for-opener':
      return waitForOpener(step, known, effects);
    case 'wait-behind':
      return waitBehind(step, known, ask, effects);
    case 'wait-for-job':
      return waitForJob(step, known, effects);
  }
}

/** Creates the status comment, and reads the thread again when that is shown: another run may have announced the same request. */
async function announce(
  { note, behind, replaced }: Doing<'announce'>,
  known: Known,
  { context: { clock, signal }, thread, deadline }: RequestEffects,
): Promise<Known> {
  thread.report.describe({ note });
  await thread.report.announce(behind);
  await clock.sleep(Math.min(PAUSE_MS, deadline * MAX_PAUSE_SHARE), signal);
  const found = await thread.read(known.first);
  const commentId = thread.comment.ref?.id ?? Number.POSITIVE_INFINITY;
  const changed = changedSince(known.first, found, commentId);
  // A re-run needs a new comment, as the order of the ids shows which run announced first. One that changed since may answer the request.
  const former = found.filter(
    (each) => replaced.some(({ comment }) => comment.id === each.comment.id) && !changed.includes(each),
  );
  for (const record of former) await thread.report.replaces(record, thread.handle());
  const inThread = found.filter((each) => !former.includes(each));
  return { ...known, jobs: new Map(), announced: { commentId, behind, inThread } };
}

/** Reads all requests before this one, in whichever thread. The first time, those of its own thread were just read. */
async function readQueue(known: Known, ask: Ask, { memory, thread, context }: RequestEffects): Promise<Known> {
  const { announced, queue } = known;
  const readAt = context.clock.now();
  let inThread = announced?.inThread ?? [];
  if (queue) inThread = await thread.read(inThread);
  const ofCause = ask.wanted?.kind === 'reuse' ? await memory.readCause(true, ask.thread) : [];
  const records = united(ofCause, inThread, await thread.readAll());
  return {
    ...known,
    ...(announced && { announced: { ...announced, inThread } }),
    queue: { records, began: queue?.began ?? readAt, readAt },
    jobs: new Map(),
    pulls: new Map(),
  };
}

/**
 * Says in the status comment that the request is about to be sent. If an outage made that take too long, or if the lease of the waiting
 * request had ended, others may have passed: it waits until these are seen, and the queue is read again.
 */
async function announceSend(
  step: Doing<'submit'>,
  known: Known,
  effects: RequestEffects,
): Promise<Known | Doing<'submit'> | Outcome> {
  const { to, after, note } = step;
  const { queue } = known;
  const { report } = effects.thread;
  const { clock, signal } = effects.context;
  report.describe(to ? { before: snapshotOf(to), previous: after?.comment, note } : { note });
  await report.starting();
  if (signal.aborted) return CANCELLED;
  if (clock.now() >= effects.deadline) return tooLateFor(known);
  const isSeen = !queue || queue.readAt - report.heldSince >= ALL_DECIDED_MS;
  if (!queue || (isSeen && clock.now() - queue.readAt <= MAX_DECISION_MS)) return step;
  await report.waiting(to?.id ?? null);
  await pause(ALL_DECIDED_MS, effects);
  return withoutQueue(known);
}

/** Waits for the job of an earlier request, in the status comment of that. */
async function join(step: Doing<'join'>, known: Known, effects: RequestEffects): Promise<Outcome> {
  await adopt(step.record, step.adopts, known, effects);
  if (effects.context.signal.aborted) return CANCELLED;
  return attachAndWait(step.job, pollOriginOf(step.record.marker.before), effects);
}

async function stop(
  { outcome, because, adopts }: Doing<'stop'>,
  known: Known,
  effects: RequestEffects,
): Promise<Outcome> {
  if (because) await adopt(because, adopts, known, effects);
  return outcome;
}

/** Continues the status comment of an earlier request instead of the run's own. */
async function adopt(
  record: StatusRecord,
  adopts: Doing<'stop'>['adopts'],
  { announced }: Known,
  { thread }: RequestEffects,
): Promise<void> {
  if (announced) await thread.report.retract(record.comment.url);
  if (adopts === 'request') thread.report.adopt(record);
  if (adopts !== 'comment') return;
  thread.comment.adopt(record);
  const { nonce, before, previous, mentioned } = record.marker;
  const url = previous && urlOfComment(record.comment.url, previous);
  const place = previous && url ? { id: previous.comment, issueNumber: previous.thread, url } : undefined;
  thread.report.describe({ nonce, before, previous: place, mentioned });
}

/** Submits the request, and waits for its end. */
async function send(
  { to, after }: Doing<'submit'>,
  { prompt, wanted }: Ask,
  effects: RequestEffects,
): Promise<Outcome> {
  const { thread, memory, context } = effects;
  if (!to) return create(prompt, wanted, effects);
  return submitAndWait(prompt, to, effects, async () => {
    if (!after || !memory.statusComments || context.signal.aborted) return;
    await markContinued(after, thread.comment.ref, memory.statusComments);
  });
}
