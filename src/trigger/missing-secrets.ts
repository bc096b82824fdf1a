import * as v from 'valibot';
import type { GitHubEvent } from './read-trigger.ts';

const REPOSITORY = v.object({ full_name: v.string(), fork: v.optional(v.boolean(), false) });
const ORIGIN = v.object({
  repository: v.fallback(v.optional(REPOSITORY), undefined),
  /** The repository of a deleted fork is null. */
  pull_request: v.fallback(
    v.optional(v.object({ head: v.object({ repo: v.nullable(v.object({ full_name: v.string() })) }) })),
    undefined,
  ),
});

/**
 * Why this run has no secrets by GitHub's rules ("Using secrets in GitHub Actions": runs from forks get only the token, runs of
 * Dependabot only Dependabot secrets). Undefined if the run should have them.
 */
export function explainMissingSecrets(event: GitHubEvent, actor: string | undefined): string | undefined {
  if (actor === 'dependabot[bot]') {
    return 'runs of Dependabot get no secret of Actions; put the key into Settings → Secrets and variables → Dependabot';
  }
  const { success, output } = v.safeParse(ORIGIN, event.payload);
  if (!success) return undefined;
  const { repository, pull_request } = output;
  if (pull_request && pull_request.head.repo?.full_name !== repository?.full_name) {
    const where = event.name.startsWith('pull_request_review')
      ? 'in the conversation, not in a review'
      : 'in the conversation';
    return `runs for pull requests from forks get no secrets; instead, comment \`/docs\` (\`trigger-command\`) ${where}, which needs a workflow with \`on: issue_comment\``;
  }
  if (repository?.fork) {
    return 'this repository is a fork and has no key; put one into Settings → Secrets and variables → Actions';
  }
  return undefined;
}
