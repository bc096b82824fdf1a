import { type GitHub, needed } from '../github/client.ts';
import { readComparison } from '../github/comparison.ts';
import { readRole } from '../github/permission.ts';
import type { AskInputs } from '../inputs/inputs.ts';
import type { Outcome, SkipReason } from '../outcome.ts';
import { areRelevant, type Changes, selectChanges } from '../prompt/changes.ts';
import { composePrompt } from '../prompt/compose.ts';
import { readInstruction } from '../prompt/instruction.ts';
import type { PreparedRequest } from '../render/request-log.ts';
import { describeRequest } from '../render/request-summary.ts';
import { formatPartial, namePages } from '../render/visitors.ts';
import { quoteName } from '../text/escape.ts';
import { plural } from '../text/format.ts';
import { authorize } from '../trigger/authorization.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import type { ActionContext } from './context.ts';
import { type CollectVisitors, readTopPages } from './top-pages.ts';

type Decision = { kind: 'ask'; asked: PreparedRequest } | { kind: 'nothing'; outcome: Outcome };

/**
 * What to ask of the service, and whether it may be asked: after the gate, and where changes or pages that matter are the request.
 * Reads from GitHub and the analytics, and writes nothing. A rehearsal shows all that there is, whatever stands in the way.
 * @param surveyPages undefined in a rehearsal, which has no key for it.
 * @throws GitHubError when GitHub does not answer, InputError when nobody said what to do.
 */
export async function prepareRequest(
  trigger: RequestTrigger,
  inputs: AskInputs,
  collectVisitors: CollectVisitors | undefined,
  {
    github,
    runner,
    clock,
    files,
    uuid,
  }: Pick<ActionContext, 'runner' | 'clock' | 'files' | 'uuid'> & { github: GitHub | undefined },
): Promise<Decision> {
  const instruction = readInstruction(inputs.instruction, runner.context.workspace, files);
  const isDryRun = inputs.apiKey === null;
  const roleOf = (login: string) => readRole(needed(github), login);
  const authorization = await authorize(trigger, runner.context, inputs.gate, roleOf);
  const denied =
    authorization.kind === 'denied' ? ({ verdict: 'denied', reason: authorization.reason } as const) : undefined;
  if (denied && !isDryRun) return { kind: 'nothing', outcome: denied };

  const changes = await changesOf(trigger, inputs, github);
  const skipReason = denied ?? irrelevance(trigger, changes, inputs);
  if (skipReason && !isDryRun) return { kind: 'nothing', outcome: skipReason };

  const arePagesTheRequest = inputs.pages !== null && !changes && trigger.prompt.sections.length === 0;
  const found = await readTopPages(inputs, { arePagesTheRequest, collectVisitors, clock });
  if (found.kind === 'nothing') return found;
  const { topPages, analyticsFailure } = found;

  const fence = uuid();
  runner.mask(fence); // the summary shows the prompt, and the fence is not to be learnt from it
  const withoutPatches = !trigger.prompt.mayShowPatches && !inputs.compare;
  const question = {
    trigger: trigger.prompt,
    instruction,
    context: inputs.context,
    changes,
    topPages,
    withoutPatches,
    fence,
  };
  const prompt = composePrompt(question);
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
  const asked = { request, prompt, changes, topPages, analyticsFailure, needs: inputs.gate.minimum, skipReason };
  return { kind: 'ask', asked };
}

/** A comparison without a file that matters, where changes are the request: whoever comments, or writes an issue, asks in words. */
function irrelevance(trigger: RequestTrigger, changes: Changes | undefined, inputs: AskInputs): SkipReason | undefined {
  if (!trigger.prompt.needsChanges || !changes || areRelevant(changes)) return undefined;
  return { verdict: 'skipped', reason: whyIrrelevant(changes, inputs) };
}

/** What changed; `undefined` where no input needs it, or the event has no range. The request key needs the commits of `compare`. */
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
