import type { GitHub } from '../github/client.ts';
import { isRateLimited, reasonOf, statusOf } from '../github/errors.ts';
import type { Outcome } from '../outcome.ts';
import type { ReactionTarget } from '../trigger/trigger.ts';

/** Signs of life on what asked: seen, and what became of it. Never fatal. */
export interface Reactions {
  seen(): Promise<void>;
  ended(outcome: Outcome): Promise<void>;
}

type Sign = 'eyes' | 'rocket' | 'confused' | '-1';

/** @param warn is told once what could not be set, and which permission is missing. */
export function createReactions(
  target: ReactionTarget | undefined,
  github: GitHub,
  warn: (line: string) => void,
): Reactions {
  let isSilent = false;
  async function react(content: Sign): Promise<void> {
    if (isSilent || !target) return;
    try {
      await set(target, github, content);
    } catch (error) {
      isSilent = true;
      warn(`The reaction could not be set: ${reason(error)}`);
    }
  }
  return {
    seen: () => react('eyes'),
    async ended(outcome) {
      const sign = signOf(outcome);
      if (sign) await react(sign);
    },
  };
}

async function set(target: ReactionTarget, { octokit, repository }: GitHub, content: Sign): Promise<void> {
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

/** Undefined where the job goes on, and where nothing was asked. */
function signOf({ verdict }: Outcome): Sign | undefined {
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
  return 'GitHub forbids it (403). Give the job `permissions: { issues: write }` (on pull requests `pull-requests: write`).';
}
