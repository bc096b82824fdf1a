import { readComment } from '../wording.ts';
import type { Process, World } from '../world.ts';
import { LIST_DELAY_MS } from './post-steps.ts';
import type { RuleOf } from './rule.ts';

/** No comment stays unconfirmed if the run that wrote it knew what came of its request, or sent none, and could say so. */
export const knownEnds: RuleOf = (world, judge) => ({
  name: 'known ends',
  atEnd: () =>
    world.github.repository.comments.flatMap(({ id, texts }) => {
      const author = world.authors.get(id);
      const marker = texts.map(({ body }) => readComment(body)?.marker).findLast((each) => each !== undefined);
      if (!author || author.what === 'post' || marker?.state !== 'unconfirmed') return [];
      const answer = author.knowledge.submits.at(-1)?.answer ?? 'nothing was sent';
      return judge('unconfirmed is unknown', excuseFor(author, world), () =>
        answer === 'none' || answer === 'unclear'
          ? []
          : [`comment ${id} is unconfirmed, but ${author.name} knew about its request: ${answer}`],
      );
    }),
});

/** Why the run could not say what it knew: its post step was lost, killed or met a fault, or people broke the comment. */
function excuseFor(author: Process, { processes, exchanges, unreadable, writers, setup }: World): string | undefined {
  const posts = processes.filter(
    ({ what, run, attempt, leg }) =>
      what === 'post' && run === author.run && attempt === author.attempt && leg === author.leg,
  );
  if (posts.every(({ result }) => result?.exitCode !== 0)) return 'its post step did not run';
  if (setup.lag.created > LIST_DELAY_MS) return 'lists show comments late';
  if (exchanges.some(({ by, fault }) => fault !== undefined && posts.includes(by))) return 'a fault hit its post step';
  return [...unreadable].some((id) => writers.get(id) === author) ? 'people broke its status comment' : undefined;
}
