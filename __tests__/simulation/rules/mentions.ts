import { fieldOf } from '../answers.ts';
import type { World } from '../world.ts';
import type { RuleOf } from './rule.ts';
import { headOf } from './true-comments.ts';

const CREATE = /^POST github\/issues\/\d+\/comments$/;

/** At most one mention per end, and one comment on a pull request per job. */
export const mentions: RuleOf = (world) => {
  const mentioned = new Map<string, number>();
  const opened = new Map<string, number>();
  const add = (counts: Map<string, number>, key: string) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts.get(key) ?? 0;
  };
  return {
    name: 'mentions',
    onExchange({ by, line, request, status }) {
      if (!CREATE.test(line) || status >= 300) return [];
      const text = fieldOf(request.body, 'body');
      const [, about = ''] = /^@.*#issuecomment-(\d+)\)$/m.exec(text) ?? [];
      if (about !== '' && add(mentioned, about) > endsOf(Number(about), world))
        return [`${by.name} mentions the requester of comment ${about} again: ${headOf(text).slice(0, 60)}`];
      const isOpening = text.startsWith('**📝 Opened for') && !isStale(world);
      const key = `${line} ${/Job `([^`]+)`/.exec(text)?.[1]}`;
      return isOpening && add(opened, key) > 1
        ? [`${by.name} comments on the pull request of its job again: ${line}`]
        : [];
    },
  };
};

/** A job without a pull request, whose link appears later, ends twice. */
function endsOf(id: number, { github }: World): number {
  const heads = github.comments.find(id)?.texts.map(({ body }) => headOf(body)) ?? [];
  return heads.some((head) => /^\*\*(➖|🗄️)/.test(head)) && heads.some((head) => head.startsWith('**✅')) ? 2 : 1;
}

/** Whether lists may lack a comment that was there when it was created. */
const isStale = ({ setup, faults }: World) =>
  setup.lag.created > 0 || faults.some(({ fault }) => fault.how === 'incomplete list' || fault.how.includes('after'));
