import { bodyOf } from '../github-comments.ts';
import { firstLineOf, readComment } from '../wording.ts';
import type { Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';

const UNDER_WAY: ReadonlySet<string | undefined> = new Set(['starting', 'waiting', 'working']);

/** When the post step of a run has ended, no comment says that the run is still at work, whatever ended the run. */
export const postSteps: RuleOf = (world, judge) => ({
  name: 'post steps',
  onEnd(process) {
    if (process.what !== 'post' || process.result?.exitCode !== 0) return [];
    const written = world.github.comments.all.filter(({ id }) => isOwn(world.writers.get(id), process));
    return written.flatMap((comment) => {
      const text = bodyOf(comment);
      if (!readComment(text)?.marker) return [];
      return judge('post steps correct comments', excuseFor(process, comment.thread, world), () =>
        UNDER_WAY.has(readComment(text)?.kind)
          ? [`${process.name} leaves comment ${comment.id} as “${firstLineOf(text)}”`]
          : [],
      );
    });
  },
});

/** Whether it is the post step or its step. */
const isOwn = (one: Process | undefined, { run, attempt, leg }: Process) =>
  one?.run === run && one.attempt === attempt && one.leg === leg;

function excuseFor(process: Process, thread: number, { exchanges, github, setup }: World): string | undefined {
  if (exchanges.some(({ by, fault }) => by === process && fault !== undefined)) return 'a fault hit it';
  if (github.locked.has(thread) || github.transferred.has(thread)) return 'its thread was locked or moved';
  return undefined;
}
