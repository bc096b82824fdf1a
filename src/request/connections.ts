import type { ActionContext } from '../action-context.ts';
import { connectGitHub, needed } from '../github/client.ts';
import { readMergedPull } from '../github/pulls.ts';
import { VERSION } from '../inputs/action-metadata.ts';
import { isAsking } from '../inputs/fields.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { statusFieldsOf } from '../render/comment.ts';
import type { RequestSummary } from '../render/request.ts';
import { mentionable } from '../report/final-report.ts';
import { createGitHubReport, type GitHubReport } from '../report/github-report.ts';
import { createReactions } from '../report/reactions.ts';
import type { Reporter } from '../report/reporter.ts';
import { createStatusReport } from '../report/status-report.ts';
import { shareOf } from '../runtime/clock.ts';
import { warnOnce } from '../runtime/runner.ts';
import { createAgentService } from '../service/agent-service.ts';
import type { Connection } from '../service/connection.ts';
import { deriveMarkerKey } from '../thread/marker.ts';
import type { Request } from '../thread/request.ts';
import { createStatusComments, openThread } from '../thread/thread.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';

/**
 * The end of polling, on the clock's `now`. The rest is left for the final report: 2 % of the
 * timeout, at least 0.3 s, at most 5 s.
 */
export const pollUntilOf = ({ timeout }: Pick<Inputs, 'timeout'>): number =>
  timeout - shareOf(timeout, { share: 0.02, min: 300, max: 5_000 });

/** What a run works with: made once per run. */
export type Connections = ReturnType<typeof connect>;

/** Sends no request. @throws GitHubError if the runner names no address for GitHub. */
export function connect(inputs: Inputs, reporter: Reporter, context: ActionContext) {
  const { apiKey, timeout } = inputs;
  const warn = warnOnce(context.runner.warn); // lists are read several times
  const effects = { ...context, ...context.runner, warn, deadline: timeout };
  // undefined if the run has no access to a repository
  const github = connectGitHub(inputs.githubToken, effects);
  const key = apiKey === '' ? undefined : deriveMarkerKey(apiKey);
  const statusComments =
    inputs.comment && github && key ? createStatusComments(github, key, effects) : undefined;
  const pollUntil = pollUntilOf(inputs);
  const { sent: onSend, unsent: onUnsent, pausing: onPause } = reporter;
  const service = createAgentService(connectionOf(inputs), {
    ...context,
    deadline: pollUntil,
    onSend,
    onUnsent,
    onPause,
  });
  return { context, reporter, github, statusComments, service, pollUntil };
}

export const connectionOf = ({ baseUrl, projectId, apiKey }: Inputs): Connection => ({
  baseUrl,
  projectId,
  apiKey,
  userAgent: `docs-agent-action/${VERSION}`,
});

/**
 * The number of the thread to report in: `issue-number`, else the thread of the event, else the
 * pull request that a push merged. Undefined if there is none, or `comment` is `false`.
 * @throws GitHubError without access to GitHub.
 */
export async function findThread(
  { thread, mergeCommit }: RequestTrigger,
  { comment, issueNumber }: Inputs,
  { github }: Connections,
): Promise<number | undefined> {
  if (!comment) return undefined;
  const known = issueNumber ?? thread?.number;
  if (known === undefined && !mergeCommit) return undefined;
  const access = needed(github); // a token that is missing must not lead to jobs without memory
  if (known !== undefined || !mergeCommit) return known;
  return readMergedPull(access, mergeCommit);
}

/**
 * Opens the places on GitHub to report in, and writes nothing. Undefined if the run writes nothing
 * there. @param marked the request at its start. @param number of the thread, if there is one.
 */
export function openGitHubReport(
  {
    trigger,
    request,
    marked,
  }: { trigger: RequestTrigger; request: RequestSummary; marked: Request },
  number: number | undefined,
  inputs: Inputs,
  { context: { runner }, github, statusComments, pollUntil }: Connections,
): GitHubReport | undefined {
  if (!github || !statusComments) return undefined;
  const { command } = inputs.trigger;
  const { requester, eventText, retry, reactTo } = trigger;
  const thread = number === undefined ? undefined : openThread(number, statusComments);
  const statusReport =
    thread &&
    createStatusReport({
      statusComments,
      comment: thread.comment,
      request: marked,
      texts: {
        ...statusFieldsOf(request, runner.variables.runUrl),
        retryHints: { ...retry, command },
      },
      loginOf: (id) => mentionable(id, { inputs, github, known: requester }),
      mentionsTimeout: isAsking(inputs.operation),
      pollUntil,
    });
  const opened = () => ({
    statusComments,
    request: marked,
    openedFor: thread?.comment.ref
      ? [{ link: `#${number}`, to: thread.comment.ref.url }]
      : eventText,
    requester: requester.login,
    command,
    accounts: inputs.accounts,
    reportThread: number,
  });
  const reactions = createReactions(reactTo, github, runner.warn);
  return createGitHubReport({ thread, statusReport, reactions, opened });
}
