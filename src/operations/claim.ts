import type { Job } from '../agent/job.ts';
import { type Since, sinceOf } from '../agent/watch.ts';
import { GitHubError, InputError, ServiceError } from '../errors.ts';
import { once } from '../once.ts';
import type { Outcome } from '../report/outcome.ts';
import type { Phrase } from '../report/phrase.ts';
import type { Thread } from '../thread/open-thread.ts';
import { isOwn, type Plan, plan, type Wish } from '../thread/plan.ts';
import { urlOfComment } from '../thread/record-card.ts';
import type { StatusRecord } from '../thread/records.ts';
import type { ThreadReport } from '../thread/thread-report.ts';
import { type LookEffects, type NextStep, nextStep, stepForTarget } from './next-step.ts';

/** What a run may do about its wish. */
export type Claim =
  | Extract<NextStep, { kind: 'create' | 'follow-up' }>
  /** The job was asked for already. */
  | { readonly kind: 'attach'; readonly job: Job; readonly since: Since }
  /** There is nothing to do any more. */
  | { readonly kind: 'ended'; readonly outcome: Outcome };

export interface ClaimEffects extends LookEffects {
  readonly thread: Thread;
  readonly report: Pick<ThreadReport, 'place' | 'resume' | 'observe' | 'withdraw'>;
  /** Says in the thread that the service is about to be asked. @throws GitHubError when that is not confirmed. */
  readonly announce: () => Promise<void>;
  /** False where nothing may be spent: what is there is looked for, and nothing said of asking for more. */
  readonly maySpend: boolean;
  readonly log: (line: string) => void;
  readonly warn: (line: string) => void;
  /** The whole of it, in milliseconds. */
  readonly budget: number;
}

/** Milliseconds between our first word in the thread and the second look: GitHub promises no read after a write. */
const PAUSE = 2_000;
/** How often a list is read that lacks our own comment. */
const LOOKS = 4;
/** Of the budget, at most. */
const SHARE = 0.25;
/** Between two looks while another run may be starting a job: a share of the time waited, within bounds, in milliseconds. */
const LOOK_AGAIN = { share: 0.1, min: 3_000, max: 60_000 } as const;

/**
 * One wish, one job: says in the thread that the service is about to be asked, looks again, and claims the wish only if nobody
 * had it before.
 * @param target the job to go on with, where the workflow names it.
 * @throws GitHubError when the thread cannot be read: nothing may be spent then.
 */
export async function claim(wish: Wish, target: string | undefined, effects: ClaimEffects): Promise<Claim> {
  const sayOnce = once(effects.log);
  const warn = once(effects.warn);
  let awaited: StatusRecord['comment'] | undefined;
  const patience = createPatience(effects);
  const place = placer(effects);
  let seen: readonly StatusRecord[] = [];
  for (let isAnnounced = false; ; ) {
    const stop = stopNow(effects, awaited?.url);
    if (stop) return stop;
    seen = await readThread(seen, warn, effects);
    const older = olderThanOurs(seen, isAnnounced, effects);
    const planned = plan(isAnnounced ? asFirst(wish) : wish, older, awaited?.id);
    const step = await stepFor(planned, older, target, effects);
    switch (step.kind) {
      case 'await':
        sayOnce(`Another run may just be starting a job; waiting for it: ${step.record.comment.url}`);
        if (step.isSameWish) awaited = step.record.comment;
        isAnnounced = await yieldTo(isAnnounced, step, effects);
        await patience();
        break;
      case 'attach':
      case 'tell':
        return join(step, wish, isAnnounced, effects);
      case 'fail':
        return stopNow(effects) ?? ended(step.outcome);
      case 'create':
      case 'follow-up':
        place(step);
        if (isAnnounced || !(await announce(older, wish, effects))) return step;
        isAnnounced = true;
    }
  }
}

/** The second look does not see what the first one went by, so why it is a new job is kept from that. */
function placer({ report, maySpend }: ClaimEffects) {
  let note: Phrase | undefined;
  return ({ kind, placing }: Extract<NextStep, { kind: 'create' | 'follow-up' }>): void => {
    if (!maySpend) return;
    note ??= placing.note;
    report.place({ ...placing, note: kind === 'create' ? note : undefined });
  };
}

/** Once it speaks in a comment of its own, it is no second attempt any more. */
const asFirst = (wish: Wish): Wish => ({ ...wish, attempt: 1 });

function createPatience({ clock, signal, deadline }: ClaimEffects): () => Promise<void> {
  const began = clock.now();
  const { share, min, max } = LOOK_AGAIN;
  return () => {
    const pause = Math.min(Math.max((clock.now() - began) * share, min), max);
    return clock.sleep(Math.min(pause, Math.max(0, deadline - clock.now())), signal);
  };
}

/** @param awaited the comment of another run that was waited for. */
function stopNow({ signal, clock, deadline }: ClaimEffects, awaited?: string): Claim | undefined {
  if (signal.aborted) return ended({ verdict: 'cancelled', job: undefined });
  if (clock.now() < deadline) return undefined;
  return ended({ verdict: 'error', problem: awaited ? nobodyTold(awaited) : tooLate(), job: undefined });
}

/** The requests of others in the thread. @param before those of the last look: GitHub's list may lag. */
async function readThread(
  before: readonly StatusRecord[],
  warn: (line: string) => void,
  effects: ClaimEffects,
): Promise<readonly StatusRecord[]> {
  const { thread, clock, signal } = effects;
  let seen = before;
  for (let look = 1; look <= LOOKS; look++) {
    const { records, ignored, lacksOwn } = await thread.read(seen);
    for (const { url, why } of ignored) warn(`A status comment is ignored, as ${why}: ${url}`);
    if (!lacksOwn || signal.aborted) return records;
    seen = records;
    await clock.sleep(PAUSE, signal);
  }
  throw laggingList();
}

/** Without those that are about to ask and must yield to ours: they began after it. A job that is there counts, whoever began. */
function olderThanOurs(
  seen: readonly StatusRecord[],
  isAnnounced: boolean,
  { thread }: ClaimEffects,
): readonly StatusRecord[] {
  const own = isAnnounced ? thread.comment.ref?.id : undefined;
  return seen.filter(({ comment, marker }) => own === undefined || comment.id < own || marker.state !== 'starting');
}

/** Where the workflow names a job, there is no new one. */
async function stepFor(
  planned: Plan,
  older: readonly StatusRecord[],
  target: string | undefined,
  effects: LookEffects,
): Promise<NextStep> {
  // What was read of the thread is only a part.
  if (effects.signal.aborted) return { kind: 'fail', outcome: { verdict: 'cancelled', job: undefined } };
  const step = await nextStep(planned, effects);
  return step.kind === 'create' && target !== undefined ? stepForTarget(target, older, effects) : step;
}

/** Gives whether our own word still stands: of the same wish the other run will tell, so ours must not say that a job is asked for. */
async function yieldTo(
  isAnnounced: boolean,
  { record, isSameWish }: Extract<NextStep, { kind: 'await' }>,
  { report }: ClaimEffects,
): Promise<boolean> {
  if (isAnnounced && isSameWish) await report.withdraw(record.comment.url);
  return isAnnounced && !isSameWish;
}

/** Says it, and gives the others time to see it. Gives false where nothing may be spent, and so nothing is said. */
async function announce(older: readonly StatusRecord[], wish: Wish, effects: ClaimEffects): Promise<boolean> {
  const { thread, clock, signal, budget, maySpend } = effects;
  if (!maySpend) {
    adoptOwn(older, wish, effects);
    return false;
  }
  await effects.announce();
  // A run that is run again has a new comment too, as its number says who spoke first; the former one goes.
  for (const former of older.filter((record) => isOwn(record, wish))) {
    const comment = thread.handle();
    comment.adopt(former);
    await comment.remove();
  }
  await clock.sleep(Math.min(PAUSE, budget * SHARE), signal);
  return true;
}

/** Where a former attempt spoke, it is told why nothing is asked for now. */
function adoptOwn(older: readonly StatusRecord[], wish: Wish, { thread }: ClaimEffects): void {
  const own = older.find((record) => isOwn(record, wish));
  if (own) thread.comment.adopt(own);
}

/** Goes with a request that was there before: in its comment, if nobody else writes there any more. */
async function join(
  { record, ...step }: Extract<NextStep, { kind: 'attach' | 'tell' }>,
  wish: Wish,
  isAnnounced: boolean,
  { thread, report }: ClaimEffects,
): Promise<Claim> {
  const { comment, marker, isAlive } = record;
  const { before, previous: id, mentioned } = marker;
  if (isAnnounced) await report.withdraw(comment.url);
  if (isOwn(record, wish)) {
    thread.comment.adopt(record);
    report.place({ before, previous: id === null ? undefined : { id, url: urlOfComment(comment.url, id) }, mentioned });
  } else if (isAlive) report.observe(record);
  else report.resume(record);
  if (step.kind === 'tell') return ended({ verdict: 'unconfirmed', problem: nobodyKnows(comment.url) });
  return { kind: 'attach', job: step.job, since: sinceOf(before) };
}

const ended = (outcome: Outcome): Claim => ({ kind: 'ended', outcome });

export const tooLate = () =>
  new InputError(
    'The budget was over before the service could be asked.',
    'Nothing was spent. Set a longer `timeout`.',
  );

const laggingList = () =>
  new GitHubError(
    "GitHub's list of the thread does not show the status comment that was just created, so it may lack others too.",
    'Nothing was spent. Run it again later.',
  );

const nobodyKnows = (url: string) =>
  new ServiceError(
    `It was asked for before, and nobody knows whether a job came of it: ${url}`,
    'Look for its pull request in the repository of the documentation.',
  );

const nobodyTold = (url: string) =>
  new ServiceError(
    `Another run was about to ask for the same, and has not said what came of it: ${url}`,
    'Nothing was spent here. Run it again when that one has ended; its comment says then how to ask anew.',
  );
