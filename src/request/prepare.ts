import { type GitHub, needed } from '../github/client.ts';
import { readComparison } from '../github/comparison.ts';
import type { AskInputs } from '../inputs/inputs.ts';
import type { Outcome, SkipReason } from '../outcome.ts';
import { areRelevant, type Changes, selectChanges } from '../prompt/changes.ts';
import { composePrompt } from '../prompt/compose.ts';
import type { PreparedRequest } from '../render/request-log.ts';
import { describeRequest } from '../render/request-summary.ts';
import { formatPartial, namePages } from '../render/visitors.ts';
import type { Reporter } from '../report/reporter.ts';
import { quoteName } from '../text/escape.ts';
import { plural } from '../text/format.ts';
import type { Authorization } from '../trigger/authorization.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { visitorsCollector } from './collect-visitors.ts';
import type { ActionContext } from './context.ts';
import { type ReadReview, readReview } from './review-comments.ts';
import { readTopPages } from './top-pages.ts';

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
  readonly reporter: Reporter;
}

/**
 * Prepares the request. Returns an outcome instead if the requester is denied, or no relevant changes or pages remain. Reads from
 * GitHub and the analytics, and writes nothing. A dry run prepares the request in any case, and shows why it would not be sent.
 * @throws GitHubError when a request to GitHub fails, InputError when neither the workflow nor the event contains a request.
 */
export async function prepareRequest(
  { trigger, authorization, inputs, instruction, github, reporter }: PrepareOptions,
  context: ActionContext,
): Promise<Prepared> {
  const { runner, clock, uuid } = context;
  const { apiKey } = inputs;
  const denied =
    authorization.kind === 'denied' ? ({ verdict: 'denied', reason: authorization.reason } as const) : undefined;
  if (denied && apiKey !== null) return { kind: 'nothing', outcome: denied };

  const review = await reviewOf(trigger, inputs, { github, isDenied: denied !== undefined });
  if (review.skipReason && apiKey !== null) return { kind: 'nothing', outcome: review.skipReason };

  const changes = await changesOf(trigger, inputs, github);
  const skipReason = denied ?? review.skipReason ?? irrelevance(trigger, changes, inputs);
  if (skipReason && apiKey !== null) return { kind: 'nothing', outcome: skipReason };

  const collect = apiKey === null ? undefined : visitorsCollector({ inputs, apiKey }, reporter, context);
  const arePagesTheRequest = inputs.pages !== null && !changes && trigger.prompt.sections.length === 0;
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
  return {
    kind: 'request',
    request: { request, prompt, changes, topPages, editedComments, analyticsFailure, needs, skipReason },
  };
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

/**
 * Why there is nothing to do: the changes are the request, and no relevant file changed. Comments and issues contain their request as text.
 */
function irrelevance(trigger: RequestTrigger, changes: Changes | undefined, inputs: AskInputs): SkipReason | undefined {
  if (!trigger.prompt.needsChanges || !changes || areRelevant(changes)) return undefined;
  return { verdict: 'skipped', reason: whyIrrelevant(changes, inputs) };
}

/** The changes; undefined if no input needs them, or the event has no range. With `compare`, the request key needs its commits. */
async function changesOf(
  trigger: RequestTrigger,
  { compare, context, paths }: AskInputs,
  github: GitHub | undefined,
): Promise<Changes | undefined> {
  const range = compare ? ({ ...compare, since: 'merge-base' } as const) : trigger.prompt.range;
  const isWanted = compare !== null || context !== 'none' || paths.include.length + paths.exclude.length > 0;
  return range && isWanted ? selectChanges(await readComparison(needed(github), range), paths) : undefined;
}

function whyIrrelevant({ ignored }: Changes, { compare }: AskInputs): string {
  const [first] = ignored;
  if (first) {
    const files = `${plural(ignored.length, 'changed file')} (${quoteName(first.path)}${ignored.length > 1 ? ', …' : ''})`;
    return `of ${files} none is left by \`paths\` and \`paths-ignore\``;
  }
  if (!compare) return 'no file changed';
  return `between ${quoteName(compare.base)} and ${quoteName(compare.head)} no file changed; \`base...head\` names the older one first`;
}
