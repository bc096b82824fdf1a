import type { ActionContext } from '../action-context.ts';
import { needed } from '../github/client.ts';
import { type LineComments, readLineComments, readReviewBody } from '../github/reviews.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Outcome, SkipReason } from '../outcome.ts';
import { readMarkdown } from '../sanitize/index.ts';
import { plural } from '../text/format.ts';
import { parseCommand } from '../trigger/command-events.ts';
import {
  lineCommentParts,
  type PromptParts,
  type RequestTrigger,
  type ReviewRead,
  type Section,
  whoIs,
} from '../trigger/trigger.ts';
import { type Changes, readRequestedChanges } from './changes.ts';
import { composePrompt, type Prompt } from './compose.ts';
import type { EventChangesEffects } from './event-changes.ts';
import { type CollectVisitors, readTopPages, type TopPages, titleOfPages } from './top-pages.ts';
import { type ContextFile, isEmpty, readContextFiles, type Workspace } from './workspace-files.ts';

/** What a request sends to the service. */
export interface PreparedPrompt {
  readonly kind: 'prepared';
  readonly prompt: Prompt;
  /** What is asked for, if the event contains no text that is the request. */
  readonly title: string;
  readonly changes: Changes | undefined;
  readonly files: readonly ContextFile[];
  readonly topPages: TopPages | undefined;
  /**
   * The outcome instead of creating a job: the request consists of the most visited pages, which
   * could not be read.
   */
  readonly analyticsFailure: Outcome | undefined;
}

interface RequestParts {
  readonly trigger: RequestTrigger;
  readonly inputs: Inputs;
  /** The maintainer's instruction; undefined if the workflow has none, and the trigger decides. */
  readonly instruction: string | undefined;
}

interface PrepareEffects extends EventChangesEffects, Pick<ActionContext, 'runner' | 'uuid'> {
  readonly workspace: Workspace;
  /** Undefined in a dry run, which has no API key. */
  readonly collectVisitors: CollectVisitors | undefined;
}

/** Why there is nothing to ask for. */
interface Needless {
  readonly kind: 'skipped';
  readonly outcome: Outcome;
}

const needless = (outcome: Outcome): Needless => ({ kind: 'skipped', outcome });

/**
 * Composes the prompt, unless no relevant changes or pages remain. Writes nothing. Must be called
 * after the authorization only.
 * @throws InputError if neither the workflow nor the event contains a request.
 */
export async function preparePrompt(
  parts: RequestParts,
  effects: PrepareEffects,
): Promise<PreparedPrompt | Needless> {
  const { trigger, inputs, instruction } = parts;
  const { runner, uuid, workspace } = effects;
  const review = await readReview(trigger, inputs.trigger.command, effects);
  if (review.skipReason) return needless(review.skipReason);
  const { changes, skipReason } = await readRequestedChanges(trigger, inputs, effects);
  if (skipReason) return needless(skipReason);
  const files = readContextFiles(inputs.contextFile, workspace);
  const empty = emptiness(trigger, { changes, files }, inputs);
  if (empty) return needless(empty);

  const hasOtherRequest =
    changes !== undefined || files.length > 0 || trigger.prompt.sections.length > 0;
  const pages =
    inputs.pages &&
    (await readTopPages(inputs.pages, inputs.paths, { ...effects, hasOtherRequest }));
  if (pages?.failure?.verdict === 'cancelled') return needless(pages.failure);
  const topPages = pages?.topPages;

  const fence = uuid();
  runner.mask(fence); // the job summary shows the prompt, and must not reveal the fence
  const prompt = composePrompt({
    trigger: review.prompt,
    instruction,
    context: inputs.context,
    changes,
    topPages,
    files,
    // The code of a thread may be of another account, and have changed since the command.
    withoutPatches: trigger.retry.kind === 'command' && !inputs.compare,
    fence,
  });
  const title = instruction ?? defaultTitle(hasOtherRequest, topPages);
  const analyticsFailure = pages?.failure;
  return { kind: 'prepared', prompt, title, changes, files, topPages, analyticsFailure };
}

/**
 * Why there is nothing to do: the files of `context-file` are the request, and all are empty, such
 * as a report without findings.
 */
function emptiness(
  { prompt: { sections } }: RequestTrigger,
  {
    changes,
    files,
  }: { readonly changes: Changes | undefined; readonly files: readonly ContextFile[] },
  { instruction, pages }: Inputs,
): SkipReason | undefined {
  const isOtherRequest = instruction.kind !== 'default' || changes || pages || sections.length > 0;
  if (isOtherRequest || files.length === 0 || !files.every(isEmpty)) return undefined;
  const which =
    files.length > 1
      ? `all ${files.length} files of \`context-file\` are`
      : 'the file of `context-file` is';
  return { verdict: 'skipped', reason: `${which} empty` };
}

const defaultTitle = (hasOtherRequest: boolean, pages: TopPages | undefined): string =>
  pages && !hasOtherRequest
    ? `Bring up to date: ${titleOfPages(pages)}`
    : 'Bring the documentation up to date';

/**
 * GitHub's times are whole seconds, and it touches the comments of a review while it submits them.
 */
const TOLERANCE_MS = 2_000;

/**
 * What is asked for, with what the payload of a review lacks; a reason if the request belongs to
 * another event of the same review.
 * @throws GitHubError if GitHub does not show the review.
 */
async function readReview(
  trigger: Pick<RequestTrigger, 'requester' | 'prompt' | 'review'>,
  command: string,
  { github, note }: Pick<EventChangesEffects, 'github' | 'note'>,
): Promise<{ readonly prompt: PromptParts; readonly skipReason?: SkipReason }> {
  const { review, prompt } = trigger;
  if (!review) return { prompt };
  if (review.kind === 'unless-command') {
    const isPart =
      parseCommand(await readReviewBody(needed(github), review), command) !== undefined;
    return isPart
      ? { prompt, skipReason: { verdict: 'skipped', reason: PART_OF_REVIEW } }
      : { prompt };
  }
  const lineComments = await readLineComments(needed(github), review);
  return { prompt: withLineComments(trigger, review, lineComments, note) };
}

const PART_OF_REVIEW =
  'this line comment is part of the request of its review, whose text begins with the command';

/**
 * Adds the line comments of a review behind its text, without those that were edited after it was
 * submitted.
 */
export function withLineComments(
  { requester, prompt }: Pick<RequestTrigger, 'requester' | 'prompt'>,
  review: ReviewRead & { readonly kind: 'comments-of' },
  { comments, isComplete }: LineComments,
  note: EventChangesEffects['note'],
): PromptParts {
  const unedited = comments.filter(
    ({ updatedAt }) => updatedAt <= review.submittedAt + TOLERANCE_MS,
  );
  const edited = comments.length - unedited.length;
  if (edited > 0)
    note(`${plural(edited, 'line comment')} left out, edited after the review was submitted.`);
  const lines = unedited.map(({ url, body, ...line }, at): Section => {
    const isCut = !isComplete && at === unedited.length - 1;
    const mark = isCut
      ? [`\n[and more: only the first ${comments.length} line comments are read]`]
      : [];
    const place = `line comment ${at + 1} of ${unedited.length} on pull request #${review.pull}`;
    return {
      heading: `the request: ${place} by ${whoIs(requester)}, ${url}`,
      parts: [...lineCommentParts(line, readMarkdown(body)), ...mark],
    };
  });
  // The last section is the pull request; the text of the review, if it has one, comes first.
  const sections = [...prompt.sections.slice(0, -1), ...lines, ...prompt.sections.slice(-1)];
  const isRequestInText = prompt.isRequestInText || lines.length > 0;
  return { ...prompt, sections, isRequestInText };
}
