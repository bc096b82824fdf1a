import * as v from 'valibot';
import { GitHubError } from '../errors.ts';
import type { GitHub } from '../github/client.ts';
import { isRateLimited, PERMISSIONS, reasonOf, statusOf } from '../github/errors.ts';
import type { JobInputs } from '../inputs/inputs.ts';
import type { Outcome } from '../outcome.ts';
import type { Clock } from '../runtime/clock.ts';
import type { StatusComment } from '../thread/status-comment.ts';
import type { Actor, ReactionTarget } from '../trigger/trigger.ts';

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
      await addReaction(target, github, content);
    } catch (error) {
      problem = `The reaction could not be added: ${whyNotAdded(error)}`;
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

async function addReaction(
  target: ReactionTarget,
  { octokit, repository }: GitHub,
  content: ReactionContent,
): Promise<void> {
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

function whyNotAdded(error: unknown): string {
  const isForbidden = statusOf(error) === 403 && !isRateLimited(error);
  if (!isForbidden) return reasonOf(error);
  return `GitHub forbids it (403). Give the job ${PERMISSIONS}.`;
}

/** Notifies the requester in a comment of its own, as GitHub sends no notification for an edit. */
export interface Mention {
  /** The login to mention; undefined if there is none, or GitHub does not return it. Never throws. */
  loginToMention(requester: number | null): Promise<string | undefined>;
  /** Posts the mention, unless another process edited the status comment since: that process mentions the requester itself. */
  post(textFor: (statusUrl: string) => string): Promise<void>;
}

interface MentionParts {
  readonly comment: Pick<StatusComment, 'ref' | 'remembered'>;
  /** @param requester the id of the account. */
  readonly loginOf: (requester: number) => Promise<string | undefined>;
  readonly write: (text: string) => Promise<unknown>;
  readonly warn: (line: string) => void;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** GitHub asks for one second between two writes. An edit by another process shows within this time. */
const PAUSE_MS = 1_000;

export function createMention({ comment, loginOf, write, warn, clock, signal }: MentionParts): Mention {
  return {
    loginToMention: async (requester) => (requester === null ? undefined : loginOf(requester).catch(() => undefined)),
    async post(textFor) {
      await clock.sleep(PAUSE_MS, signal);
      const there = await comment.remembered();
      if ((there && !there.isUnchanged) || !comment.ref) return;
      await write(textFor(comment.ref.url)).catch((error) =>
        warn(`The requester could not be mentioned: ${reasonOf(error)}`),
      );
    },
  };
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
  const user = await github.read('the login of the requester', async ({ request }) =>
    v.parse(USER, (await request('GET /user/{account_id}', { account_id: id })).data),
  );
  return user?.login;
}
