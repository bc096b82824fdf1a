import type { Outcome } from '../outcome.ts';
import { hashOf } from '../thread/marker.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { PullOrigin } from './agent-pulls.ts';
import { announce, announceSend, readJob, readQueue } from './announce.ts';
import { join, send, stop } from './join-or-send.ts';
import type { Memory } from './memory.ts';
import { nextStep } from './next-step.ts';
import {
  type Asked,
  CANCELLED,
  type Conversation,
  type Doing,
  type Handling,
  type HandlingEffects,
  isLate,
  type Progress,
  type Result,
  tooLateFor,
  withoutQueue,
} from './progress.ts';
import type { Ask, Known, Step } from './steps.ts';
import { waitForSuspect } from './suspects.ts';
import { pauseAhead, type TurnEffects, waitBehind, waitForJob } from './wait-for-turn.ts';

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
  const jobs = { service, clock, signal, deadline, log: runner.log };
  const waiting: TurnEffects = { ...jobs, report, onReading: reporter.read, onWaiting: reporter.waiting };
  const first = await thread.read([]);
  const ask = await askIn(first, asked, conversation, memory);
  const handling: Handling = { ...conversation, ...effects, ask, prompt: asked.prompt, waiting };
  const known: Known = { first, jobs: new Map(), pulls: new Map(), dismissed: new Map() };
  const progress: Progress = { known, inThread: first };
  return { handling, progress };
}

async function takeStep(step: Step, progress: Progress, handling: Handling): Promise<Result> {
  const { waiting } = handling;
  if (waiting.signal.aborted) return CANCELLED;
  // Before the request waits for its turn, a job that exists is joined, however late.
  const endsAnyway = step.do === 'join' || step.do === 'stop' || (step.do === 'read-job' && step.isEarlier);
  if (isLate(waiting) && (progress.turn || !endsAnyway)) return tooLateFor(progress);
  if (step.do === 'join') return join(step, progress, handling);
  if (step.do === 'stop') return stop(step, progress, handling);
  try {
    return await (step.do === 'submit' ? announceSend(step, progress, handling) : perform(step, progress, handling));
  } catch (error) {
    if (!progress.turn || !isLate(waiting)) throw error;
    return tooLateFor(progress); // the timeout cut off the request to GitHub
  }
}

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
  const isCommand = identity.asksOnce && wanted?.kind === 'thread' && wanted.orElse !== 'skip';
  if (origin.kind === 'person' || !isCommand) return { ...ask, identity };
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
  const { memory, ask } = handling;
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
      return { ...progress, known: { ...known, cause: await memory.readCause(false, ask.thread) } };
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
      return withoutQueue({ ...progress, known: { ...known, ...said } });
    }
    case 'wait-behind': {
      const own = known.announced?.own ?? Number.POSITIVE_INFINITY;
      const place = { own, thread: ask.thread, began: turn?.began ?? 0, readAgain: thread.readAgain };
      return (await waitBehind(step, place, waiting)) ?? withoutQueue(progress);
    }
    case 'wait-for-job':
      return (await waitForJob(step, waiting)) ?? withoutQueue(progress);
  }
}
