import { fieldOf } from '../answers.ts';
import { bodyOf, type ModelComment } from '../github-comments.ts';
import type { Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';
import { headOf } from './true-comments.ts';

const COMMENTS = /^(GET|POST) github\/issues\/(\d+)\/comments$/;

/**
 * At most one mention per end, and one comment on a pull request per job, unless two runs write it at the same moment, or GitHub
 * refuses to show what another one wrote.
 */
export const mentions: RuleOf = (world) => {
  const mentioned = new Map<string, number>();
  /** The number of the exchange that first created a comment about a job in a thread. */
  const opened = new Map<string, number>();
  /** The number of the exchange in which a process last read a thread. */
  const read = new Map<string, number>();
  let exchanges = 0;

  function isMentionedAgain(by: Process, text: string): boolean {
    const [, about = ''] = /^@.*#issuecomment-(\d+)\)$/m.exec(text) ?? [];
    if (about === '' || !couldRead(about, by, world)) return false;
    mentioned.set(about, (mentioned.get(about) ?? 0) + 1);
    return (mentioned.get(about) ?? 0) > endsOf(Number(about), world);
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

/** Whether the process got an answer each time when it read the status comment. */
const couldRead = (comment: string, by: Process, { exchanges }: World) =>
  !exchanges.some((each) => each.by === by && each.line === `GET github/issues/comments/${comment}` && each.fault);

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
