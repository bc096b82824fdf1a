import type { GitHub } from '../github/client.ts';
import { isRateLimited, reasonOf, statusOf } from '../github/errors.ts';
import type { Outcome } from '../outcome.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';

/** Signs of life on what asked: seen, and what became of it. Never fatal. */
export interface Reactions {
  seen(): Promise<void>;
  ended(outcome: Outcome): Promise<void>;
}

type Sign = 'eyes' | 'rocket' | 'confused' | '-1';

/** @param warn is told once what could not be set, and which permission is missing. */
export function createReactions(trigger: RequestTrigger, github: GitHub, warn: (line: string) => void): Reactions {
  let isSilent = false;
  async function react(content: Sign): Promise<void> {
    if (isSilent) return;
    try {
      await set(trigger, github, content);
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

/** Of a review, and of what no thread holds, there is nothing to react to. */
async function set(trigger: RequestTrigger, { octokit, repository }: GitHub, content: Sign): Promise<void> {
  const { request } = await octokit();
  if (trigger.kind === 'label' || trigger.kind === 'opened') {
    const where = { ...repository, issue_number: trigger.thread.number };
    await request('POST /repos/{owner}/{repo}/issues/{issue_number}/reactions', { ...where, content });
  } else if (trigger.kind === 'command') {
    const { id: comment_id, kind } = trigger.comment;
    const reaction = { ...repository, comment_id, content };
    if (kind === 'comment')
      await request('POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions', reaction);
    if (kind === 'at a line')
      await request('POST /repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions', reaction);
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
