import type { GitHub } from '../github/client.ts';
import { readLogin } from '../github/users.ts';
import type { AskInputs, AttachInputs, JobInputs } from '../inputs/inputs.ts';
import { statusFieldsOf } from '../render/comment.ts';
import type { PreparedRequest } from '../render/request-log.ts';
import type { RequestSummary } from '../render/request-summary.ts';
import { createMention } from '../report/mention.ts';
import { createReactions, type Reactions } from '../report/reactions.ts';
import { createStatusReport, type StatusReport } from '../report/status-report.ts';
import { deriveMarkerKeys, hashOf, type MarkedRequest } from '../thread/marker.ts';
import { rememberDraft } from '../thread/post-state.ts';
import { requestKeyOf, stepKeysOf } from '../thread/request-key.ts';
import { createStatusComments, openThread, type ReportThread, threadOf } from '../thread/thread.ts';
import type { Actor, RequestTrigger } from '../trigger/trigger.ts';
import { type ActionContext, deadlineOf } from './context.ts';

/** Where on GitHub a request is reported. */
export interface ReportTarget {
  readonly thread?: { readonly thread: ReportThread; readonly report: StatusReport };
  readonly reactions?: Reactions;
}

/**
 * Opens the thread to report in, and writes nothing. A request without a thread is not an error.
 * @throws GitHubError when the thread cannot be determined.
 */
export async function openReportTarget(
  { trigger, request, marked }: { trigger: RequestTrigger; request: RequestSummary; marked: MarkedRequest },
  { inputs, apiKey, github }: { inputs: AskInputs | AttachInputs; apiKey: string; github: GitHub | undefined },
  effects: ActionContext,
): Promise<ReportTarget> {
  const { runner, clock, signal } = effects;
  if (!inputs.comment) return {};
  const number = await threadOf(trigger, inputs.issueNumber, github, runner.warn);
  if (!github) return {};
  const reactions = createReactions(trigger.reactTo, github, runner.warn);
  if (number === undefined) return { reactions };
  const statusComments = createStatusComments(github, deriveMarkerKeys(apiKey, inputs.previousApiKey), {
    ...effects,
    ...runner,
    deadline: inputs.timeout,
  });
  const thread = openThread(number, statusComments);
  const report = createStatusReport({
    comment: thread.comment,
    request: marked,
    fields: statusFieldsOf(request),
    retryHints: request.retryHints,
    runsUrl: runner.context.runsUrl,
    clock,
    signal,
    deadline: deadlineOf(inputs),
    timeout: inputs.timeout,
    redact: runner.redact,
    save: (draft) => rememberDraft(runner, draft),
    mention: createMention({
      comment: thread.comment,
      write: thread.comments.create,
      warn: runner.warn,
      clock,
      signal,
      loginOf: (requester) => mentionable(requester, { inputs, github, known: trigger.requester }),
    }),
  });
  return { reactions, thread: { thread, report } };
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

/** The fields of the marker that stay the same for the whole request. @param stepInputs as for {@link requestKeyOf}. */
export function markedRequest(
  { trigger, request, stepInputs }: { trigger: RequestTrigger; request: RequestSummary; stepInputs: string },
  { projectId, key }: AskInputs | AttachInputs,
  { runner: { context }, uuid }: Pick<ActionContext, 'runner' | 'uuid'>,
): MarkedRequest {
  const keys = stepKeysOf(context, projectId, key);
  const isByPerson = request.authorization.kind === 'passed' && !trigger.requester.isBot;
  return {
    nonce: hashOf(uuid()),
    ...keys,
    requestKey: requestKeyOf(keys, trigger, stepInputs),
    retryVia: request.retryHints.kind,
    run: context.run,
    attempt: context.attempt,
    requester: isByPerson ? trigger.requester.id : null,
    previous: null,
    before: null,
  };
}

/**
 * The inputs that distinguish two calls of the same step, as given: paths of files, not their contents. `compare` includes the commits,
 * as branches and tags move.
 */
export const givenInputs = (
  { instruction, context, contextFiles, compare, paths, pages, jobId }: AskInputs,
  { changes }: Pick<PreparedRequest, 'changes'>,
): string => {
  const compared = compare && [compare, changes?.baseSha, changes?.headSha];
  return JSON.stringify([instruction, context, contextFiles, compared, paths, pages, jobId]);
};
