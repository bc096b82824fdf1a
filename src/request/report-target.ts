import type { ActionContext } from '../action-context.ts';
import type { GitHub } from '../github/client.ts';
import type { AskInputs, AttachInputs } from '../inputs/inputs.ts';
import { statusFieldsOf } from '../render/comment.ts';
import type { PreparedRequest, RequestSummary } from '../render/request.ts';
import { createReactions, mentionable, type Reactions } from '../report/notify.ts';
import { rememberDraft, rememberPullComment } from '../report/post-state.ts';
import { createPullReport, type PullReport } from '../report/pull-report.ts';
import { createStatusReport, type StatusReport } from '../report/status-report.ts';
import { requestKeyOf, stepKeysOf } from '../thread/earlier-requests.ts';
import { deriveMarkerKeys, hashOf } from '../thread/marker.ts';
import { type Request, START, triggerOf } from '../thread/request.ts';
import {
  createStatusComments,
  openThread,
  type ReportThread,
  type StatusComments,
  threadOf,
} from '../thread/thread.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { deadlineOf } from './context.ts';

/** Where on GitHub a request is reported. */
export interface ReportTarget {
  readonly thread?: ReportThread & { readonly report: StatusReport };
  readonly reactions?: Reactions;
  readonly pull?: PullReport;
}

/** The status comments of the repository; undefined if `comment` is `false` or the run has no access to GitHub. */
export function statusCommentsFor(
  { comment, timeout, previousApiKey }: AskInputs | AttachInputs,
  apiKey: string,
  github: GitHub | undefined,
  { runner, ...effects }: ActionContext,
): StatusComments | undefined {
  if (!comment || !github) return undefined;
  return createStatusComments(github, deriveMarkerKeys(apiKey, previousApiKey), {
    ...effects,
    ...runner,
    deadline: timeout,
  });
}

/**
 * Opens the thread to report in, and writes nothing. A request without a thread is not an error.
 * @throws GitHubError when the thread cannot be determined.
 */
export async function openReportTarget(
  { trigger, request, marked }: { trigger: RequestTrigger; request: RequestSummary; marked: Request },
  { inputs, github, statusComments, elsewhere }: ReportConnection,
  { runner }: ActionContext,
): Promise<ReportTarget> {
  if (!inputs.comment) return {};
  const number = (await threadOf(trigger, inputs.issueNumber, github, runner.warn)) ?? (await elsewhere?.());
  if (!github || !statusComments) return {};
  const reactions = createReactions(trigger.reactTo, github, runner.warn);
  const thread = number === undefined ? undefined : openThread(number, statusComments);
  const pull = createPullReport({
    statusComments,
    request: marked,
    openedFor: () => (thread?.comment.ref ? [{ link: `#${number}`, to: thread.comment.ref.url }] : request.origin),
    requester: request.requester,
    command: inputs.trigger.command,
    reportThread: number,
    save: (comment) => rememberPullComment(runner, comment),
    timeout: inputs.timeout,
  });
  if (!thread) return { reactions, pull };
  const report = createStatusReport({
    statusComments,
    comment: thread.comment,
    request: marked,
    words: { ...statusFieldsOf(request), retryHints: request.retryHints },
    loginOf: (requester) => mentionable(requester, { inputs, github, known: trigger.requester }),
    mentionsTimeout: inputs.operation !== 'attach',
    save: (draft) => rememberDraft(runner, draft),
    deadline: deadlineOf(inputs),
  });
  return { reactions, pull, thread: { ...thread, report } };
}

export interface ReportConnection {
  readonly inputs: AskInputs | AttachInputs;
  readonly github: GitHub | undefined;
  readonly statusComments: StatusComments | undefined;
  /** Finds the thread of a request whose event has none. */
  readonly elsewhere?: () => Promise<number | undefined>;
}

/** The request at its start. @param stepInputs as for {@link requestKeyOf}. */
export function markedRequest(
  { trigger, request, stepInputs }: { trigger: RequestTrigger; request: RequestSummary; stepInputs: string },
  inputs: AskInputs | AttachInputs,
  { runner: { context }, uuid }: Pick<ActionContext, 'runner' | 'uuid'>,
): Request {
  const keys = stepKeysOf(context, inputs.projectId, inputs.key);
  const isByPerson = request.authorization.kind === 'passed' && !trigger.requester.isBot;
  const requestKey = requestKeyOf(keys, trigger, stepInputs);
  return {
    nonce: hashOf(uuid()),
    ...keys,
    requestKey,
    cause: causeOf(trigger, requestKey),
    head: headOf(trigger, inputs),
    base: '',
    retryVia: request.retryHints.kind,
    run: context.run,
    attempt: context.attempt,
    requester: isByPerson ? trigger.requester.id : null,
    trigger: triggerOf(trigger),
    ...START,
  };
}

/** Adds the commit at which the description of the changes starts. */
export const withBase = (marked: Request, { changes }: Pick<PreparedRequest, 'changes'>): Request =>
  marked.head === '' ? marked : { ...marked, base: changes?.baseSha ?? '' };

/** Requests of the workflow itself have the same cause if they are the same request. @param requestKey undefined if not known yet. */
export function causeOf({ cause }: RequestTrigger, requestKey: string): string {
  if (!cause) return '';
  return cause[0] === 'event' ? requestKey : hashOf(...cause);
}

/** `compare` describes other changes than those up to the newest commit. */
const headOf = ({ head = '' }: RequestTrigger, inputs: AskInputs | AttachInputs): string =>
  'compare' in inputs && inputs.compare ? '' : head;

/**
 * The inputs that distinguish two calls of the same step, as given: paths of files, not their contents. `compare` includes the commits,
 * as branches and tags move. For a trigger that ignores the inputs, only the job that they name.
 */
export function givenInputs(
  { ignoresInputs = false }: Pick<RequestTrigger, 'ignoresInputs'>,
  { instruction, context, contextFiles, compare, paths, pages, jobId, pullRequest }: AskInputs,
  { changes }: Pick<PreparedRequest, 'changes'>,
): string {
  if (ignoresInputs) return JSON.stringify([jobId]);
  const compared = compare && [compare, changes?.baseSha, changes?.headSha];
  return JSON.stringify([instruction, context, contextFiles, compared, paths, pages, jobId, pullRequest]);
}
