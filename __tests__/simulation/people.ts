import { bodyOf, type ModelComment } from './github-comments.ts';
import type { PeopleAct } from './history.ts';
import { forget, type World } from './world.ts';

/** Something that people do to what the action wrote, or to the repository. @param of the comment or thread, modulo their number. */
export function act(what: PeopleAct, of: number, world: World): void {
  const { github } = world;
  const own = github.comments.all.filter(({ author }) => author === 'github-actions[bot]');
  const comment = own[of % Math.max(1, own.length)];
  const thread = comment?.thread ?? 31;
  world.count(`people: ${what}`);
  world.tell(`People: ${what} (${comment ? `comment ${comment.id}` : ''} in #${thread})`);
  switch (what) {
    case 'edit prose':
      if (comment) github.comments.edit(comment, bodyOf(comment).replace(/^(.*)$/m, '$1 (edited)'));
      return;
    case 'break marker':
      if (!comment) return;
      forget(comment.id, world);
      github.comments.edit(comment, bodyOf(comment).replace(/<!--[\s\S]*$/, ''));
      return;
    case 'delete comment':
      if (!comment) return;
      forget(comment.id, world);
      github.comments.remove(comment);
      return;
    case 'copy comment':
      if (!comment) return;
      // Best one that was not edited yet, as no comment is named in it.
      copy(own.findLast(({ texts }) => texts.length === 1 && texts[0]?.body.includes('⏳')) ?? comment, world);
      return;
    case 'lock thread':
      github.locked.add(thread);
      return;
    case 'unlock thread':
      github.locked.delete(thread);
      return;
    case 'rename repository':
      github.isRenamed = true;
      return;
    case 'rename requester':
      github.users.set(501, 'alice2');
      return;
    case 'transfer issue':
      github.transferred.add(thread);
      return;
  }
}

function copy(comment: ModelComment, { github: { comments }, unreadable }: World): void {
  unreadable.add(comments.add(comment.thread, 'github-actions[bot]', bodyOf(comment)).id);
}
