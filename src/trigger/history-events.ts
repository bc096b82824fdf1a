import type { Range } from '../github/comparison.ts';
import { quoteName } from '../text/escape.ts';
import { dispatchRequest, pushRequest, releaseRequest } from './history-requests.ts';
import { ACTION, BY_ANYBODY, PUSH, parsePayload, RELEASED } from './payload.ts';
import { NOBODY, notARequest, type Trigger } from './trigger.ts';

/** Reads the event `push`. @throws EventError, as the other readers do. */
export function readPush(payload: unknown): Trigger {
  const { ref, before, after, deleted, repository, sender } = parsePayload(PUSH, payload, 'push');
  if (deleted) return notARequest('deleting a branch or tag', 'pushing to one is');
  const isTag = ref.startsWith('refs/tags/');
  const name = ref.replace(/^refs\/(heads|tags)\//, '');
  const range = isTag ? undefined : rangeOfPush(name, before, after, repository.default_branch);
  return pushRequest(sender, { name, isTag, before, head: after, range });
}

/** The range of a push. A new branch has no earlier commit: its range starts at the default branch, or at the first commit. */
function rangeOfPush(branch: string, before: string, after: string, defaultBranch: string): Range {
  if (!/^0+$/.test(before)) return { base: before, head: after, since: 'base' };
  return { base: branch === defaultBranch ? undefined : defaultBranch, head: after, since: 'merge-base' };
}

/** Reads the event `release`. */
export function readRelease(payload: unknown): Trigger {
  const { action } = parsePayload(ACTION, payload, 'release');
  if (action !== 'published')
    return notARequest(`a release with the activity ${quoteName(action)}`, 'publishing one is');
  const { release, sender } = parsePayload(RELEASED, payload, 'release');
  const { id, published_at: publishedAt, tag_name: tag, name: title, body: notes, html_url: url, author } = release;
  const about = { id, publishedAt: publishedAt ?? '', tag, title, notes, url, author: author.login };
  return releaseRequest(sender, about);
}

/** Reads `schedule`, `workflow_dispatch` and `repository_dispatch`. @param name of the event. */
export function readDispatch(name: string, payload: unknown): Trigger {
  return dispatchRequest(parsePayload(BY_ANYBODY, payload, name).sender ?? NOBODY, name);
}
