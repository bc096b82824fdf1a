import type { ActionContext } from '../action-context.ts';
import { connectGitHub, type GitHub, needed } from '../github/client.ts';
import { VERSION } from '../inputs/action-metadata.ts';
import type { AskInputs, CommonInputs, JobInputs } from '../inputs/inputs.ts';
import type { Reporter } from '../report/reporter.ts';
import { shareOf } from '../runtime/clock.ts';
import type { Runner } from '../runtime/runner.ts';
import type { Connection } from '../service/connection.ts';
import { type AgentService, createAgentService } from '../service/submit.ts';
import { type Authorization, authorize, readRole } from '../trigger/authorization.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';

/** The end of polling, on the clock's `now`. The rest is left for the final report: 2 % of the timeout, at least 0.3 s, at most 5 s. */
export const deadlineOf = ({ timeout }: CommonInputs): number =>
  timeout - shareOf(timeout, { share: 0.02, min: 300, max: 5_000 });

/** The client for GitHub; undefined if the run has no access to a repository. */
export function gitHubFor({ githubToken, timeout }: JobInputs, effects: ActionContext): GitHub | undefined {
  return connectGitHub(githubToken, { ...effects, ...effects.runner, deadline: timeout });
}

/** The client for jobs of the service. It reports each request to the reporter. */
export function serviceFor(
  inputs: JobInputs,
  apiKey: string,
  reporter: Reporter,
  effects: ActionContext,
): AgentService {
  const connection = { ...connectionOf(inputs, apiKey), jobPath: inputs.jobPath };
  const { sent: onSend, unsent: onUnsent, pausing: onPause } = reporter;
  return createAgentService(connection, { ...effects, deadline: deadlineOf(inputs), onSend, onUnsent, onPause });
}

export const connectionOf = ({ baseUrl, projectId }: CommonInputs, apiKey: string): Connection => ({
  baseUrl,
  projectId,
  apiKey,
  userAgent: `docs-agent-action/${VERSION}`,
});

/** Authorizes the requester of a trigger. @throws GitHubError when a role cannot be read, which is not a denial. */
export const authorizeTrigger = (
  trigger: RequestTrigger,
  { gate }: Pick<AskInputs, 'gate'>,
  { github, runner }: { readonly github: GitHub | undefined; readonly runner: Runner },
): Promise<Authorization> => authorize(trigger, runner.context, gate, (login) => readRole(needed(github), login));
