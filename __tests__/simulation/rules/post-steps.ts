import type { Comment } from '../github.ts';
import { firstLineOf, readComment } from '../wording.ts';
import type { Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';

/** A comment that no answer named is looked for again after so many milliseconds. */
export const LIST_DELAY_MS = 3_000;

const UNDER_WAY: ReadonlySet<string | undefined> = new Set(['starting', 'waiting', 'working']);

/** When the post step of a run has ended, no comment says that the run is still at work, whatever ended the run. */
export const postSteps: RuleOf = (world, judge) => ({
  name: 'post steps',
  onEnd(process) {
    if (process.what !== 'post' || process.result?.exitCode !== 0) return [];
    const written = world.github.repository.comments.filter(({ id }) => isOwn(world.writers.get(id), process));
    return written.flatMap((comment) => {
      const text = comment.body;
      if (!readComment(text)?.marker) return [];
      return judge('post steps correct comments', excuseFor(process, comment, world), () =>
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

function excuseFor(
  process: Process,
  { thread, texts }: Comment,
  { exchanges, github, setup }: World,
): string | undefined {
  // The run was killed before it knew the id of its comment.
  if (setup.lag.created > LIST_DELAY_MS && texts.length === 1) return 'lists do not show the comment yet';
  if (exchanges.some(({ by, fault }) => by === process && fault !== undefined)) return 'a fault hit it';
  if (github.isClosed(thread.number)) return 'its thread was locked or moved';
  return undefined;
}
