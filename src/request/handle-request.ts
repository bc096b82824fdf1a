import type { ActionContext } from '../action-context.ts';
import type { Outcome } from '../outcome.ts';
import { markContinued, urlOfComment } from '../report/earlier-comments.ts';
import type { Reporter } from '../report/reporter.ts';
import type { StatusReport } from '../report/status-report.ts';
import { pollOriginOf, snapshotOf } from '../service/job.ts';
import type { RequestIdentity } from '../thread/earlier-requests.ts';
import type { FollowUpTarget } from '../thread/job-to-continue.ts';
import { hashOf } from '../thread/marker.ts';
import { type StatusRecord, united } from '../thread/status-records.ts';
import type { ReportThread } from '../thread/thread.ts';
import type { PullOrigin } from './agent-pulls.ts';
import type { Memory } from './memory.ts';
import { type Ask, type Known, NO_JOB, nextStep, type Step } from './next-step.ts';
import {
  changedSince,
  type EarlierJob,
  readAllThreads,
  readEarlierJob,
  readThread,
  type ThreadReadingEffects,
  warnOnceAbout,
} from './read-earlier.ts';
import { attachAndWait, submitAndWait, tooLate, type WaitEffects } from './submit-and-wait.ts';
import { waitForSuspect } from './suspects.ts';
import { pauseAhead, type TurnEffects, unsent, untilShown, waitBehind, waitForJob } from './wait-for-turn.ts';

/** A request, as the workflow makes it. */
export interface Asked {
  readonly identity: RequestIdentity;
  readonly wanted: FollowUpTarget | undefined;
  readonly prompt: string;
  /** Why no job may be created. */
  readonly mayNotSend: Outcome | undefined;
  /** The number of the pull request in which it was made; undefined if it was made elsewhere. */
  readonly pull: number | undefined;
}

/** The thread that a request is reported in, and its report there. */
export interface Conversation {
  readonly thread: ReportThread;
  readonly report: StatusReport;
}

export interface HandlingEffects {
  readonly context: ActionContext;
  readonly memory: Memory;
  readonly reporter: Reporter;
  readonly polling: Omit<WaitEffects, 'onStarted'>;
  /** Of the step, in milliseconds. */
  readonly timeout: number;
}

/** Milliseconds for which the requests of the queue, as they were read, are believed. */
const MAX_DECISION_MS = 60_000;

const CANCELLED: Outcome = { verdict: 'cancelled', job: undefined };

/** How far a run is. */
interface Progress {
  readonly known: Known;
  /** The requests of the thread, as they were last read. */
  readonly inThread: readonly StatusRecord[];
  /** The job that the request waits for; null before that has an id, undefined if the request does not wait. */
  readonly behind: string | null | undefined;
  /** When the run began to wait for its turn, and when it last began to read the queue, on the clock's `now`. */
  readonly turn?: { readonly began: number; readonly readAt: number };
}

/** One request in its thread. */
interface Handling extends Conversation, HandlingEffects {
  readonly ask: Ask;
  readonly prompt: string;
  readonly reading: ThreadReadingEffects;
  readonly waiting: TurnEffects;
}

/**
 * Sends a request at most once, and reports it in its thread: performs the steps that {@link nextStep} decides on.
 * @throws GitHubError when the thread cannot be read, or GitHub does not confirm the status comment: nothing was sent then.
 */
export async function handleRequest(
  asked: Asked,
  conversation: Conversation,
  effects: HandlingEffects,
): Promise<Outcome> {
  const { handling, progress: start } = await begin(asked, conversation, effects);
  for (let progress = start; ; ) {
    const step = nextStep(handling.ask, progress.known);
    const result = await takeStep(step, progress, handling);
    if ('send' in result) return send(result.send, handling);
    if ('verdict' in result) return result;
    progress = result;
  }
}

async function begin(asked: Asked, conversation: Conversation, effects: HandlingEffects) {
  const { context, memory, reporter, polling } = effects;
  const { clock, signal, runner } = context;
  const { service, deadline } = polling;
  const { report, thread } = conversation;
  const reading = { thread, clock, signal, onIgnored: warnOnceAbout(runner.warn) };
  const jobs = { service, clock, signal, deadline, log: runner.log };
  const waiting: TurnEffects = { ...jobs, report, onReading: reporter.read, onWaiting: reporter.waiting };
  const first = await readThread([], reading);
  const ask = await askIn(first, asked, conversation, memory);
  const handling: Handling = { ...conversation, ...effects, ask, prompt: asked.prompt, reading, waiting };
  const known: Known = { first, jobs: new Map(), pulls: new Map(), dismissed: new Map() };
  const progress: Progress = { known, inThread: first, behind: undefined };
  return { handling, progress };
}

type Doing<D extends Step['do']> = Extract<Step, { do: D }>;
/** How far the run is after a step, the request to send now, or the outcome of a run that ends. */
type Result = Progress | { readonly send: Doing<'submit'> } | Outcome;

async function takeStep(step: Step, progress: Progress, handling: Handling): Promise<Result> {
  const { waiting } = handling;
  if (waiting.signal.aborted) return CANCELLED;
  if (step.do === 'join') return join(step, progress, handling);
  if (step.do === 'stop') return stop(step, progress, handling);
  const isOfEarlier = step.do === 'read-job' && step.isEarlier; // a job that exists is joined, however late
  if (isLate(waiting) && !isOfEarlier) return tooLateFor(progress);
  try {
    return await (step.do === 'submit' ? announceSend(step, progress, handling) : perform(step, progress, handling));
  } catch (error) {
    if (!progress.turn || !isLate(waiting)) throw error;
    return tooLateFor(progress); // the timeout cut off the request to GitHub
  }
}

const isLate = ({ clock, signal, deadline }: TurnEffects) => clock.now() >= deadline && !signal.aborted;

const tooLateFor = ({ turn, behind }: Progress): Outcome =>
  turn ? unsent(behind) : { verdict: 'error', problem: tooLate(), job: undefined };

/** Whose pull request the request was made in, and its identity there. */
async function askIn(
  first: readonly StatusRecord[],
  { identity, wanted, mayNotSend, pull }: Asked,
  { thread, report }: Conversation,
  memory: Memory,
): Promise<Ask> {
  const { issueNumber } = thread.comments;
  const isMadeHere = pull === undefined || pull === issueNumber;
  const opened = first.findLast(({ marker, facts }) => facts.isOpening && marker.project === identity.project);
  // A comment in the thread says it without a further request.
  const origin: PullOrigin =
    isMadeHere && opened
      ? { kind: 'agent', jobId: opened.facts.job }
      : await memory.originOf(isMadeHere ? first : undefined);
  if (origin.kind === 'agent') report.describe({ opener: origin.jobId });
  const ask = { wanted, origin, thread: issueNumber, isMadeHere, mayNotSend };
  if (origin.kind === 'person' || wanted?.kind !== 'thread' || wanted.orElse === 'skip') return { ...ask, identity };
  // One request for all workflows of the project and legs of a matrix that read the command, also while it is not known which job opened
  // the pull request: the key consists of the project, the pull request and the command only.
  const requestKey = hashOf('pull', identity.project, String(pull ?? issueNumber), ...identity.event);
  report.describe({ requestKey });
  return { ...ask, identity: { ...identity, requestKey } };
}

/** How far the run is after a step; its outcome if the step ends it. */
async function perform(
  step: Exclude<Step, { do: 'join' | 'stop' | 'submit' }>,
  progress: Progress,
  handling: Handling,
): Promise<Progress | Outcome> {
  const { known } = progress;
  const { memory } = handling;
  switch (step.do) {
    case 'read-job': {
      const jobs = new Map(known.jobs).set(step.job, await readJob(step, progress, handling));
      return { ...progress, known: { ...known, jobs } };
    }
    case 'read-pull': {
      const pulls = new Map(known.pulls).set(step.job.id, await memory.pullStateOf(step.job));
      return { ...progress, known: { ...known, pulls } };
    }
    case 'read-cause':
      return { ...progress, known: { ...known, cause: await memory.readCause(false) } };
    case 'read-queue':
      return readQueue(progress, handling);
    case 'announce':
      return announce(step, progress, handling);
    case 'dismiss': {
      const dismissed = new Map(known.dismissed).set(step.job, step.instead);
      return withoutQueue({ ...progress, known: { ...known, dismissed } });
    }
    case 'announce-again':
    case 'wait-for-suspect':
    case 'wait-behind':
    case 'wait-for-job':
      return waitFor(step, progress, handling);
  }
}

/** How far the run is after a wait; its outcome if the wait ends it. */
async function waitFor(
  step: Doing<'announce-again' | 'wait-for-suspect' | 'wait-behind' | 'wait-for-job'>,
  progress: Progress,
  { waiting, report, ask, thread }: Handling,
): Promise<Progress | Outcome> {
  const { known, turn } = progress;
  switch (step.do) {
    case 'wait-for-suspect': {
      const settled = await waitForSuspect(step.job, step.link, waiting);
      return settled.kind === 'ended' ? settled.outcome : { ...progress, known: { ...known, suspect: settled.kind } };
    }
    case 'announce-again': {
      const isShown = await report.waiting(step.behind);
      await pauseAhead(turn?.began ?? 0, waiting);
      const { announced } = known;
      const said = announced && isShown ? { announced: { ...announced, behind: step.behind } } : {};
      return withoutQueue({ ...progress, known: { ...known, ...said } }, step.behind);
    }
    case 'wait-behind': {
      const own = known.announced?.own ?? Number.POSITIVE_INFINITY;
      const place = { own, thread: ask.thread, began: turn?.began ?? 0, readAgain: thread.readAgain };
      return (await waitBehind(step, place, waiting)) ?? withoutQueue(progress, step.job ?? null);
    }
    case 'wait-for-job':
      return (await waitForJob(step, waiting)) ?? withoutQueue(progress, step.job.id);
  }
}

/** Says in the status comment that the request is about to be sent. If that took too long, the queue is read again. */
async function announceSend(step: Doing<'submit'>, progress: Progress, { report, waiting }: Handling): Promise<Result> {
  const { to, after, note } = step;
  const { turn } = progress;
  report.describe(to ? { before: snapshotOf(to), previous: after?.comment, note } : { note });
  await report.starting();
  if (waiting.signal.aborted) return CANCELLED;
  if (isLate(waiting)) return tooLateFor(progress);
  if (!turn || waiting.clock.now() - turn.readAt <= MAX_DECISION_MS) return { send: step };
  // An outage may have lasted longer than the lease, so that others passed.
  await report.waiting(to?.id ?? null);
  await pauseAhead(turn.began, waiting);
  return withoutQueue(progress);
}

const withoutQueue = (progress: Progress, behind = progress.behind): Progress => ({
  ...progress,
  behind,
  known: { ...progress.known, queue: 'outdated' },
});

function readJob({ job, isEarlier }: Doing<'read-job'>, progress: Progress, handling: Handling) {
  const { ask, waiting, reading } = handling;
  const {
    inThread,
    known: { queue },
  } = progress;
  const records = ask.wanted?.kind === 'job' || !queue || queue === 'outdated' ? [] : queue;
  return isEarlier ? readAnswer(job, inThread, waiting, reading) : readEarlierJob(job, records, waiting);
}

/** Reads the job of an earlier request. If it seems lost, it may work on a request in another thread. */
async function readAnswer(
  job: string,
  inThread: readonly StatusRecord[],
  effects: TurnEffects,
  reading: ThreadReadingEffects,
): Promise<EarlierJob> {
  const read = await readEarlierJob(job, inThread, effects);
  if (read.kind !== 'lost') return read;
  return readEarlierJob(job, united(inThread, await readAllThreads(reading)), effects);
}

/** Creates the status comment, and reads the thread again when that is shown: another run may have announced the same request. */
async function announce(
  { note, behind, replaced }: Doing<'announce'>,
  { known }: Progress,
  { report, thread, reading, context, timeout }: Handling,
): Promise<Progress> {
  report.describe({ note });
  await report.announce(behind);
  for (const record of replaced) await removeFormer(record, thread);
  await untilShown(context, timeout);
  const second = await readThread(known.first, reading);
  const own = thread.comment.ref?.id ?? Number.POSITIVE_INFINITY;
  const announced = { own, behind, second, changed: changedSince(known.first, second, own) };
  return { known: { ...known, jobs: new Map(), announced }, inThread: second, behind };
}

/** Deletes the status comment of an earlier attempt. A re-run needs a new one, as the order of the ids shows which run announced first. */
async function removeFormer(record: StatusRecord, thread: ReportThread): Promise<void> {
  const former = thread.handle();
  former.adopt(record);
  await former.remove();
}

/** Reads all requests before this one, in whichever thread. The first time, those of its own thread were just read. */
async function readQueue(progress: Progress, { ask, memory, reading, context }: Handling): Promise<Progress> {
  const readAt = context.clock.now();
  const { known, turn } = progress;
  const inThread = turn ? await readThread(progress.inThread, reading) : progress.inThread;
  const ofCause = ask.wanted?.kind === 'cause' ? await memory.readCause(true) : [];
  const queue = united(ofCause, inThread, await readAllThreads(reading));
  return {
    ...progress,
    inThread,
    turn: { began: turn?.began ?? readAt, readAt },
    known: { ...known, queue, jobs: new Map(), pulls: new Map() },
  };
}

/** Waits for the job of an earlier request, in the status comment of that. */
async function join(
  { record, job, isOwn }: Doing<'join'>,
  { known }: Progress,
  { report, thread, polling, context }: Handling,
): Promise<Outcome> {
  if (known.announced) await report.retract(record.comment.url);
  if (context.signal.aborted) return CANCELLED;
  const { before, previous, mentioned } = record.marker;
  if (isOwn) {
    thread.comment.adopt(record);
    const url = previous && urlOfComment(record.comment.url, previous);
    const place = previous && url ? { id: previous.comment, issueNumber: previous.thread, url } : undefined;
    report.describe({ before, previous: place, mentioned });
  } else report.adopt(record);
  return attachAndWait(job, pollOriginOf(before), polling);
}

async function stop(
  { outcome, because, continues }: Doing<'stop'>,
  { known }: Progress,
  { report, thread }: Handling,
): Promise<Outcome> {
  if (!because) return outcome;
  if (known.announced) await report.retract(because.comment.url);
  if (continues === 'own') thread.comment.adopt(because);
  if (continues === 'other') report.adopt(because);
  return outcome;
}

/** Submits the request, and waits for its end. */
function send({ to, after }: Doing<'submit'>, handling: Handling): Promise<Outcome> {
  const {
    ask,
    prompt,
    polling,
    thread,
    memory: { statusComments },
    context,
  } = handling;
  if (!to) return create(prompt, ask.wanted, handling);
  async function onStarted() {
    if (!after || !statusComments || context.signal.aborted) return;
    const { runsUrl } = context.runner.context;
    await markContinued({ record: after, by: thread.comment.ref, statusComments, runsUrl });
  }
  return submitAndWait(prompt, { kind: 'follow-up', job: to }, { ...polling, onStarted });
}

/** Sends a request without a thread, where nothing is known of earlier ones. @param note warns in log and job summary. */
export async function handleWithoutThread(
  { identity, wanted, mayNotSend, prompt }: Omit<Asked, 'pull'>,
  mayComment: boolean,
  effects: HandlingEffects,
): Promise<Outcome> {
  if (mayNotSend) return mayNotSend;
  if (identity.attempt > 1) effects.reporter.noted(mayComment ? NO_THREAD : NO_COMMENT, 'warn');
  if (wanted?.kind === 'thread' && wanted.orElse === 'skip') return NO_JOB;
  return create(prompt, wanted, effects);
}

/** Creates a job. With `pull-request: reuse`, warns if the next run will fail, as it cannot know whether the pull request is open. */
async function create(
  prompt: string,
  wanted: FollowUpTarget | undefined,
  { polling, memory, reporter }: HandlingEffects,
): Promise<Outcome> {
  const outcome = await submitAndWait(prompt, { kind: 'create' }, { ...polling, onStarted: async () => {} });
  if (wanted?.kind !== 'cause' || outcome.verdict !== 'pull-request') return outcome;
  const state = await memory.pullEndOf(outcome.job);
  if (state?.kind === 'unreadable') reporter.noted(`${state.error.message} ${state.error.remedy}`, 'warn');
  return outcome;
}

const NO_THREAD =
  'This is a re-run without a thread, so the result of the first attempt is unknown and a second job may be created. ' +
  'Set `issue-number` to report in a thread.';
const NO_COMMENT =
  'This is a re-run with `comment: false`, so the result of the first attempt is unknown and a second job may be created.';
