import type { ActionContext } from '../action-context.ts';
import { connectGitHub, type GitHub, needed } from '../github/client.ts';
import { VERSION } from '../inputs/action-metadata.ts';
import type { AskInputs, CommonInputs, JobInputs } from '../inputs/inputs.ts';
import type { Reporter } from '../report/reporter.ts';
import { shareOf } from '../runtime/clock.ts';
import type { Runner } from '../runtime/runner.ts';
import type { Connection } from '../service/connection.ts';
import { type AgentService, createAgentService } from '../service/submit.ts';
import { createVisitorsReader, type PageVisitors } from '../service/visitors.ts';
import { type Authorization, authorize, readRole } from '../trigger/authorization.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { type CollectResult, collect, type VisitorQuery } from '../visitors/collect.ts';
import { paginate } from '../visitors/paginate.ts';

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

const connectionOf = ({ baseUrl, projectId }: CommonInputs, apiKey: string): Connection => ({
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

interface CollectOptions {
  readonly inputs: CommonInputs;
  readonly apiKey: string;
  readonly query: VisitorQuery;
  /** On the clock's `now`. */
  readonly deadline: number;
  /** Called with the rows of each page. @param before the number of rows in the pages before. */
  readonly take?: (rows: readonly PageVisitors[], before: number) => Promise<void>;
}

/** Reads the site's visitor analytics page by page, and ranks the rows. */
export function collectVisitors(
  { inputs, apiKey, query, deadline, take }: CollectOptions,
  reporter: Reporter,
  { send, clock, signal }: ActionContext,
): Promise<CollectResult> {
  const connection = connectionOf(inputs, apiKey);
  const readPage = createVisitorsReader(connection, query.period, { send, clock, signal, onSend: reporter.sent });
  const pages = paginate(readPage, query.offset, { clock, signal, deadline, onPause: reporter.postponed });
  return collect(pages, query, async (rows, before) => {
    await take?.(rows, before);
    reporter.surveying(before + rows.length);
  });
}
