import type { Comment } from '../github.ts';
import { firstLineOf, type Kind, readComment } from '../wording.ts';
import type { Process, World } from '../world.ts';
import { type RuleOf, wasHit } from './rule.ts';

interface Mention {
  readonly kind: Kind;
  readonly at: number;
  readonly step: string;
  /** When its process last edited the status comment. */
  readonly edited: number;
  /** GitHub refused to show the status comment to the process. */
  readonly isBlind: boolean;
}

/**
 * At most one mention per end, one for the first timeout, and one comment on a pull request per
 * job, unless two runs write it at the same moment, or GitHub refuses to show one of them what the
 * other one wrote meanwhile. The requester is mentioned for the end that the status comment shows,
 * also after a mention of a timeout or of another end.
 */
export const mentions: RuleOf = (world, judge) => {
  /** By status comment. */
  const mentioned = new Map<number, Mention[]>();
  const mentionsOf = (about: number, ...kinds: readonly Kind[]) =>
    (mentioned.get(about) ?? []).filter(({ kind }) => kinds.includes(kind));

  function judgeMention(about: number, kind: Kind, by: Process): void {
    const { step, sent, name } = by;
    const edited =
      sent.findLast(({ line }) => line === `PATCH github/issues/comments/${about}`)?.at ?? 0;
    const mention = { kind, at: world.time.now(), step, edited, isBlind: isBlind(about, by) };
    const before = mentioned.get(about) ?? [];
    mentioned.set(about, [...before, mention]);
    const ends = before.filter((each) => each.kind !== 'timed-out');
    if (kind === 'timed-out') {
      const isAgain = ends.length < before.length && !mention.isBlind;
      const problem =
        by.occasion.kind === 'attach' ? 'an attach' : isAgain && `comment ${about} again`;
      judge('said once', false, problem && `${name} mentions the timeout of ${problem}`);
      return;
    }
    const began = sent[0]?.at ?? 0;
    // the end, by one that could not see it
    const isOverwritten = world.processes.some((each) => each !== by && isBlind(about, each));
    // A post step begins after its step has ended.
    const isTogether = ends.some(
      (each) => each.step !== step && Math.abs(each.edited - edited) < TOGETHER_MS,
    );
    const isExcused =
      isOverwritten ||
      isTogether ||
      ends.some((each) => each.at > began && (each.isBlind || mention.isBlind));
    const problem = ends.length > 0 && `${name} mentions the requester again: ${kind}`;
    judge('mentioned once', isExcused && 'GitHub did not show the status comment', problem);
  }

  /** Whether the process had read the comment that is there already. */
  function judgeOpening(job: string, thread: number, by: Process): void {
    const first = world.github.repository.comments.slice(0, -1).find((each) => {
      const shown =
        each.thread.number === thread && !world.unreadable.has(each.id) && readComment(each.body);
      return shown && shown.kind === 'opened' && shown.marker?.job === job;
    });
    const read = by.sent.findLast(({ line }) => line === `GET github/issues/${thread}/comments`);
    const isAgain = first && read && read.at > first.createdAt;
    const told = isAgain && `${by.name} comments on #${thread} again that ${job} opened it`;
    judge('opened once', isStale(world) && 'lists may lack the first one', told);
  }

  return {
    onExchange({ by, written }) {
      if (!written?.isNew || !written.shown) return;
      const { kind, mentions: about, marker } = written.shown;
      if (about) judgeMention(about, kind, by);
      else if (kind === 'opened' && marker?.job !== undefined)
        judgeOpening(marker.job, written.comment.thread.number, by);
    },
    atEnd() {
      for (const comment of world.github.repository.comments) {
        const { kind, marker } = readComment(comment.body) ?? {};
        const isAbout = marker && kind && ENDS.includes(kind) && !NAMELESS.has(marker.requester);
        if (!isAbout || !world.authors.has(comment.id)) continue;
        const writer = world.writers.get(comment.id);
        const isMentioned = mentionsOf(comment.id, kind).length > 0;
        const isKnown = mentionsOf(comment.id, ...ENDS).length > 0;
        const isAgain =
          !isMentioned && isKnown && (writer?.occasion.kind !== 'sweep' || isReopened(comment));
        const excuse = isAgain
          ? 'who runs it again reads the new end there'
          : excuseFor(comment, world);
        const about = `“${firstLineOf(comment.body)}” (comment ${comment.id})`;
        const problem =
          !isMentioned && `${writer?.name} does not mention the requester for ${about}`;
        judge('ends are mentioned', excuse, problem);
      }
    },
  };
};

/** A process that edits so soon after another one may not have seen that one's text. */
const TOGETHER_MS = 3_000;

const isBlind = (comment: number, by: Process) =>
  wasHit(by, new RegExp(`^GET github/issues/comments/${comment}$`));

/** Whether lists may lack a comment that was there when it was created. */
const isStale = ({ setup, faults }: World) =>
  setup.lag.created > 0 ||
  faults.some(({ fault }) => fault.how === 'incomplete list' || fault.how.includes('after'));

const ENDS: readonly Kind[] = ['pull-request', 'no-changes', 'failed', 'archived'];
/** Numbers of accounts without a name that can be mentioned: that of the agent's app. */
const NAMELESS: ReadonlySet<number | null> = new Set([null, 505]);

/** Whether a run waited for the job again after its end was shown. */
function isReopened({ texts }: Comment): boolean {
  const states = texts.map(({ body }) => readComment(body)?.marker?.state ?? '');
  return states.includes('open', states.findIndex((state) => state.startsWith('ended')) + 1);
}

function excuseFor(
  { id, thread }: Comment,
  { github, unreadable, exchanges, processes }: World,
): string | false {
  const wrote = new Set(
    exchanges
      .filter(({ line }) => line === `PATCH github/issues/comments/${id}`)
      .map(({ by }) => by.step),
  );
  const writers = processes.filter(({ step }) => wrote.has(step));
  return (
    (unreadable.has(id) && 'people broke it') ||
    (github.isClosed(thread.number) && 'its thread was locked or moved') ||
    (writers.some(({ result, timeoutMs }) => result && result.ended - result.began > timeoutMs) &&
      'its timeout had come') ||
    (writers.some(({ result }) => result?.exitCode === null || result?.cancelled !== undefined) &&
      'its run was killed') ||
    (writers.some((by) => wasHit(by)) && 'a fault hit it')
  );
}

/** The roles of the accounts behind a run: each is at least `triage`, or none. */
export const rolesOf = ({ occasion: { by }, env }: Process, { github }: World): string[] =>
  [by, env.GITHUB_ACTOR ?? by, env.GITHUB_TRIGGERING_ACTOR ?? by].map(
    (login) => github.repository.roles.get(login) ?? 'none',
  );
