import * as v from 'valibot';
import { GitHubError } from '../errors.ts';
import { type GitHub, readData } from '../github/client.ts';
import { isRateLimited, PERMISSIONS, reasonOf, statusOf } from '../github/errors.ts';
import type { JobInputs } from '../inputs/inputs.ts';
import { type Outcome, VERDICTS, type Verdict } from '../outcome.ts';
import type { Actor, ReactionTarget } from '../trigger/trigger.ts';

export type Reactions = ReturnType<typeof createReactions>;

type ReactionContent = 'eyes' | NonNullable<(typeof VERDICTS)[Verdict]['reaction']>;

/**
 * Adds reactions to the comment or thread of the request: one when the run starts, one for its outcome. Never throws.
 * @param warn gets the reason of the first failure when the run ends, unless the run fails because of GitHub, as its error says the same
 * then. Further reactions are not attempted.
 */
export function createReactions(target: ReactionTarget | undefined, github: GitHub, warn: (line: string) => void) {
  let problem: string | undefined;
  async function react(content: ReactionContent): Promise<void> {
    if (problem || !target) return;
    try {
      await addReaction(target, github, content);
    } catch (error) {
      problem = `The reaction could not be added: ${whyNotAdded(error)}`;
    }
  }
  return {
    seen: () => react('eyes'),
    async ended(outcome: Outcome): Promise<void> {
      const content = VERDICTS[outcome.verdict].reaction;
      if (content) await react(content);
      const isSaid = outcome.verdict === 'error' && outcome.problem instanceof GitHubError;
      if (problem && !isSaid) warn(problem);
    },
  };
}

async function addReaction(target: ReactionTarget, { octokit, repository }: GitHub, content: ReactionContent) {
  const { reactions } = (await octokit()).rest;
  const reaction = { ...repository, content };
  switch (target.kind) {
    case 'thread':
      return reactions.createForIssue({ ...reaction, issue_number: target.number });
    case 'comment':
      return reactions.createForIssueComment({ ...reaction, comment_id: target.id });
    case 'review comment':
      return reactions.createForPullRequestReviewComment({ ...reaction, comment_id: target.id });
  }
}

function whyNotAdded(error: unknown): string {
  const isForbidden = statusOf(error) === 403 && !isRateLimited(error);
  if (!isForbidden) return reasonOf(error);
  return `GitHub forbids it (403). Give the job ${PERMISSIONS}.`;
}

/**
 * The login of an account, if `notify` allows a mention and the login can be mentioned: GitHub's logins consist of letters, digits,
 * `-` and, in enterprises, `_`.
 * @param known an account whose login is known, so that no request is needed.
 */
export async function mentionable(
  requester: number,
  { inputs, github, known }: { inputs: Pick<JobInputs, 'notify'>; github: GitHub; known?: Actor },
): Promise<string | undefined> {
  if (!inputs.notify) return undefined;
  const login = known?.id === requester ? known.login : await readLogin(github, requester);
  return login && /^[\w-]{1,100}$/.test(login) ? login : undefined;
}

const USER = v.object({ login: v.string() });

/**
 * The current login of an account, by its number, which renaming does not change; undefined if the account was deleted.
 * @throws GitHubError if GitHub does not answer.
 */
async function readLogin(github: GitHub, id: number): Promise<string | undefined> {
  const user = await readData(github, 'the login of the requester', USER, ({ users }) =>
    users.getById({ account_id: id }),
  );
  return user?.login;
}
