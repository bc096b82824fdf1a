import type { Comment } from '../github.ts';
import { deployedIn, type Occasion } from '../occasions.ts';
import { readComment } from '../wording.ts';
import type { Process, World } from '../world.ts';
import { agentPullOf, newestCommitOf, pullOf } from './no-loops.ts';
import { hasStrayCopy, keyOf, STRAY_COPY } from './one-job.ts';
import type { RuleOf } from './rule.ts';
import { disturbanceOf } from './visible-reasons.ts';

/** No request of a person is lost: without a fault or an interruption, none is skipped although no other run works on it. */
export const skips: RuleOf = (world, judge) => ({
  onEnd(process) {
    const { result, what, name } = process;
    if (result?.outputs.verdict !== 'skipped' || what === 'post') return;
    const excuse = disturbanceOf(process, world) ?? (hasStrayCopy(process, world) && STRAY_COPY);
    const problem = `${name} is skipped, and no other run works on its request: ${result.log.at(-1)?.text}`;
    judge('skips have a reason', excuse, !mayBeSkipped(process, world) && problem);
  },
  atEnd() {
    for (const process of world.processes) {
      if (process.what !== 'main' || process.result?.outputs.verdict !== 'skipped') continue;
      // It can only be a duplicate of runs that were skipped themselves.
      const originals = originalsOf(process, world);
      const isLost = originals.length > 0 && originals.every(({ result }) => result?.outputs.verdict === 'skipped');
      const problem = isLost && `${process.name} is skipped, and so are all runs with the same request`;
      judge('duplicates have an original', false, problem);
    }
  },
});

/** Whether a run is right to be skipped: its event is no request, or another run is at work on the same one. */
function mayBeSkipped(process: Process, world: World): boolean {
  const { kind, event } = process.occasion;
  if (isSuspected(process, world) || originalsOf(process, world).length > 0) return true;
  if (kind === 'follow-up') return hasNoJob(process, world);
  if (kind === 'command' || kind === 'review') return false;
  const isUnused = Object(event.payload).action === 'synchronize' && world.setup.pullRequest === 'new';
  return kind === 'agent' || isUnused || agentPullOf(process, world) !== undefined;
}

/** Whether the newest request of the thread that may have been sent is not known to have a job. */
function hasNoJob({ occasion, result, env }: Process, { github, unreadable, authors }: World): boolean {
  const began = result?.began ?? 0;
  const markers = github.repository.comments
    .filter(({ id, thread }) => thread.number === occasion.thread && !unreadable.has(id))
    .filter(({ id }) => authors.get(id)?.env['INPUT_PROJECT-ID'] === env['INPUT_PROJECT-ID'])
    .filter(({ id }) => authors.get(id)?.occasion.legs === 1) // each leg of a matrix has its own jobs
    .map(({ texts }) => readComment(texts.findLast(({ at }) => at < began)?.body ?? '')?.marker);
  const newest = markers.findLast((marker) => marker && !/^(?:unsent|waiting)$/.test(marker.state));
  return newest?.job === undefined;
}

/** Who created or wrote status comments of the same request that had a lease when the run could read them. */
function originalsOf(process: Process, { github, authors, writers, setup }: World): Process[] {
  const { occasion, leg, run, result } = process;
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
      by && (by.run !== run || by.leg !== leg) && keyOf(by) === key && isSameRequest(by.occasion, occasion) ? [by] : [],
    );
    return isShown(comment) ? others : [];
  });
}

/** GitHub's times are whole seconds. */
const ROUNDED_MS = 1_000;

const projectOf = ({ inputs }: Occasion): string | undefined => inputs['project-id'];

/** Also the request of another workflow of the same project. */
const isSameRequest = (one: Occasion, other: Occasion): boolean =>
  (one.event === other.event && one.kind === other.kind && projectOf(one) === projectOf(other)) ||
  (one.subject !== '' && one.subject === other.subject) ||
  (one.kind === 'follow-up' && other.kind === 'follow-up' && one.inputs['job-id'] === other.inputs['job-id']) ||
  (deployedIn(one) !== undefined && deployedIn(one) === deployedIn(other)) ||
  // Opening and labeling the same commit is one request.
  (one.event.name === 'pull_request' && other.event.name === 'pull_request' && one.thread === other.thread);

/**
 * Whether the event is one of a person's pull request that was opened after a request was made, so that it may be the agent's. Then log and
 * summary say how to ask. Quiet histories show that no other one is suspected: see the rule "exact counts".
 */
function isSuspected({ occasion, result }: Process, world: World): boolean {
  const { github, authors, count } = world;
  const opened = pullOf(occasion, world);
  const openedAt = opened?.thread.createdAt ?? 0;
  const wasAsked = github.repository.comments.some(
    ({ id, createdAt }) => authors.has(id) && createdAt - ROUNDED_MS <= openedAt,
  );
  if (!opened || !wasAsked) return false;
  const words = newestCommitOf(occasion.event) ? [`#${opened.thread.number}`, 'compare'] : ['/docs'];
  const texts = [result?.summary.replaceAll('&#8203;', '') ?? '', result?.log.map(({ text }) => text).join('\n') ?? ''];
  count(`skipped as suspected: ${occasion.event.name}`);
  return texts.every((text) => words.every((word) => text.includes(word)));
}
