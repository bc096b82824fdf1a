import type { Comment } from '../github.ts';
import { readComment } from '../wording.ts';
import type { Process, World } from '../world.ts';
import { agentPullOf, isOwnWork } from './no-loops.ts';
import { isLabel, keyOf, requestOf } from './one-job.ts';
import type { RuleOf } from './rule.ts';
import { disturbanceOf } from './visible-reasons.ts';

/**
 * No request of a person is lost: without a fault or an interruption, none is skipped although no
 * other run works on it.
 */
export const skips: RuleOf = (world, judge) => ({
  onEnd(process) {
    const { result, what, name } = process;
    if (result?.outputs.verdict !== 'skipped' || what === 'post') return;
    const { copier, lag } = world.setup;
    const isCopyFirst =
      copier !== undefined && lag.created > 0 && 'a list may show a copy before its original';
    const isWrong = !mayBeSkipped(process, world);
    const excuse = isWrong && (disturbanceOf(process, world) ?? isCopyFirst);
    const problem = `${name} is skipped, and no other run works on its request: ${result.log.at(-1)?.text}`;
    judge('skips have a reason', excuse, isWrong && problem);
  },
  atEnd() {
    for (const process of world.processes) {
      if (process.what !== 'main' || process.result?.outputs.verdict !== 'skipped') continue;
      // It can only be a duplicate of runs that were skipped themselves.
      const originals = originalsOf(process, world);
      const isLost =
        originals.length > 0 &&
        originals.every(({ result }) => result?.outputs.verdict === 'skipped');
      const problem =
        isLost && `${process.name} is skipped, and so are all runs with the same request`;
      judge('duplicates have an original', false, problem);
    }
  },
});

/**
 * Whether a run is right to be skipped: its event is no request, or another run is at work on the
 * same one.
 */
function mayBeSkipped(process: Process, world: World): boolean {
  const { kind, event } = process.occasion;
  if (isOwnWork(process.occasion, world) || originalsOf(process, world).length > 0) return true;
  if (kind === 'follow-up') return hasNoJob(process, world);
  if (kind === 'command' || kind === 'review') return false;
  const { action, pull_request: pull } = Object(event.payload);
  const isUnused =
    (action === 'synchronize' && world.setup.pullRequest === 'new') ||
    pull?.draft ||
    action === 'closed';
  return isUnused || agentPullOf(process, world) !== undefined;
}

/** Whether the newest request of the thread that may have been sent is not known to have a job. */
function hasNoJob(
  { occasion, result, env }: Process,
  { github, unreadable, authors }: World,
): boolean {
  const began = result?.began ?? 0;
  const markers = github.repository.comments
    .filter(({ id, thread }) => thread.number === occasion.thread && !unreadable.has(id))
    .filter(({ id }) => authors.get(id)?.env['INPUT_PROJECT-ID'] === env['INPUT_PROJECT-ID'])
    // each leg of a matrix has its own jobs
    .filter(({ id }) => authors.get(id)?.occasion.legs === 1)
    .map(({ texts }) => readComment(texts.findLast(({ at }) => at < began)?.body ?? '')?.marker);
  const newest = markers.findLast((marker) => marker && !/^(?:unsent|waiting)$/.test(marker.state));
  return newest?.job === undefined;
}

/**
 * Who created or wrote status comments of the same request that had a lease when the run could read
 * them.
 */
function originalsOf(process: Process, world: World): Process[] {
  const { github, authors, writers, setup } = world;
  const { leg, run, result } = process;
  const key = keyOf(process);
  const { began = 0, ended = 0 } = result ?? {};
  const isShown = ({ texts }: Comment) =>
    texts.some(({ at, body }, index) => {
      const until = at + (readComment(body)?.marker?.leaseSeconds ?? 0) * 1000 + ROUNDED_MS;
      const replaced = (texts[index + 1]?.at ?? Number.POSITIVE_INFINITY) + setup.lag.edited;
      return until > at + ROUNDED_MS && at < ended && until > began && replaced > began;
    });
  return github.repository.comments.flatMap((comment) => {
    const others = [authors.get(comment.id), writers.get(comment.id)].flatMap((by) =>
      by &&
      (by.run !== run || by.leg !== leg) &&
      keyOf(by) === key &&
      isSameRequest(by, process, world)
        ? [by]
        : [],
    );
    return isShown(comment) ? others : [];
  });
}

/** GitHub's times are whole seconds. */
const ROUNDED_MS = 1_000;

/**
 * Also another label in the same thread, or the opening of the pull request: which of them is
 * answered, the rule "one job" judges.
 */
const isSameRequest = (earlier: Process, by: Process, world: World): boolean =>
  requestOf(earlier, world) === requestOf(by, world) ||
  (isLabel(by) &&
    by.occasion.event.name === earlier.occasion.event.name &&
    by.occasion.thread === earlier.occasion.thread);
