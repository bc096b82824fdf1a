import { fieldOf } from '../answers.ts';
import { bodyOf, type ModelComment } from '../github-comments.ts';
import type { Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';
import { headOf } from './true-comments.ts';

const COMMENTS = /^(GET|POST) github\/issues\/(\d+)\/comments$/;

/**
 * At most one mention per end, and one comment on a pull request per job, unless two runs write it at the same moment, or GitHub
 * refuses to show one of them what the other one wrote meanwhile.
 */
export const mentions: RuleOf = (world) => {
  /** By status comment. */
  const mentioned = new Map<string, Mention[]>();
  /** The number of the exchange that first created a comment about a job in a thread. */
  const opened = new Map<string, number>();
  /** The number of the exchange in which a process last read a thread. */
  const read = new Map<string, number>();
  let exchanges = 0;

  function isMentionedAgain(by: Process, text: string): boolean {
    const [, about = ''] = /^@.*#issuecomment-(\d+)\)$/m.exec(text) ?? [];
    if (about === '' || text.includes(' ⌛ Timed out')) return false; // a timeout is no end
    const mention = { at: world.time.now(), isBlind: isBlind(about, by, world) };
    const before = mentioned.get(about) ?? [];
    mentioned.set(about, [...before, mention]);
    const began = world.exchanges.find((each) => each.by === by)?.at ?? 0;
    const isExcused = before.some(({ at, ...each }) => at > began && (each.isBlind || mention.isBlind));
    return before.length >= endsOf(Number(about), world) && !isExcused;
  }

  /** Whether the process had read the comment that is there already. */
  function isOpenedAgain({ by, thread }: { by: Process; thread: string }, text: string): boolean {
    if (!text.startsWith('**📝 Opened for') || isStale(world)) return false;
    const comment = `${thread} ${/Job `([^`]+)`/.exec(text)?.[1]}`;
    const isThere = (each: ModelComment) =>
      each.thread === Number(thread) && bodyOf(each).split('\n', 1)[0] === headOf(text);
    const there = world.github.comments.all.filter((each) => isThere(each) && !world.unreadable.has(each.id));
    if (there.length < 2) opened.delete(comment); // a person deleted or broke the first one
    const before = opened.get(comment) ?? exchanges;
    opened.set(comment, before);
    return (read.get(`${by.name} ${thread}`) ?? 0) > before;
  }

  return {
    name: 'mentions',
    onExchange({ by, line, request, status }) {
      exchanges += 1;
      const [, method, thread = ''] = COMMENTS.exec(line) ?? [];
      if (method === 'GET') read.set(`${by.name} ${thread}`, exchanges);
      if (method !== 'POST' || status >= 300) return [];
      const text = fieldOf(request.body, 'body');
      return [
        ...(isMentionedAgain(by, text)
          ? [`${by.name} mentions the requester again: ${headOf(text).slice(0, 60)}`]
          : []),
        ...(isOpenedAgain({ by, thread }, text)
          ? [`${by.name} comments on the pull request of its job again: ${line}`]
          : []),
      ];
    },
  };
};

interface Mention {
  readonly at: number;
  readonly isBlind: boolean;
}

/** Whether GitHub refused to show the status comment to the process. */
const isBlind = (comment: string, by: Process, { exchanges }: World) =>
  exchanges.some((each) => each.by === by && each.line === `GET github/issues/comments/${comment}` && each.fault);

/**
 * A job without a pull request, whose link appears later, ends twice. What a sweep with a new API key reported is reported again if a run
 * with the old key, which cannot read that, wrote later.
 */
function endsOf(id: number, { github }: World): number {
  const heads = github.comments.find(id)?.texts.map(({ body }) => headOf(body)) ?? [];
  const [isWithoutLink, hasLink, isRefused] = [/^\*\*(➖|🗄️)/, /^\*\*✅/, /^\*\*⛔ API key rejected/].map((start) =>
    heads.some((head) => start.test(head)),
  );
  return 1 + (isWithoutLink && hasLink ? 1 : 0) + (isRefused ? 1 : 0);
}

/** Whether lists may lack a comment that was there when it was created. */
const isStale = ({ setup, faults }: World) =>
  setup.lag.created > 0 || faults.some(({ fault }) => fault.how === 'incomplete list' || fault.how.includes('after'));
