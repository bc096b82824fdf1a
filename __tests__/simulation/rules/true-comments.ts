import type { Comment } from '../github.ts';
import { type Facts, PROOFS } from '../knowledge.ts';
import { endOf } from '../service.ts';
import { firstLineOf, type Kind, readComment, type Shown } from '../wording.ts';
import { type Process, signerOf, type World } from '../world.ts';
import { type RuleOf, wasHit } from './rule.ts';
import { isQueued } from './turns.ts';

/** No comment says what its writer knew to be false, and none stays open. */
export const trueComments: RuleOf = (world, judge) => ({
  onExchange({ by, written }) {
    if (!written?.shown) return;
    const { text, shown } = written;
    const isGone = shown.mentions !== undefined && !world.github.comment(shown.mentions);
    const told = problemsOf(shown, by, jobOf(shown, world)).map(
      (problem) => problem && `${by.name} writes “${firstLineOf(text)}”, but ${problem}`,
    );
    judge(
      'comments say what is known',
      isGone && 'the status comment of a mention is gone',
      ...told,
    );
  },
  atEnd() {
    for (const comment of world.github.repository.comments) {
      const shown = readComment(comment.body);
      if (!shown?.marker || comment.author.login !== 'github-actions[bot]') continue;
      const isEndless = world.service.jobs.get(shown.marker.job ?? '')?.plan.end === 'stuck';
      const isOpen = OPEN.test(shown.marker.state) && !(isEndless && !AT_WORK.includes(shown.kind));
      const told = `“${firstLineOf(comment.body)}”, written by ${world.writers.get(comment.id)?.name}`;
      const problem =
        isOpen && `comment ${comment.id} in #${comment.thread.number} still says ${told}`;
      judge('comments end', excuseForOpen(comment, shown, world), problem);
    }
  },
});

/** The job of the request. People may have edited the status comment of a mention since. */
function jobOf({ marker, mentions }: Shown, { github }: World): string | undefined {
  const texts = mentions === undefined ? undefined : github.comment(mentions)?.texts;
  const shown = texts
    ?.map(({ body }) => readComment(body)?.marker)
    .findLast((each) => each !== undefined);
  return texts ? shown?.job : marker?.job;
}

/** Waits for a link, or for the work on a follow-up. */
const maySettle = ({ reading, last }: Facts) =>
  last?.kind !== 'create' || (reading?.status === 'completed' && reading.prLink === null);

/** What must be true for a comment of another kind. */
const OTHER_PROOFS: typeof PROOFS = {
  starting: ({ last }) => last === undefined,
  working: (facts) => facts.reading?.status === 'active' || maySettle(facts),
};

function problemsOf({ kind, claims }: Shown, { knowledge }: Process, job = '') {
  const { readings, submits, failures } = knowledge;
  const reading = readings.get(job);
  const last = submits.at(-1);
  if ({ ...PROOFS, ...OTHER_PROOFS }[kind]?.({ reading, last }) === false)
    return [
      `it last read ${job} as ${reading?.status} with ${reading?.prLink}, and its last request was ${last?.answer}`,
    ];
  const mayBeSent = submits.some(
    ({ answer }) => answer === 'accepted' || answer === 'unclear' || answer === 'none',
  );
  const failed = failures.get(job) ?? 0;
  const isOver = reading !== undefined && reading.status !== 'active' && failed === 0;
  const claimed = claims.failures && (Number.parseInt(claims.failures, 10) || 1);
  return [
    claims.nothing && mayBeSent && 'its request may have been accepted',
    claims.running && isOver && `it last read ${job} as ${reading.status}`,
    claims.failures !== undefined && claimed !== failed && `${failed} failed`,
  ];
}

const OPEN = /^(?:starting|waiting|open)$/;
/** A run works on the request. */
const AT_WORK: readonly Kind[] = ['starting', 'waiting', 'working'];

/**
 * Faults have stopped, every job has ended or never does, and a sweep ran: why a comment may be
 * open all the same.
 */
function excuseForOpen(comment: Comment, { marker }: Shown, world: World): string | false {
  const { github, unreadable, service, apiKey } = world;
  return (
    (unreadable.has(comment.id) && 'it cannot be read') ||
    (service.jobs.get(marker?.job ?? '')?.plan.refusedAs !== undefined &&
      'the service refuses to show its job') ||
    // A run that began before the API key was replaced signs with the old one.
    (signerOf(comment.id, world) !== apiKey && 'its key was replaced') ||
    (github.isClosed(comment.thread.number) && 'its thread is locked or was moved') ||
    (isSecondTry(comment, world) && 'it was created twice')
  );
}

/**
 * After a lost answer, the action reads the list for 3 s. One that lags for longer shows the first
 * comment after a second one was created.
 */
const isSecondTry = ({ id, thread, createdAt }: Comment, { github }: World): boolean =>
  github.lag.created > LOOKED_FOR_AGAIN_MS &&
  github.repository.comments.some(
    (other) => other.id < id && other.thread === thread && createdAt - other.createdAt < 15_000,
  );

const ENDS: ReadonlySet<string | undefined> = new Set([
  'pull-request',
  'no-changes',
  'failed',
  'archived',
]);

/** A run that waits reports no end of work that a later request of another run asked for. */
export const ownEnds: RuleOf = (world, judge) => ({
  onEnd(process) {
    const { what, occasion, run, name, result, sent } = process;
    const { jobId = '', verdict } = result?.outputs ?? {};
    const job = world.service.jobs.get(jobId);
    const senders = world.senders.get(jobId) ?? [];
    const last = senders.at(-1);
    if (what !== 'main' || !ENDS.has(verdict) || !job || !last || !senders.includes(process))
      return;
    const read = sent.findLast(({ line }) => line.endsWith(`/job/${jobId}`))?.at ?? 0;
    const isLater = last.run !== run && read >= Math.max(job.prompts.at(-1)?.at ?? 0, endOf(job));
    const problem =
      isLater &&
      `${name} (${occasion.kind}) ends ${verdict}, which is the end of what ${last.name} sent`;
    judge('ends are its own', isLater && excuseForOthersEnd(process, last, world), problem);
  },
});

/** Why the run could not read which request came later. */
const excuseForOthersEnd = (process: Process, last: Process, world: World): string | false =>
  (world.forgotten.has(last.occasion.id) && 'people took away the status comment') ||
  ([process, last].some((by) => !isQueued(by, process.result?.outputs.jobId ?? '', world)) &&
    'one of them was made where the queue is not read') ||
  ([process, last].some((by) => wasHit(by)) && 'a fault hit it');

/** A comment that no answer named is looked for again after so many milliseconds. */
const LOOKED_FOR_AGAIN_MS = 3_000;

/**
 * When the post step of a run has ended, no comment says that the run is still at work, whatever
 * ended the run.
 */
export const postSteps: RuleOf = (world, judge) => ({
  onEnd(process) {
    if (process.what !== 'post' || process.result?.exitCode !== 0) return;
    for (const comment of world.github.repository.comments) {
      const shown = readComment(comment.body);
      if (!shown?.marker || world.writers.get(comment.id)?.step !== process.step) continue;
      const isLeft = AT_WORK.includes(shown.kind);
      const problem =
        isLeft && `${process.name} leaves comment ${comment.id} as “${firstLineOf(comment.body)}”`;
      judge('post steps correct comments', isLeft && excuseFor(process, comment, world), problem);
    }
  },
});

const excuseFor = (process: Process, comment: Comment, world: World): string | false => {
  const { thread, texts, createdAt } = comment;
  const isCopied =
    world.setup.copier !== undefined && world.github.lag.created > LOOKED_FOR_AGAIN_MS;
  return (
    // The run was killed before it knew the id of its comment.
    (texts.length === 1 &&
      (process.result?.ended ?? 0) - createdAt <
        Math.max(LOOKED_FOR_AGAIN_MS, world.github.lag.created) &&
      'lists do not show the comment yet') ||
    ((process.result?.ended ?? 0) - (texts.at(-1)?.at ?? 0) < 1_000 + world.setup.lag.edited &&
      world.setup.lag.edited > 0 &&
      'lists do not show the last edit yet') ||
    (wasHit(process) && 'a fault hit it') ||
    (world.github.isClosed(thread.number) && 'its thread was locked or moved') ||
    (isSecondTry(comment, world) && 'it was created twice') ||
    (isCopied && 'a list may show a copy before its original')
  );
};
