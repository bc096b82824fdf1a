import { agentOf } from '../agent.ts';
import type { Comment, OpenedPull } from '../github.ts';
import type { Occasion } from '../occasion.ts';
import { readComment } from '../wording.ts';
import type { Process, World } from '../world.ts';
import { DAY_MS } from '../world.ts';
import { agentPullOf, newestCommitOf } from './no-loops.ts';
import { keyOf } from './one-job.ts';

/** Whether a run is right to be skipped: its event is no request, or another run is at work on the same one. */
export function mayBeSkipped(process: Process, world: World): boolean {
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

/** Whether a run that was skipped can only be a duplicate of runs that were skipped themselves. */
export function isLost(process: Process, world: World): boolean {
  const originals = originalsOf(process, world);
  return originals.length > 0 && originals.every(({ result }) => result?.outputs.verdict === 'skipped');
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

/** The commit whose deployment ended. */
const deployedIn = ({ event }: Occasion): unknown => Object(Object(event.payload).workflow_run).head_sha;

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
 * Whether the event is one of a person's pull request that was opened while a job may have been at work, by an account that may be the
 * agent's. Then log and summary say how to ask.
 */
function isSuspected({ occasion, result }: Process, world: World): boolean {
  const { thread, event } = occasion;
  const commit = newestCommitOf(event);
  const pulls = [...world.github.pulls.values()];
  const opened = pulls.find(({ pull, thread: { number } }) =>
    commit ? commit === pull.merge?.sha : number === thread,
  );
  const { began = 0, ended = 0 } = result ?? {};
  if (!opened || !mayBeAgents(opened, { began, ended }, world)) return false;
  const words = commit ? [`#${opened.thread.number}`, 'compare'] : ['/docs'];
  const texts = [result?.summary.replaceAll('&#8203;', '') ?? '', result?.log.map(({ text }) => text).join('\n') ?? ''];
  world.count(`skipped as suspected: ${event.name}`);
  return texts.every((text) => words.every((word) => text.includes(word)));
}

const AFTER_END_MS = 600_000;

/** @param run when it was judged, in milliseconds since the history began. */
function mayBeAgents(
  { author, thread: { createdAt } }: OpenedPull,
  { began, ended: now }: { readonly began: number; readonly ended: number },
  world: World,
): boolean {
  const comments = world.github.repository.comments.filter(({ id }) => world.authors.has(id));
  const textAt = ({ texts }: Comment) => texts.findLast(({ at }) => at <= now);
  const kindAt = (comment: Comment) => readComment(textAt(comment)?.body ?? '')?.kind;
  // The action searches the comments of the last 14 days.
  const isRecent = (comment: Comment) => (textAt(comment)?.at ?? 0) > now - 14 * DAY_MS;
  const isShown = (comment: Comment) => comment.createdAt + world.setup.lag.created <= began;
  const isReadable = ({ id }: Comment) => !world.unreadable.has(id); // people or another key may have spoiled it
  const isKnown = comments.some(
    (each) => kindAt(each) === 'opened' && isReadable(each) && isRecent(each) && isShown(each),
  );
  if (isKnown && author !== agentOf(world.setup)) return false;
  /** The texts that the run may have read: an edit is shown later. */
  const textsOf = ({ texts }: Comment) =>
    texts.filter(({ at }, index) => {
      const { at: replacedAt = Number.POSITIVE_INFINITY } = texts[index + 1] ?? {};
      return at <= now && replacedAt + world.setup.lag.edited > began;
    });
  const isSuspect = (comment: Comment, { at, body }: Comment['texts'][number]) => {
    const { marker, claims } = readComment(body) ?? {
      marker: { state: body.includes('<!-- ') ? 'unknown' : 'unsent' },
    };
    const isKnownLink = body.startsWith('**✅ Pull request'); // after a follow-up, it may be the one before
    if (!marker || isKnownLink || claims?.nothing || /^(?:opened|waiting|unsent|notice)$/.test(marker.state))
      return false;
    const isEnded = marker.state.startsWith('ended');
    const until = Math.min(comment.createdAt + DAY_MS, isEnded ? at + AFTER_END_MS : now);
    return comment.createdAt - 1_000 <= createdAt && createdAt <= until + 1_000; // GitHub's times are whole seconds
  };
  return comments.some((comment) => textsOf(comment).some((text) => isSuspect(comment, text)));
}
