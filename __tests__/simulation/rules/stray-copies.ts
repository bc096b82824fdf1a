import type { Comment } from '../github.ts';
import { readComment } from '../wording.ts';
import type { Process, World } from '../world.ts';

/** The action searches the comments of the last 14 days. */
const SEARCHED_MS = 14 * 24 * 3_600_000;

/**
 * Whether there is a copy of an announcement whose original was removed, or is in another thread and too old to be found: nothing tells it
 * from the original.
 */
export const hasStrayCopy = ({ result }: Process, { github: { repository }, authors }: World): boolean =>
  repository.comments.some((copy) => {
    const [first] = copy.texts;
    const isCopy = copy.author.login === 'github-actions[bot]' && !authors.has(copy.id);
    const isHeld = (readComment(first?.body ?? '')?.marker?.leaseSeconds ?? 0) > 0;
    const isFound = ({ id, texts }: Comment) =>
      id < copy.id && texts[0]?.body === first?.body && (texts.at(-1)?.at ?? 0) > (result?.ended ?? 0) - SEARCHED_MS;
    return isCopy && isHeld && !repository.comments.some(isFound);
  });

export const STRAY_COPY = 'a copy of an announcement that is not found holds its lease';
