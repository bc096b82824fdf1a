import * as v from 'valibot';
import { GitHubError } from '../errors.ts';
import type { GitHub } from '../github/client.ts';
import { isRateLimited, PERMISSIONS, reasonOf, statusOf } from '../github/errors.ts';
import type { Outcome } from '../outcome.ts';
import type { ReactionTarget } from '../trigger/trigger.ts';

/** Adds reactions to the comment or thread of the request: one when the run starts, one for its outcome. Never throws. */
export interface Reactions {
  seen(): Promise<void>;
  ended(outcome: Outcome): Promise<void>;
}

type ReactionContent = 'eyes' | 'rocket' | 'confused' | '-1';

/**
 * @param warn gets the reason of the first failure when the run ends, unless the run fails because of GitHub, as its error says the same
 * then. Further reactions are not attempted.
 */
export function createReactions(
  target: ReactionTarget | undefined,
  github: GitHub,
  warn: (line: string) => void,
): Reactions {
  let problem: string | undefined;
  async function react(content: ReactionContent): Promise<void> {
    if (problem || !target) return;
    try {
      await set(target, github, content);
    } catch (error) {
      problem = `The reaction could not be added: ${reason(error)}`;
    }
  }
  return {
    seen: () => react('eyes'),
    async ended(outcome) {
      const content = reactionFor(outcome);
      if (content) await react(content);
      const isSaid = outcome.verdict === 'error' && outcome.problem instanceof GitHubError;
      if (problem && !isSaid) warn(problem);
    },
  };
}

async function set(target: ReactionTarget, { octokit, repository }: GitHub, content: ReactionContent): Promise<void> {
  const { request } = await octokit();
  switch (target.kind) {
    case 'thread': {
      const where = { ...repository, issue_number: target.number };
      await request('POST /repos/{owner}/{repo}/issues/{issue_number}/reactions', { ...where, content });
      return;
    }
    case 'comment': {
      const where = { ...repository, comment_id: target.id };
      await request('POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions', { ...where, content });
      return;
    }
    case 'review comment': {
      const where = { ...repository, comment_id: target.id };
      await request('POST /repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions', { ...where, content });
    }
  }
}

/** Undefined if the job keeps running, and if the run sent no request. */
function reactionFor({ verdict }: Outcome): ReactionContent | undefined {
  switch (verdict) {
    case 'pull-request':
    case 'no-changes':
      return 'rocket';
    case 'failed':
    case 'error':
      return '-1';
    case 'archived':
    case 'timed-out':
    case 'quota-exhausted':
    case 'unconfirmed':
    case 'cancelled':
      return 'confused';
    case 'started':
    case 'skipped':
    case 'denied':
    case 'swept':
    case 'exported':
      return undefined;
  }
}

function reason(error: unknown): string {
  const isForbidden = statusOf(error) === 403 && !isRateLimited(error);
  if (!isForbidden) return reasonOf(error);
  return `GitHub forbids it (403). Give the job ${PERMISSIONS}.`;
}

const USER = v.object({ login: v.string() });

/**
 * The current login of an account, by its number, which renaming does not change; undefined if the account was deleted.
 * @throws GitHubError if GitHub does not answer.
 */
export async function readLogin(github: GitHub, id: number): Promise<string | undefined> {
  const user = await github.read('the login of the requester', async ({ request }) =>
    v.parse(USER, (await request('GET /user/{account_id}', { account_id: id })).data),
  );
  return user?.login;
}
