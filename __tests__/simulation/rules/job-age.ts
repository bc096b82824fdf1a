import type { Comment } from '../github.ts';
import { readComment } from '../wording.ts';
import type { Process, World } from '../world.ts';

const DAY_MS = 24 * 3_600_000;
/** A process that began to read comments before such a time may not have seen them. */
const READ_MS = 60_000;

/** Whether a process sent a request to the job that the service may have accepted. */
const maySend = ({ knowledge }: Process, jobId: string) =>
  knowledge.submits.some(
    ({ jobId: id, answer }) => id === jobId && answer !== 'rejected' && answer !== 'limited' && answer !== 'unsent',
  );

/**
 * Whether the job cannot count as lost: a status comment of a request to it, which lists show, was created in the last 24 h.
 * @param isRead which comments the process read.
 */
export const isYoungJob = (
  jobId: string,
  at: number,
  { github, authors, unreadable }: World,
  isRead: (comment: Comment) => boolean = () => true,
): boolean =>
  github.repository.comments.some((comment) => {
    const author = authors.get(comment.id);
    const isShown = (comment.texts.at(-1)?.at ?? 0) < at - READ_MS;
    const isStatus = readComment(comment.body)?.marker !== undefined && !unreadable.has(comment.id) && isRead(comment);
    return author && isStatus && isShown && comment.createdAt > at - DAY_MS && maySend(author, jobId);
  });
