import type { Outcome } from '../outcome.ts';
import { markContinued, urlOfComment } from '../report/earlier-comments.ts';
import { pollOriginOf } from '../service/job.ts';
import type { FollowUpTarget } from '../thread/job-to-continue.ts';
import { NO_JOB } from './next-step.ts';
import { type Asked, CANCELLED, type Doing, type Handling, type HandlingEffects, type Progress } from './progress.ts';
import { attachAndWait, submitAndWait } from './submit-and-wait.ts';

/** Waits for the job of an earlier request, in the status comment of that. */
export async function join(
  { record, job, isOwn }: Doing<'join'>,
  { known }: Progress,
  { report, thread, polling, context }: Handling,
): Promise<Outcome> {
  if (known.announced) await report.retract(record.comment.url);
  if (context.signal.aborted) return CANCELLED;
  const { nonce, before, previous, mentioned } = record.marker;
  if (isOwn) {
    thread.comment.adopt(record);
    const url = previous && urlOfComment(record.comment.url, previous);
    const place = previous && url ? { id: previous.comment, issueNumber: previous.thread, url } : undefined;
    report.describe({ nonce, before, previous: place, mentioned });
  } else report.adopt(record);
  return attachAndWait(job, pollOriginOf(before), polling);
}

export async function stop(
  { outcome, because, continues }: Doing<'stop'>,
  { known }: Progress,
  { report, thread }: Handling,
): Promise<Outcome> {
  if (!because) return outcome;
  if (known.announced) await report.retract(because.comment.url);
  if (continues === 'own') {
    thread.comment.adopt(because);
    report.describe({ nonce: because.marker.nonce });
  }
  if (continues === 'other') report.adopt(because);
  return outcome;
}

/** Submits the request, and waits for its end. */
export function send({ to, after }: Doing<'submit'>, handling: Handling): Promise<Outcome> {
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
    await markContinued(after, thread.comment.ref, statusComments);
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
