import type { ActionContext } from '../action-context.ts';
import { connectGitHub, needed } from '../github/client.ts';
import { commentsOf } from '../github/comments.ts';
import type { RequestRules } from '../inputs/inputs.ts';
import { renderInvalidInput } from '../render/comment.ts';
import { accountsOn, authorize } from '../trigger/authorization.ts';
import { exclusionOf } from '../trigger/declared-accounts.ts';
import { type GitHubEvent, readTrigger } from '../trigger/read-trigger.ts';

/** Within this time, in milliseconds, the comment is written. */
const PATIENCE_MS = 15_000;

/**
 * Says in the thread of a label, command or review that the workflow has an invalid input, if
 * whoever asked may ask: otherwise that person would wait for an answer in vain. Nothing is said of
 * which input it is, as readers of the thread cannot change it.
 * @throws GitHubError or RequestFailure if GitHub does not answer.
 */
export async function reportInvalidInput(
  event: GitHubEvent,
  rules: RequestRules,
  context: ActionContext,
): Promise<void> {
  const { runner, clock } = context;
  const trigger = readTrigger(event, rules.trigger);
  const isAsked =
    trigger.kind !== 'none' && trigger.needsAuthorization && trigger.retry.kind !== 'run';
  if (!rules.comment || !isAsked || !trigger.thread || exclusionOf(trigger, rules.accounts)) return;
  const effects = { ...context, variables: runner.variables, deadline: clock.now() + PATIENCE_MS };
  const github = connectGitHub(rules.githubToken, effects);
  const { kind } = await authorize(trigger, runner.variables, rules.gate, accountsOn(github));
  if (kind === 'passed')
    await commentsOf(needed(github), trigger.thread.number, effects).create(
      renderInvalidInput(runner.variables.runUrl),
    );
}
