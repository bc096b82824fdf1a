import {
  type Account,
  fullName,
  type Repository,
  type Thread,
} from '../../sandbox/github/model/state.ts';
import { deleteComment, editComment } from '../../sandbox/github/model/threads.ts';
import { type Comment, say } from './github.ts';
import type { PeopleAct } from './history.ts';
import { forget, type World } from './world.ts';

/**
 * Something that people do to what the action wrote, or to the repository. @param of the comment or
 * thread, modulo their number.
 */
export function act(what: PeopleAct, of: number, world: World): void {
  const { github } = world;
  const { repository, hub } = github;
  const bob = github.account('bob');
  const own = repository.comments.filter(({ author }) => author.login === 'github-actions[bot]');
  const found = own[of % Math.max(1, own.length)];
  const thread = found?.thread ?? github.thread(31);
  world.count(`people: ${what}`);
  world.tell(`People: ${what} (${found ? `comment ${found.id}` : ''} in #${thread.number})`);
  switch (what) {
    case 'edit prose':
      if (found) editProse(found, bob, world);
      return;
    case 'break marker':
      if (!found) return;
      forget(found.id, world);
      editComment(found, bob, found.body.replace(/<!--[\s\S]*$/, ''));
      return;
    case 'delete comment':
      if (!found) return;
      forget(found.id, world);
      deleteComment(found, bob);
      return;
    case 'copy comment':
      // Best one that was not edited yet, as no comment is named in it.
      if (found)
        copy(
          own.findLast(({ texts }) => texts.length === 1 && texts[0]?.body.includes('⏳')) ?? found,
          world,
        );
      return;
    case 'lock thread':
      thread.isLocked = true;
      return;
    case 'unlock thread':
      thread.isLocked = false;
      return;
    case 'rename repository':
      rename(repository);
      return;
    case 'rename requester':
      // Runs that know only the former login may go on.
      hub.accounts.unshift({ ...github.account('alice'), login: 'alice2' });
      return;
    case 'transfer issue':
      if (!thread.pull) transfer(thread, world); // GitHub transfers no pull requests
      return;
  }
}

function editProse(comment: Comment, by: Account, world: World): void {
  // a first text counts only as it was created
  if (comment.texts.length === 1) forget(comment.id, world);
  editComment(comment, by, comment.body.replace(/^(.*)$/m, '$1 (edited)'));
}

function rename(repository: Repository): void {
  if (repository.formerNames.length > 0) return;
  repository.formerNames.push(fullName(repository));
  repository.name = 'app-2';
}

/** Its comments move, too. */
function transfer(thread: Thread, world: World): void {
  for (const each of thread.repository.comments) if (each.thread === thread) forget(each.id, world);
  thread.movedTo ??= `/repositories/2/issues/${thread.number}`;
}

/** Another workflow of the repository, or an automation, repeats a comment. */
function copy({ thread, body }: Comment, { github, unreadable, setup: { copier } }: World): void {
  unreadable.add(say(github, thread, copier ?? 'github-actions[bot]', body).id);
}

/** In some repositories, something repeats each announcement. */
export function copyAtOnce(comment: Comment, world: World): void {
  if (world.setup.copier) copy(comment, world);
}
