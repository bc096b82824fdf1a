import type { ActionContext } from '../action-context.ts';
import { needed } from '../github/client.ts';
import type { AskInputs } from '../inputs/inputs.ts';
import type { Outcome, SkipReason } from '../outcome.ts';
import type { Authorization } from '../trigger/authorization.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { type Changes, type ChangesEffects, readRequestedChanges } from './changes.ts';
import { composePrompt, type Prompt } from './compose.ts';
import { type ReadReview, readReview } from './review.ts';
import { areEmpty, type ContextFile, readContextFiles, type TopPages } from './sections.ts';
import { type CollectVisitors, readTopPages } from './top-pages.ts';

/** What a request sends to the service. */
export interface PreparedPrompt {
  readonly prompt: Prompt;
  readonly changes: Changes | undefined;
  readonly files: readonly ContextFile[];
  readonly topPages: TopPages | undefined;
  /** The event contains neither text nor changes. */
  readonly arePagesTheRequest: boolean;
  /** The line comments of a review that are not sent, because they were edited after the review was submitted. */
  readonly editedComments: number;
  /** The outcome instead of creating a job: the request consists of the most visited pages, which could not be read. */
  readonly analyticsFailure: Outcome | undefined;
  /** Why nothing is sent to the service; a dry run shows the request anyway. */
  readonly skipReason: SkipReason | undefined;
}

type Prepared =
  | { readonly kind: 'prompt'; readonly prepared: PreparedPrompt }
  | { readonly kind: 'nothing'; readonly outcome: Outcome };

interface RequestParts {
  readonly trigger: RequestTrigger;
  readonly authorization: Authorization;
  readonly inputs: AskInputs;
  /** The maintainer's instruction; undefined if the workflow has none, and the trigger decides. */
  readonly instruction: string | undefined;
}

interface PrepareEffects extends ChangesEffects, Pick<ActionContext, 'runner' | 'clock' | 'files' | 'uuid'> {
  /** Undefined in a dry run, which has no API key. */
  readonly collectVisitors: CollectVisitors | undefined;
}

/**
 * Prepares what is sent. Returns an outcome instead if the requester is denied, or no relevant changes or pages remain. Reads from
 * GitHub, the workspace and the analytics, and writes nothing. A dry run prepares the request in any case, and shows why it would not be sent.
 * @throws GitHubError when a request to GitHub fails, InputError when a file of `context-file` cannot be read, or neither the workflow nor the
 * event contains a request.
 */
export async function preparePrompt(parts: RequestParts, effects: PrepareEffects): Promise<Prepared> {
  const { trigger, authorization, inputs, instruction } = parts;
  const { runner, clock, uuid, collectVisitors, github } = effects;
  const isDryRun = inputs.apiKey === null;
  const nothing = (outcome: Outcome) => ({ kind: 'nothing', outcome }) as const;
  const denied = denialOf(authorization);
  if (denied && !isDryRun) return nothing(denied);

  // What the payload of a review lacks, but nothing of a requester without permission.
  const { command } = inputs.trigger;
  const unread = denied ? undefined : trigger.review;
  const review: ReadReview = unread
    ? await readReview(trigger, unread, { command, github: needed(github) })
    : { prompt: trigger.prompt, editedComments: 0 };
  if (review.skipReason && !isDryRun) return nothing(review.skipReason);
  const { changes, skipReason: needless } = await readRequestedChanges(trigger, inputs, effects);
  if (needless && !isDryRun) return nothing(needless);
  const { context, redactRead: redact } = runner;
  const files = readContextFiles(inputs.contextFiles, { workspace: context.workspace, redact }, effects.files);
  const empty = emptiness(trigger, { changes, files }, inputs);
  if (empty && !isDryRun) return nothing(empty);
  const skipReason = denied ?? review.skipReason ?? needless ?? empty;

  const hasOtherRequest = changes !== undefined || files.length > 0 || trigger.prompt.sections.length > 0;
  const arePagesTheRequest = inputs.pages !== null && !hasOtherRequest;
  const pages = await readTopPages(inputs, { arePagesTheRequest, collectVisitors, clock });
  if (pages.kind === 'nothing') return pages;
  const { topPages, analyticsFailure } = pages;

  const fence = uuid();
  runner.mask(fence); // the job summary shows the prompt, and must not reveal the fence
  const prompt = composePrompt({
    trigger: review.prompt,
    instruction,
    context: inputs.context,
    changes,
    topPages,
    files,
    withoutPatches: !trigger.prompt.mayShowPatches && !inputs.compare,
    fence,
  });
  const { editedComments } = review;
  const found = { changes, files, topPages, arePagesTheRequest, editedComments, analyticsFailure, skipReason };
  return { kind: 'prompt', prepared: { prompt, ...found } };
}

const denialOf = (authorization: Authorization): SkipReason | undefined =>
  authorization.kind === 'denied' ? { verdict: 'denied', reason: authorization.reason } : undefined;

/** Why there is nothing to do: the files of `context-file` are the request, and all are empty, such as a report without findings. */
function emptiness(
  { prompt: { sections } }: RequestTrigger,
  { changes, files }: { readonly changes: Changes | undefined; readonly files: readonly ContextFile[] },
  { instruction, pages }: AskInputs,
): SkipReason | undefined {
  const isOtherRequest = instruction.kind !== 'default' || changes || pages || sections.length > 0;
  if (isOtherRequest || files.length === 0 || !areEmpty(files)) return undefined;
  const which =
    files.length > 1 ? `all ${files.length} files of \`context-file\` are` : 'the file of `context-file` is';
  return { verdict: 'skipped', reason: `${which} empty` };
}
