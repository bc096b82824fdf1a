import type { Comment } from '../github.ts';
import { firstLineOf, readComment } from '../wording.ts';
import type { Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';
import { writtenIn } from './wording.ts';

const ENDS: ReadonlySet<string> = new Set(['pull-request', 'no-changes', 'failed', 'archived']);
/** Numbers of accounts without a name that can be mentioned: that of the agent's app. */
const NAMELESS: ReadonlySet<number | null> = new Set([null, 505]);

/** The requester is mentioned for the end that the status comment shows, also after a mention of a timeout or of another end. */
export const news: RuleOf = (world, judge) => {
  /** The status comments, and what their requesters were mentioned for. */
  const mentioned = new Set<string>();
  return {
    name: 'news',
    onExchange(exchange) {
      const { mentions, kind } = readComment(writtenIn(exchange) ?? '') ?? {};
      if (mentions !== undefined) mentioned.add(`${mentions} ${kind}`);
      return [];
    },
    atEnd: () =>
      world.github.repository.comments.flatMap((comment) => {
        const { kind = '', marker } = readComment(comment.body) ?? {};
        if (!marker || !ENDS.has(kind) || NAMELESS.has(marker.requester) || !world.authors.has(comment.id)) return [];
        const writer = world.writers.get(comment.id);
        const isMentioned = mentioned.has(`${comment.id} ${kind}`);
        const isKnown = [...ENDS].some((end) => mentioned.has(`${comment.id} ${end}`));
        const isAgain = isKnown && (writer?.occasion.kind !== 'sweep' || isReopened(comment));
        const excuse =
          !isMentioned && isAgain ? 'who runs it again reads the new end there' : excuseFor(comment, world);
        return judge('ends are mentioned', excuse, () =>
          isMentioned
            ? []
            : [
                `${writer?.name} does not mention the requester for “${firstLineOf(comment.body)}” (comment ${comment.id})`,
              ],
        );
      }),
  };
};

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
