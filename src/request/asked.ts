import type { ActionContext } from '../action-context.ts';
import type { AskInputs, AttachInputs } from '../inputs/inputs.ts';
import type { SkipReason } from '../outcome.ts';
import type { PreparedPrompt } from '../prompt/prepare.ts';
import { requestKeyOf, stepKeysOf } from '../thread/earlier-requests.ts';
import { hashOf } from '../thread/marker.ts';
import { type Request, START, triggerOf } from '../thread/request.ts';
import type { Authorization } from '../trigger/authorization.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import type { PullOrigin } from './agent-pulls.ts';
import type { FollowUpTarget } from './steps.ts';

/**
 * The request at its start. @param stepInputs as for {@link requestKeyOf}.
 * @param base the commit at which the description of its changes starts; empty if there is none.
 */
export function markedRequest(
  trigger: RequestTrigger,
  authorization: Authorization,
  { stepInputs, base = '' }: { readonly stepInputs: string; readonly base?: string | undefined },
  inputs: AskInputs | AttachInputs,
  { runner: { context }, uuid }: ActionContext,
): Request {
  const keys = stepKeysOf(context, inputs.projectId, inputs.key);
  const isByPerson = authorization.kind === 'passed' && !trigger.requester.isBot;
  const requestKey = requestKeyOf(keys, trigger, stepInputs);
  // `compare` describes other changes than those up to the newest commit.
  const head = 'compare' in inputs && inputs.compare ? '' : (trigger.head ?? '');
  return {
    nonce: hashOf(uuid()),
    ...keys,
    requestKey,
    cause: causeOf(trigger, requestKey),
    head,
    base: head && base,
    retryVia: trigger.retry.kind,
    run: context.run,
    attempt: context.attempt,
    requester: isByPerson ? trigger.requester.id : null,
    trigger: triggerOf(trigger),
    ...START,
  };
}

/** Requests of the workflow itself have the same cause if they are the same request. @param requestKey empty if not known yet. */
export function causeOf({ cause }: RequestTrigger, requestKey: string): string {
  if (!cause) return '';
  return cause[0] === 'event' ? requestKey : hashOf(...cause);
}

/**
 * The inputs that distinguish two calls of the same step, as given: paths of files, not their contents. `compare` includes the commits,
 * as branches and tags move. For a trigger that ignores the inputs, only the job that they name.
 */
export function givenInputs(
  { ignoresInputs = false }: Pick<RequestTrigger, 'ignoresInputs'>,
  { instruction, context, contextFiles, compare, paths, pages, jobId, pullRequest }: AskInputs,
  changes: PreparedPrompt['changes'],
): string {
  if (ignoresInputs) return JSON.stringify([jobId]);
  const compared = compare && [compare, changes?.baseSha, changes?.headSha];
  return JSON.stringify([instruction, context, contextFiles, compared, paths, pages, jobId, pullRequest]);
}

/** Which job the request continues; undefined if it creates its own. `cause` is empty if no other request can have the same one. */
export function followUpTarget(
  { kind, continuesJob }: Pick<RequestTrigger, 'kind' | 'continuesJob'>,
  origin: PullOrigin,
  cause: string,
  { operation, jobId, pullRequest }: AskInputs,
): FollowUpTarget | undefined {
  if (jobId !== null) return { kind: 'named', jobId };
  if (operation === 'follow-up') return { kind: 'thread', orElse: 'skip', onlyOpener: kind === 'workflow-run' };
  if (continuesJob) return { kind: 'thread', orElse: 'create' };
  // A label on a pull request that may be the agent's goes on with the job that opened it, if one did.
  if (origin.kind === 'suspected') return { kind: 'thread', orElse: 'create', onlyOpener: true };
  return pullRequest === 'reuse' && cause !== '' ? { kind: 'reuse' } : undefined;
}

/**
 * Why an event is no request, as the pull request that it belongs to is or may be the agent's: there, only commands are requests, and if
 * that is not certain, labels that another account than its author sets.
 */
export function whyNoRequest(
  origin: PullOrigin,
  { pull, kind, requester, thread }: Pick<RequestTrigger, 'pull' | 'kind' | 'requester' | 'thread'>,
  { trigger: { command, label } }: Pick<AskInputs, 'trigger'>,
): SkipReason | undefined {
  if (origin.kind === 'person' || kind === 'command') return undefined;
  if (origin.kind === 'agent') {
    const opener = origin.jobId === undefined ? 'the agent' : `job ${origin.jobId}`;
    return skipped(
      `${opener} opened pull request #${pull}, where only commands are requests: comment \`${command}\` and what to change`,
    );
  }
  if (kind === 'label' && requester.id !== null && requester.id !== thread?.author.id) return undefined;
  return skipped(
    `pull request #${pull} may be the agent's: ${origin.why}. If it is not, comment \`${command}\`${label === '*' ? '' : `, or let another account than its author set the label \`${label}\``}`,
  );
}

const skipped = (reason: string): SkipReason => ({ verdict: 'skipped', reason });
