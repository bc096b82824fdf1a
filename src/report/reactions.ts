import { GitHubError } from '../errors.ts';
import { isForbidden, knownReason, PERMISSIONS, reasonOf } from '../github/answers.ts';
import type { GitHub } from '../github/client.ts';
import { type Outcome, VERDICTS, type Verdict } from '../outcome.ts';
import type { ReactionTarget } from '../trigger/trigger.ts';

type ReactionContent = 'eyes' | NonNullable<(typeof VERDICTS)[Verdict]['reaction']>;

/**
 * Reacts when the run starts, and to its outcome. After a failure, none is attempted, and the run
 * warns, unless its error is GitHub's too.
 */
export function createReactions(
  target: ReactionTarget | undefined,
  github: GitHub,
  warn: (line: string) => void,
) {
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

async function addReaction(
  target: ReactionTarget,
  { octokit, repository }: GitHub,
  content: ReactionContent,
) {
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

const whyNotAdded = (error: unknown): string =>
  knownReason(error) ??
  (isForbidden(error) ? `GitHub forbids it (403). Give the job ${PERMISSIONS}.` : reasonOf(error));
