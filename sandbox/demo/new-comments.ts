import { createPerson } from '../github/person.ts';
import type { World } from '../world.ts';
import type { Thread } from './scenario-scripts.ts';

export interface ShownComment {
  readonly author: string;
  readonly body: string;
  readonly isEdited: boolean;
}

/** @returns a function that reads the comments of bots in a thread which are new, or edited, since its last call. */
export function createCommentReader({ github }: World): (thread: Thread) => Promise<ShownComment[]> {
  const known = new Map<number, string>();
  return async ({ number }) => {
    const comments = await createPerson(github, 'alice').readComments(number);
    const changed = comments.filter(({ id, author, body }) => author.endsWith('[bot]') && known.get(id) !== body);
    const shown = changed.map(({ id, author, body }) => ({ author, body, isEdited: known.has(id) }));
    for (const { id, body } of changed) known.set(id, body);
    return shown;
  };
}
