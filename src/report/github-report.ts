import type { Outcome } from '../outcome.ts';
import type { ReportThread } from '../thread/thread.ts';
import { showOpened } from './opened-for.ts';
import type { createReactions } from './reactions.ts';
import type { StatusReport } from './status-report.ts';

/** What GitHub shows of a request: reactions, status comment, and the comment "Opened for". */
export interface GitHubReport {
  /** Undefined if the request is reported in no thread. */
  readonly thread: ReportThread | undefined;
  readonly statusReport: StatusReport | undefined;
  /** The request was accepted. */
  seen(): Promise<void>;
  /**
   * Reports the outcome. Returns whether all of it is reported: otherwise, the post step does it.
   * @param elapsed milliseconds; undefined if this run did not see the start of the job.
   */
  ended(outcome: Outcome, elapsed: number | undefined): Promise<boolean>;
}

/** How a run ended, and where on GitHub that is reported: nowhere, if that is undefined. */
export interface Finished {
  readonly outcome: Outcome;
  readonly onGitHub?: GitHubReport | undefined;
}

interface Places extends Pick<GitHubReport, 'thread' | 'statusReport'> {
  readonly reactions: ReturnType<typeof createReactions>;
  /** What the comment "Opened for" says. Called at the end, when the status comment has its url. */
  readonly opened: () => Parameters<typeof showOpened>[1];
}

export function createGitHubReport(places: Places): GitHubReport {
  const { thread, statusReport, reactions, opened } = places;
  return {
    thread,
    statusReport,
    seen: reactions.seen,
    async ended(outcome, elapsed) {
      // The final edit comes last: a run that is killed before is continued by the post step, a
      // re-run or a sweep.
      const showComments = async () =>
        (await showOpened(outcome, opened())) &&
        ((await statusReport?.ended(outcome, elapsed)) ?? true);
      const [isReported] = await Promise.all([showComments(), reactions.ended(outcome)]);
      return isReported;
    },
  };
}
