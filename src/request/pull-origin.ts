import type { Pull } from '../github/pulls.ts';
import { shortLinksIn } from '../text/pull-link.ts';
import {
  LOST_AFTER_MS,
  linksOf,
  readRecords,
  type StatusRecord,
} from '../thread/status-records.ts';
import type { StatusComments } from '../thread/thread.ts';
import { type DeclaredAccounts, isAgent } from '../trigger/declared-accounts.ts';

/** Whose pull request it is. */
export type PullOrigin =
  /**
   * `opener`: a request to the job that opened it; undefined if no record of this project names
   * that job.
   */
  | { readonly kind: 'agent'; readonly opener: StatusRecord | undefined }
  /** `sharesAccount`: of a person whose account is also the agent's, without a record. */
  | { readonly kind: 'person'; readonly sharesAccount: boolean };

export const OF_PERSON: PullOrigin = { kind: 'person', sharesAccount: false };

/**
 * Returns a function that reads whose a pull request of this repository is: the agent's if a signed
 * comment on it says so, if the recorded link of a job names it, or if its author is a bot that
 * `agent-login` names. It throws GitHubError if GitHub does not answer.
 */
export function createOriginReader(
  { github, reader, comments, recent, effects }: StatusComments,
  project: string,
  accounts: Pick<DeclaredAccounts, 'agents'>,
) {
  const repository = shortLinksIn(effects.variables.serverUrl, github.repository);
  const openedBy = (record: StatusRecord): PullOrigin => ({
    kind: 'agent',
    opener: record.marker.project === project ? record : undefined,
  });

  /** @param onPull the status comments on the pull request, if they were read already. */
  return async (
    { number, author }: Pick<Pull, 'number' | 'author'>,
    onPull?: readonly StatusRecord[],
  ): Promise<PullOrigin> => {
    const here = onPull ?? readRecords(await comments(number).list(), reader).records;
    const opened = here.findLast(({ facts }) => facts.isOpenedFor);
    if (opened) return openedBy(opened);
    const { records } = await recent();
    const named = records.findLast((record) =>
      linksOf(record, repository).includes(`${repository}${number}`),
    );
    if (named) return openedBy(named);
    const isDeclared = isAgent(author, accounts);
    return isDeclared && author.isBot
      ? { kind: 'agent', opener: undefined }
      : { kind: 'person', sharesAccount: isDeclared };
  };
}

/**
 * The request of a job that may have opened a pull request without having reported it yet:
 * announced before the pull request was created, and open without a link. Undefined if there is
 * none.
 * @param createdAt of the pull request, in milliseconds since the epoch by GitHub's clock.
 */
export const possibleOpener = (
  records: readonly StatusRecord[],
  project: string,
  createdAt: number,
): StatusRecord | undefined =>
  records.findLast(
    ({ marker, facts, comment, sinceCreationMs }) =>
      marker.project === project &&
      !facts.isOpenedFor &&
      facts.sent !== 'no' &&
      facts.end === undefined &&
      sinceCreationMs <= LOST_AFTER_MS &&
      (marker.before?.link ?? '') === '' &&
      comment.createdAt < createdAt,
  );
