import { GitHubError } from '../errors.ts';
import { type GitHub, NO_ACCESS } from '../github/client.ts';
import { commentsOf } from '../github/issue-comments.ts';
import { readMergedPull } from '../github/merged-pull.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { createStatusComment, type StatusComment } from './status-comment.ts';

interface Wishes {
  readonly comment: boolean;
  readonly issueNumber: number | null;
}

interface ReportEffects {
  readonly warn: (line: string) => void;
  /** Whether there is time for a second try. */
  readonly mayRepeat: () => boolean;
}

/** The status comment in the thread that a request is reported to, if there is one. Not to find it is a warning. */
export async function openStatusComment(
  trigger: RequestTrigger,
  { comment, issueNumber: chosen }: Wishes,
  github: GitHub | undefined,
  { warn, mayRepeat }: ReportEffects,
): Promise<StatusComment | undefined> {
  if (!comment) return undefined;
  const issueNumber = chosen ?? (await threadOf(trigger, github, warn));
  if (issueNumber === undefined) return undefined;
  if (github) return createStatusComment(commentsOf(github, issueNumber), warn, undefined, mayRepeat);
  warn(`No status comment: ${NO_ACCESS}`);
  return undefined;
}

/** The event's own thread; for a push, the pull request that it merged. */
async function threadOf(
  trigger: RequestTrigger,
  github: GitHub | undefined,
  warn: (line: string) => void,
): Promise<number | undefined> {
  if ('thread' in trigger) return trigger.thread.number;
  if (trigger.kind !== 'push' || trigger.push.isTag || !github) return undefined;
  const { head, name: branch } = trigger.push;
  return readMergedPull(github, { head, branch }).catch((error: unknown) => {
    if (!(error instanceof GitHubError)) throw error;
    warn(`No status comment: ${error.message} Give the job \`permissions: { pull-requests: write }\`.`);
    return undefined;
  });
}
