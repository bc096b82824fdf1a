import type { Comment } from '../github.ts';
import { firstLineOf, type Kind, readComment } from '../wording.ts';
import { type Process, signerOf, type World } from '../world.ts';
import type { RuleOf } from './rule.ts';
import { writtenIn } from './wording.ts';

const COMMENTS = /^(GET|POST) github\/issues\/(\d+)\/comments$/;

/**
 * At most one mention per end, one for the first timeout, and one comment on a pull request per job, unless two runs write it at the same
 * moment, or GitHub refuses to show one of them what the other one wrote meanwhile. The requester is mentioned for the end that the status
 * comment shows, also after a mention of a timeout or of another end.
 */
export const mentions: RuleOf = (world, judge) => {
  /** By status comment. */
  const mentioned = new Map<number, Mention[]>();
  /** The number of the exchange that first created a comment about a job in a thread. */
  const opened = new Map<string, number>();
  /** The number of the exchange in which a process last read a thread. */
  const read = new Map<string, number>();
  let exchanges = 0;
  const mentionsOf = (about: number, ...kinds: readonly Kind[]) =>
    (mentioned.get(about) ?? []).filter(({ kind }) => kinds.includes(kind));

  function judgeMention(about: number, kind: Kind, by: Process): void {
    const at = world.time.now();
    const step = `${by.run} ${by.attempt} ${by.leg}`;
    const mention = { kind, at, step, isBlind: isBlind(about, by, world), edited: editedAt(about, by, world) };
    const ends = (mentioned.get(about) ?? []).filter((each) => each.kind !== 'timed-out');
    const isSecondTimeout = mentionsOf(about, 'timed-out').length > 0 && !mention.isBlind;
    mentioned.set(about, [...(mentioned.get(about) ?? []), mention]);
    if (kind === 'timed-out') {
      world.count('mention of a timeout');
      const problem = by.occasion.kind === 'attach' ? 'an attach' : isSecondTimeout && `comment ${about} again`;
      judge('said once', false, problem && `${by.name} mentions the timeout of ${problem}`);
      return;
    }
    const began = world.exchanges.find((each) => each.by === by)?.at ?? 0;
    const isOverwritten = world.processes.some((each) => each !== by && isBlind(about, each, world)); // the end, by one that could not see it
    // A post step begins after its step has ended.
    const isTogether = ends.some((each) => each.step !== step && Math.abs(each.edited - mention.edited) < TOGETHER_MS);
    const isExcused =
      isOverwritten || isTogether || ends.some((each) => each.at > began && (each.isBlind || mention.isBlind));
    const problem = ends.length >= endsOf(about, world) && `${by.name} mentions the requester again: ${kind}`;
    judge('mentioned once', isExcused && 'GitHub did not show the status comment', problem);
  }

  /** Whether the process had read the comment that is there already. */
  function judgeOpening(job: string, { by, thread }: { by: Process; thread: number }): void {
    const comment = `${thread} ${job}`;
    const there = world.github.repository.comments.filter((each) => {
      const shown = each.thread.number === thread && !world.unreadable.has(each.id) && readComment(each.body);
      return shown && shown.kind === 'opened' && shown.marker?.job === job;
    });
    if (there.length < 2) opened.delete(comment); // a person deleted or broke the first one
    const before = opened.get(comment) ?? exchanges;
    opened.set(comment, before);
    const isAgain = (read.get(`${by.name} ${thread}`) ?? 0) > before;
    const problem = isAgain && `${by.name} comments on #${thread} again that ${job} opened it`;
    judge('opened once', isStale(world) && 'lists may lack the first one', problem);
  }

  return {
    onExchange(exchange) {
      exchanges += 1;
      const { by, line } = exchange;
      const [, method, thread] = COMMENTS.exec(line) ?? [];
      if (method === 'GET') read.set(`${by.name} ${thread}`, exchanges);
      const { kind, mentions: about, marker } = readComment(writtenIn(exchange) ?? '') ?? {};
      if (method !== 'POST' || kind === undefined) return;
      if (about) judgeMention(about, kind, by);
      else if (kind === 'opened' && marker?.job !== undefined) judgeOpening(marker.job, { by, thread: Number(thread) });
    },
    atEnd() {
      for (const comment of world.github.repository.comments) {
        const { kind, marker } = readComment(comment.body) ?? {};
        const isAbout = marker && kind && ENDS.includes(kind) && !NAMELESS.has(marker.requester);
        if (!isAbout || !world.authors.has(comment.id)) continue;
        const writer = world.writers.get(comment.id);
        const isMentioned = mentionsOf(comment.id, kind).length > 0;
        const isKnown = mentionsOf(comment.id, ...ENDS).length > 0;
        const isAgain = !isMentioned && isKnown && (writer?.occasion.kind !== 'sweep' || isReopened(comment));
        const excuse = isAgain ? 'who runs it again reads the new end there' : excuseFor(comment, world);
        const about = `“${firstLineOf(comment.body)}” (comment ${comment.id})`;
        const problem = !isMentioned && `${writer?.name} does not mention the requester for ${about}`;
        judge('ends are mentioned', excuse, problem);
      }
    },
  };
};

/** A process that edits so soon after another one may not have seen that one's text. */
const TOGETHER_MS = 3_000;

/** When the process last edited a comment. */
const editedAt = (comment: number, by: Process, { exchanges }: World): number =>
  exchanges.findLast((each) => each.by === by && each.line === `PATCH github/issues/comments/${comment}`)?.at ?? 0;

interface Mention {
  readonly kind: Kind;
  readonly at: number;
  readonly step: string;
  readonly edited: number;
  readonly isBlind: boolean;
}

/** Whether GitHub refused to show the status comment to the process. */
const isBlind = (comment: number, by: Process, { exchanges }: World) =>
  exchanges.some((each) => each.by === by && each.line === `GET github/issues/comments/${comment}` && each.fault);

/** What a sweep with a new API key reported is reported again if a run with the old key, which cannot read that, wrote later. */
function endsOf(id: number, { github }: World): number {
  const texts = github.comment(id)?.texts.map(({ body }) => body) ?? [];
  const isRefused = texts.some((text) => firstLineOf(text).includes('API key rejected'));
  return isRefused ? 2 : 1;
}

/** Whether lists may lack a comment that was there when it was created. */
const isStale = ({ setup, faults }: World) =>
  setup.lag.created > 0 || faults.some(({ fault }) => fault.how === 'incomplete list' || fault.how.includes('after'));

const ENDS: readonly Kind[] = ['pull-request', 'no-changes', 'failed', 'archived'];
/** Numbers of accounts without a name that can be mentioned: that of the agent's app. */
const NAMELESS: ReadonlySet<number | null> = new Set([null, 505]);

/** Whether a run waited for the job again after its end was shown. */
function isReopened({ texts }: Comment): boolean {
  const states = texts.map(({ body }) => readComment(body)?.marker?.state ?? '');
  return states.includes('open', states.findIndex((state) => state.startsWith('ended')) + 1);
}

function excuseFor({ id, thread }: Comment, { github, unreadable, exchanges, processes }: World): string | false {
  const wrote = exchanges.filter(({ line }) => line === `PATCH github/issues/comments/${id}`).map(({ by }) => by);
  const isOf = (one: Process) => (step: Process) =>
    step.run === one.run && step.attempt === one.attempt && step.leg === one.leg;
  const steps = processes.filter((step) => wrote.some(isOf(step)));
  return (
    (unreadable.has(id) && 'people broke it') ||
    (github.isClosed(thread.number) && 'its thread was locked or moved') ||
    (steps.some(({ result, timeoutMs }) => result && result.ended - result.began > timeoutMs) &&
      'its timeout had come') ||
    (steps.some(({ result }) => result?.exitCode === null || result?.cancelled !== undefined) &&
      'its run was killed') ||
    (exchanges.some(({ by, fault }) => steps.includes(by) && fault !== undefined) && 'a fault hit it')
  );
}

const ANSWER = '**🔒 Not started**';

/** A label is answered once per thread, and only a label of accounts that may at least triage. */
export const answers: RuleOf = (world, judge) => ({
  onExchange(exchange) {
    const { by } = exchange;
    if (!exchange.line.startsWith('POST') || !writtenIn(exchange)?.startsWith(ANSWER)) return;
    const isWrong = !mayBeAnswered(by, world);
    judge('said once', false, isWrong && `${by.name} answers ${by.occasion.by}, who must not make it write`);
  },
  atEnd() {
    const given = world.github.repository.comments.filter((comment) => comment.body.startsWith(ANSWER));
    for (const comment of given) {
      const isAgain = given.some((older) => isSecond(comment, older, world));
      const problem = isAgain && `comment ${comment.id} answers a label in #${comment.thread.number} again`;
      judge('said once', false, problem);
    }
  },
});

const RANK = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];

/** Whether it is a label, and each account behind the run may at least triage. */
export function mayBeAnswered({ occasion, env }: Process, { github }: World): boolean {
  const logins = [occasion.by, env.GITHUB_ACTOR ?? occasion.by, env.GITHUB_TRIGGERING_ACTOR ?? occasion.by];
  const ranks = logins.map((login) => RANK.indexOf(github.repository.roles.get(login) ?? 'none'));
  return Object(occasion.event.payload).action === 'labeled' && ranks.every((rank) => rank >= RANK.indexOf('triage'));
}

/**
 * Two seconds after its answer, a run reads the thread again and deletes its own if there is an older one: unless it cannot read that one,
 * the list is not yet complete, a request failed, or the run was stopped.
 */
function isSecond(comment: Comment, older: Comment, world: World): boolean {
  if (older.thread !== comment.thread || older.id >= comment.id || world.unreadable.has(older.id)) return false;
  const by = world.authors.get(comment.id);
  const keys = [by?.env['INPUT_API-KEY'], by?.env['INPUT_PREVIOUS-API-KEY']];
  if (!by || !keys.includes(signerOf(older.id, world)) || world.github.lag.created > 1_500) return false;
  const isStopped = by.interruption.kill !== undefined || by.result?.cancelled !== undefined;
  return !isStopped && !world.exchanges.some((each) => each.by === by && each.fault !== undefined);
}
