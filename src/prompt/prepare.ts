import type { ActionContext } from '../action-context.ts';
import { needed } from '../github/client.ts';
import type { AskInputs } from '../inputs/inputs.ts';
import type { Outcome, SkipReason } from '../outcome.ts';
import type { Authorization } from '../trigger/authorization.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { composePrompt, type Prompt } from './compose.ts';
import { areEmpty, type Changes, type ContextFile, readContextFiles, type TopPages } from './context.ts';
import { type ChangesEffects, irrelevance, NO_CHANGES, readRequestedChanges } from './requested-changes.ts';
import { type ReadReview, readReview } from './review-comments.ts';
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
  const { runner, clock, uuid, collectVisitors } = effects;
  const isDryRun = inputs.apiKey === null;
  const denied =
    authorization.kind === 'denied' ? ({ verdict: 'denied', reason: authorization.reason } as const) : undefined;
  if (denied && !isDryRun) return { kind: 'nothing', outcome: denied };

  const review = await reviewOf(trigger, inputs, { github: effects.github, isDenied: denied !== undefined });
  const material = await readMaterial({ trigger, inputs, review }, effects);
  const { changes, files } = material;
  const skipReason = denied ?? material.skipReason;
  if (skipReason && !isDryRun) return { kind: 'nothing', outcome: skipReason };

  const hasOtherRequest = changes !== undefined || files.length > 0 || trigger.prompt.sections.length > 0;
  const arePagesTheRequest = inputs.pages !== null && !hasOtherRequest;
  const pages = await readTopPages(inputs, { arePagesTheRequest, collectVisitors, clock });
  if (pages.kind === 'nothing') return pages;
  const { topPages, analyticsFailure } = pages;

  const fence = uuid();
  runner.mask(fence); // the job summary shows the prompt, and must not reveal the fence
  const withoutPatches = !trigger.prompt.mayShowPatches && !inputs.compare;
  const { context } = inputs;
  const sent = { trigger: review.prompt, instruction, context, changes, topPages, files, withoutPatches, fence };
  const prompt = composePrompt(sent);
  const { editedComments } = review;
  const found = { changes, files, topPages, arePagesTheRequest, editedComments, analyticsFailure, skipReason };
  return { kind: 'prompt', prepared: { prompt, ...found } };
}

/** Reads what the payload of a review lacks, but nothing of a requester without permission. */
async function reviewOf(
  trigger: RequestTrigger,
  { trigger: { command } }: AskInputs,
  { github, isDenied }: Pick<ChangesEffects, 'github'> & { readonly isDenied: boolean },
): Promise<ReadReview> {
  if (!trigger.review || isDenied) return { prompt: trigger.prompt, editedComments: 0, skipReason: undefined };
  return readReview(trigger, trigger.review, { command, github: needed(github) });
}

/** Reads the changes and the files, the files only if the changes are relevant or in a dry run, which shows everything. */
async function readMaterial(
  { trigger, inputs, review }: Pick<RequestParts, 'trigger' | 'inputs'> & { readonly review: ReadReview },
  effects: PrepareEffects,
) {
  const isDryRun = inputs.apiKey === null;
  if (review.skipReason && !isDryRun) return { ...NO_CHANGES, files: [], skipReason: review.skipReason };
  const requested = await readRequestedChanges(trigger, inputs, effects);
  const needless = requested.skipReason ?? irrelevance(trigger, requested, inputs);
  if (needless && !isDryRun) return { ...requested, files: [], skipReason: needless };
  const { context, redactRead: redact } = effects.runner;
  const files = readContextFiles(inputs.contextFiles, { workspace: context.workspace, redact }, effects.files);
  const skipReason = review.skipReason ?? needless ?? emptiness(trigger, { ...requested, files }, inputs);
  return { ...requested, files, skipReason };
}

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
