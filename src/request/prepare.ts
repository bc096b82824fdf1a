import type { ActionContext } from '../action-context.ts';
import { type GitHub, needed } from '../github/client.ts';
import type { Repository } from '../github/repository.ts';
import type { AskInputs } from '../inputs/inputs.ts';
import type { Outcome, SkipReason } from '../outcome.ts';
import { composePrompt } from '../prompt/compose.ts';
import { areEmpty, type Changes, type ContextFile, readContextFiles } from '../prompt/context.ts';
import { describeRequest, type PreparedRequest } from '../render/request.ts';
import { formatPartial, namePages } from '../render/visitors.ts';
import type { Reporter } from '../report/reporter.ts';
import type { Authorization } from '../trigger/authorization.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import type { Memory } from './memory.ts';
import { irrelevance, NO_CHANGES, readRequestedChanges } from './requested-changes.ts';
import { type ReadReview, readReview } from './review-comments.ts';
import { readTopPages, visitorsCollector } from './top-pages.ts';

type Prepared =
  | { readonly kind: 'request'; readonly request: PreparedRequest }
  | { readonly kind: 'nothing'; readonly outcome: Outcome };

interface PrepareOptions {
  readonly trigger: RequestTrigger;
  readonly authorization: Authorization;
  readonly inputs: AskInputs;
  /** The maintainer's instruction; undefined if the workflow has none, and the trigger decides. */
  readonly instruction: string | undefined;
  readonly github: GitHub | undefined;
  /** The repository of `compare`; undefined for the workflow's own. */
  readonly other: Repository | undefined;
  readonly reporter: Reporter;
  readonly memory: Pick<Memory, 'agentPulls' | 'handledHead'>;
}

/**
 * Prepares the request. Returns an outcome instead if the requester is denied, or no relevant changes or pages remain. Reads from
 * GitHub, the workspace and the analytics, and writes nothing. A dry run prepares the request in any case, and shows why it would not be sent.
 * @throws GitHubError when a request to GitHub fails, InputError when a file of `context-file` cannot be read, or neither the workflow nor the
 * event contains a request.
 */
export async function prepareRequest(options: PrepareOptions, context: ActionContext): Promise<Prepared> {
  const { trigger, authorization, inputs, instruction, reporter } = options;
  const { runner, clock, uuid } = context;
  const { apiKey } = inputs;
  const denied =
    authorization.kind === 'denied' ? ({ verdict: 'denied', reason: authorization.reason } as const) : undefined;
  if (denied && apiKey !== null) return { kind: 'nothing', outcome: denied };

  const review = await reviewOf(trigger, inputs, { github: options.github, isDenied: denied !== undefined });
  const material = await readMaterial({ ...options, review }, context);
  const { changes, files } = material;
  const skipReason = denied ?? material.skipReason;
  if (skipReason && apiKey !== null) return { kind: 'nothing', outcome: skipReason };

  const collect = apiKey === null ? undefined : visitorsCollector({ inputs, apiKey }, reporter, context);
  const hasOtherRequest = changes !== undefined || files.length > 0 || trigger.prompt.sections.length > 0;
  const arePagesTheRequest = inputs.pages !== null && !hasOtherRequest;
  const found = await readTopPages(inputs, { arePagesTheRequest, collectVisitors: collect, clock });
  if (found.kind === 'nothing') return found;
  const { topPages, analyticsFailure } = found;

  const fence = uuid();
  runner.mask(fence); // the job summary shows the prompt, and must not reveal the fence
  const withoutPatches = !trigger.prompt.mayShowPatches && !inputs.compare;
  const promptParts = {
    trigger: review.prompt,
    instruction,
    context: inputs.context,
    changes,
    topPages,
    files,
    withoutPatches,
    fence,
  };
  const prompt = composePrompt(promptParts);
  const survey = topPages?.kind === 'surveyed' ? topPages.survey : undefined;
  const about = {
    refresh: arePagesTheRequest ? namePages(survey) : undefined,
    short: survey ? formatPartial(survey) : '',
  };
  const facts = {
    authorization,
    removed: prompt.removed,
    command: inputs.trigger.command,
    runUrl: runner.context.runUrl,
  };
  const request = describeRequest({ trigger, instruction, ...about, ...facts });
  const needs = inputs.gate.minimum;
  const { editedComments } = review;
  const prepared = {
    request,
    prompt,
    changes,
    files,
    topPages,
    editedComments,
    analyticsFailure,
    needs,
    skipReason,
  };
  return { kind: 'request', request: prepared };
}

/** Reads what the payload of a review lacks, but nothing of a requester without permission. */
async function reviewOf(
  trigger: RequestTrigger,
  { trigger: { command } }: AskInputs,
  { github, isDenied }: { readonly github: GitHub | undefined; readonly isDenied: boolean },
): Promise<ReadReview> {
  if (!trigger.review || isDenied) return { prompt: trigger.prompt, editedComments: 0, skipReason: undefined };
  return readReview(trigger, trigger.review, { command, github: needed(github) });
}

/** Reads the changes and the files, the files only if the changes are relevant or in a dry run, which shows everything. */
async function readMaterial(
  { trigger, inputs, github, other, memory, review, reporter }: PrepareOptions & { readonly review: ReadReview },
  { runner, files: disk }: ActionContext,
) {
  const isNothing = review.skipReason && inputs.apiKey !== null;
  if (isNothing) return { ...NO_CHANGES, files: [], skipReason: review.skipReason };
  const requested = await readRequestedChanges(trigger, inputs, {
    github,
    other,
    memory,
    warn: runner.warn,
    note: (line) => reporter.noted(line, 'log'),
  });
  const needless = requested.skipReason ?? irrelevance(trigger, requested, inputs);
  if (needless && inputs.apiKey !== null) return { ...requested, files: [], skipReason: needless };
  const files = readContextFiles(
    inputs.contextFiles,
    { workspace: runner.context.workspace, redact: runner.redactRead },
    disk,
  );
  return {
    ...requested,
    files,
    skipReason: review.skipReason ?? needless ?? emptiness(trigger, { ...requested, files }, inputs),
  };
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
