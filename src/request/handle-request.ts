import { LIST_DELAY_MS } from '../github/comments.ts';
import { CANCELLED, type Outcome } from '../outcome.ts';
import { markContinued, markReplaced, urlOfComment } from '../report/earlier-comments.ts';
import { fetchJob } from '../service/agent-service.ts';
import { snapshotOf } from '../service/job.ts';
import { changedSince } from '../thread/earlier-requests.ts';
import { hashOf, placeOf } from '../thread/marker.ts';
import { type StatusRecord, united } from '../thread/status-records.ts';
import type { PullOrigin } from './agent-pulls.ts';
import { nextStep } from './next-step.ts';
import { type Ask, type Asked, type Doing, type Known, mustContinue, type Step, tooLate, unsent } from './steps.ts';
import {
  attachAndWait,
  pauseSince,
  sayWaiting,
  statusRequests,
  submitAndWait,
  type ThreadEffects,
  waitForJob,
  waitForOpener,
  waitForRequest,
  withoutQueue,
} from './wait.ts';

/** The largest share of the time until the deadline that the pause after an announcement may take. */
const MAX_PAUSE_SHARE = 0.25;
/** Milliseconds for which the requests of the queue, as they were read, are believed. */
const MAX_DECISION_MS = 60_000;
/** Milliseconds after which a run that decided without seeing that this request waits has said that it sends its own. */
const ALL_DECIDED_MS = MAX_DECISION_MS + 5_000;

/** Before the request waits for its turn, a job that exists is joined, however late. */
const JOINING: ReadonlySet<Step['do']> = new Set(['read-job', 'read-elsewhere', 'join', 'stop']);

/** Sends a request at most once. @throws GitHubError if the thread cannot be read, or GitHub does not confirm the status comment: nothing was sent. */
export async function handleRequest(asked: Asked, effects: ThreadEffects): Promise<Outcome> {
  const { context, deadline, thread } = effects;
  const first = await thread.read([]);
  const ask = await askIn(first, asked, effects);
  let known: Known = { first, elsewhere: {}, jobs: new Map(), pulls: new Map() };
  for (;;) {
    const step = nextStep(ask, known);
    if (context.signal.aborted) return CANCELLED;
    if (context.clock.now() >= deadline && (known.queue || !JOINING.has(step.do))) return tooLateFor(known);
    if (step.do === 'join' || step.do === 'stop') return end(step, known, effects);
    const result = await take(step, known, ask, effects);
    if ('do' in result)
      return submitAndWait(ask, result.to, effects, async () => {
        const { ref } = thread.comment;
        if (result.after && ref && !context.signal.aborted)
          await markContinued(result.after, ref, thread.statusComments);
      });
    if ('verdict' in result) return result;
    known = result;
  }
}

const tooLateFor = ({ queue }: Known): Outcome => (queue ? unsent(undefined) : tooLate());

/** Whose pull request the request was made in, and its identity there. */
async function askIn(first: readonly StatusRecord[], asked: Asked, effects: ThreadEffects): Promise<Ask> {
  const { identity, wanted, pull } = asked;
  const {
    memory,
    thread: { comments, report },
  } = effects;
  const thread = comments.issueNumber;
  const isMadeHere = pull === undefined || pull === thread;
  const opened = first.findLast(({ marker, facts }) => facts.isOpening && marker.project === identity.project);
  // A comment in the thread says it without a further request.
  const origin: PullOrigin =
    isMadeHere && opened
      ? { kind: 'agent', jobId: opened.facts.job }
      : await memory.originOf(isMadeHere ? first : undefined);
  if (origin.kind === 'agent') report.describe({}, { opener: origin.jobId });
  const isCommand = identity.asksOnce && wanted?.kind === 'newest-in-thread' && !mustContinue(wanted);
  if (origin.kind === 'person' || !isCommand) return { ...asked, origin, thread };
  // One request for all workflows of the project and legs of a matrix that read the command, also while it is not known which job opened
  // the pull request: the key consists of the project, the pull request and the command only.
  const requestKey = hashOf('pull', identity.project, String(pull ?? thread), ...identity.event);
  report.describe({ requestKey });
  return { ...asked, origin, thread, identity: { ...identity, requestKey } };
}

/** Returns what is known after a step, the request to send now, or the outcome of a run that ends. */
async function take(step: Exclude<Step, { do: 'join' | 'stop' }>, known: Known, ask: Ask, effects: ThreadEffects) {
  const { memory, thread } = effects;
  const { jobs, pulls, elsewhere } = known;
  switch (step.do) {
    case 'read-job': {
      const found = await fetchJob(statusRequests(step.job, effects));
      return found.kind === 'cancelled' ? CANCELLED : { ...known, jobs: new Map(jobs).set(step.job, found) };
    }
    case 'read-pull':
      return { ...known, pulls: new Map(pulls).set(step.job.id, await memory.pullStateOf(step.job)) };
    case 'read-elsewhere': {
      const records = await (step.what === 'edited' ? thread.readAll() : memory.readCause(ask.thread));
      return { ...known, elsewhere: { ...elsewhere, [step.what]: records } };
    }
    case 'read-queue':
      return readQueue(known, effects);
    case 'read-ledger':
      return readLedger(known, effects);
    case 'announce':
      return announce(step, known, effects);
    case 'pass-over-opener':
      return withoutQueue({ ...known, openerNote: step.note });
    case 'submit':
      return announceSend(step, known, effects);
    case 'announce-again':
      return sayWaiting(step.behind, pauseSince(known.queue?.began ?? 0, effects), known, effects);
    case 'wait-for-opener':
      return waitForOpener(step, known, effects);
    case 'wait-for-request':
      return waitForRequest(step, known, effects);
    case 'wait-for-job':
      return waitForJob(step, known, effects);
  }
}

/** Creates the status comment, and reads the thread again, as another run may have announced the same request. */
async function announce(
  { note, behind, replaced }: Doing<'announce'>,
  known: Known,
  { context: { clock, signal }, thread, deadline }: ThreadEffects,
): Promise<Known> {
  thread.report.describe({}, { note });
  await thread.report.announce(behind);
  await clock.sleep(Math.min(LIST_DELAY_MS, deadline * MAX_PAUSE_SHARE), signal);
  const found = await thread.read(known.first);
  const commentId = thread.comment.ref?.id ?? Number.POSITIVE_INFINITY;
  const changed = changedSince(known.first, found, commentId);
  // A re-run needs a new comment, as the order of the ids shows which run announced first. One that changed since may answer the request.
  const ids = new Set(replaced.map(({ comment }) => comment.id));
  const former = found.filter((each) => ids.has(each.comment.id) && !changed.includes(each));
  for (const record of former)
    if (thread.comment.ref) await markReplaced(record, thread.comment.ref, thread.statusComments);
  const inThread = found.filter((each) => !former.includes(each));
  return { ...known, jobs: new Map(), announced: { commentId, behind, inThread } };
}

/** Reads all requests before this one, in whichever thread. The first time, those of its own thread were just read. */
async function readQueue(known: Known, { thread, context: { clock } }: ThreadEffects): Promise<Known> {
  const { announced, elsewhere, queue } = known;
  const readAt = clock.now();
  let inThread = announced?.inThread ?? [];
  if (queue) inThread = await thread.read(inThread);
  const records = united(elsewhere.ofCause ?? [], inThread, await thread.readAll());
  return {
    ...known,
    ...(announced && { announced: { ...announced, inThread } }),
    queue: { records, began: queue?.began ?? readAt, readAt },
    ledger: undefined,
    jobs: new Map(),
    pulls: new Map(),
  };
}

/** Reads what the limits count. If the request waited until now, others with newer comments have not counted it, so it counts them. */
async function readLedger(known: Known, effects: ThreadEffects): Promise<Known> {
  const { thread, context, memory } = effects;
  const hasWaited = await thread.report.starting();
  if (hasWaited) await context.clock.sleep(LIST_DELAY_MS, context.signal);
  const before = hasWaited ? Number.POSITIVE_INFINITY : (known.announced?.commentId ?? 0);
  return { ...known, ledger: { ...(await memory.readCounted(thread)), before } };
}

/** Says that the request is about to be sent. If others may have passed it, as that took long or its lease had ended, the queue is read again. */
async function announceSend(step: Doing<'submit'>, known: Known, effects: ThreadEffects) {
  const { to, note } = step;
  const { queue } = known;
  const { report } = effects.thread;
  const { clock, signal } = effects.context;
  const after = to && step.after?.comment;
  report.describe(
    { before: to ? snapshotOf(to) : null, previous: after ? placeOf(after) : null },
    { previous: after?.url, ...(note && { note }) },
  );
  await report.starting();
  if (signal.aborted) return CANCELLED;
  if (clock.now() >= effects.deadline) return tooLateFor(known);
  const isSeen = !queue || queue.readAt - effects.thread.comment.heldSince >= ALL_DECIDED_MS;
  if (!queue || (isSeen && clock.now() - queue.readAt <= MAX_DECISION_MS)) return step;
  return sayWaiting(to?.id ?? null, ALL_DECIDED_MS, known, effects);
}

/** Ends the request, which another one answers: waits for the job of that one, in its status comment. */
async function end(step: Doing<'join' | 'stop'>, { announced }: Known, effects: ThreadEffects): Promise<Outcome> {
  const { because, reportsAs } = step;
  const { report, comment } = effects.thread;
  if (because && announced) await report.retract(because.comment.url);
  if (because && reportsAs === 'earlier-request') report.adopt(because);
  if (because && reportsAs === 'this-request') {
    comment.adopt(because);
    const { nonce, before, previous, mentioned } = because.marker;
    const url = previous ? urlOfComment(because.comment.url, previous) : undefined;
    report.describe({ nonce, before, previous, mentioned }, { previous: url });
  }
  if (step.do === 'stop') return step.outcome;
  if (effects.context.signal.aborted) return CANCELLED;
  return attachAndWait(step.job, step.because, effects);
}
