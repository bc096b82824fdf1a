import { fieldOf } from '../answers.ts';
import type { Comment } from '../github.ts';
import type { Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';

const ANSWER = '**🔒 Not started**';

/**
 * A timeout is mentioned once per status comment, and never by `attach`. A label is answered once per thread, and only a label of
 * accounts that may at least triage.
 */
export const saidOnce: RuleOf = (world) => {
  /** The status comments whose timeout was mentioned. */
  const mentioned = new Set<string>();

  function problemsOf(text: string, by: Process): string[] {
    if (text.startsWith(ANSWER))
      return mayBeAnswered(by, world) ? [] : [`${by.name} answers ${by.occasion.by}, who must not make it write`];
    const [, about] = /^@\S+ ⌛ Timed out.*#issuecomment-(\d+)\)$/m.exec(text) ?? [];
    if (about === undefined) return [];
    world.count('mention of a timeout');
    if (by.occasion.kind === 'attach') return [`${by.name} mentions the timeout of an attach`];
    const isAgain = mentioned.has(about) && !isBlind(about, by, world);
    mentioned.add(about);
    return isAgain ? [`${by.name} mentions the timeout of comment ${about} again`] : [];
  }

  return {
    name: 'said once',
    onExchange({ by, line, request, status }) {
      const isCreated = /^POST github\/issues\/\d+\/comments$/.test(line) && status < 300;
      return isCreated ? problemsOf(fieldOf(request.body, 'body'), by) : [];
    },
    atEnd() {
      const answers = world.github.repository.comments.filter((comment) => comment.body.startsWith(ANSWER));
      if (answers.length > 0) world.count('answer to a label');
      return answers
        .filter((comment) => answers.some((older) => isSecond(comment, older, world)))
        .map(({ id, thread }) => `comment ${id} answers a label in #${thread.number} again`);
    },
  };
};

const RANK = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];

/** Whether it is a label, and each account behind the run may at least triage. */
export function mayBeAnswered({ occasion, env }: Process, { github }: World): boolean {
  const logins = [occasion.by, env.GITHUB_ACTOR ?? occasion.by, env.GITHUB_TRIGGERING_ACTOR ?? occasion.by];
  const ranks = logins.map((login) => RANK.indexOf(github.repository.roles.get(login) ?? 'none'));
  return Object(occasion.event.payload).action === 'labeled' && ranks.every((rank) => rank >= RANK.indexOf('triage'));
}

/** Whether GitHub refused to show the status comment to the process, so that it could not read that another one mentions its end. */
const isBlind = (comment: string, by: Process, { exchanges }: World) =>
  exchanges.some((each) => each.by === by && each.line === `GET github/issues/comments/${comment}` && each.fault);

/**
 * Two seconds after its answer, a run reads the thread again and deletes its own if there is an older one: unless it cannot read that one,
 * the list is not yet complete, a request failed, or the run was stopped.
 */
function isSecond(comment: Comment, older: Comment, world: World): boolean {
  if (older.thread !== comment.thread || older.id >= comment.id || world.unreadable.has(older.id)) return false;
  const by = world.authors.get(comment.id);
  const keys = [by?.env['INPUT_API-KEY'], by?.env['INPUT_PREVIOUS-API-KEY']];
  if (!by || !keys.includes(world.signers.get(older.id)) || world.github.lag.created > 1_500) return false;
  const isStopped = by.interruption.kill !== undefined || by.result?.cancelled !== undefined;
  return !isStopped && !world.exchanges.some((each) => each.by === by && each.fault !== undefined);
}
