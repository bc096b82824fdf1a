import { type GitHub, needed } from '../github/client.ts';
import { readComparison } from '../github/comparison.ts';
import { readRole } from '../github/permission.ts';
import type { AskInputs } from '../inputs/inputs.ts';
import type { Obstacle, Outcome } from '../outcome.ts';
import { areRelevant, type Changes, selectChanges } from '../prompt/changes.ts';
import { composePrompt } from '../prompt/compose.ts';
import { readInstruction } from '../prompt/instruction.ts';
import type { Asked } from '../render/request-log.ts';
import { describeRequest } from '../render/request-summary.ts';
import { namePages, sayShort } from '../render/visitors.ts';
import { named } from '../text/escape.ts';
import { plural } from '../text/format.ts';
import { admit } from '../trigger/authorization.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import type { Effects } from './context.ts';
import { findReadMost, type SurveyPages } from './top-pages.ts';

type Decision = { kind: 'ask'; asked: Asked } | { kind: 'nothing'; outcome: Outcome };

/**
 * What to ask of the service, and whether it may be asked: after the gate, and where changes or pages that matter are the request.
 * Reads from GitHub and the analytics, and writes nothing. A rehearsal shows all that there is, whatever stands in the way.
 * @param surveyPages undefined in a rehearsal, which has no key for it.
 * @throws GitHubError when GitHub does not answer, InputError when nobody said what to do.
 */
export async function decideWhatToAsk(
  trigger: RequestTrigger,
  inputs: AskInputs,
  surveyPages: SurveyPages | undefined,
  {
    github,
    runner,
    clock,
    files,
    uuid,
  }: Pick<Effects, 'runner' | 'clock' | 'files' | 'uuid'> & { github: GitHub | undefined },
): Promise<Decision> {
  const instruction = readInstruction(inputs.instruction, runner.context.workspace, files);
  const isRehearsal = inputs.apiKey === null;
  const roleOf = (login: string) => readRole(needed(github), login);
  const admission = await admit(trigger, runner.context, inputs.gate, roleOf);
  const denied = admission.kind === 'denied' ? ({ verdict: 'denied', reason: admission.reason } as const) : undefined;
  if (denied && !isRehearsal) return { kind: 'nothing', outcome: denied };

  const changes = await changesOf(trigger, inputs, github);
  const obstacle = denied ?? irrelevance(trigger, changes, inputs);
  if (obstacle && !isRehearsal) return { kind: 'nothing', outcome: obstacle };

  const arePagesTheRequest = inputs.pages !== null && !changes && trigger.prompt.sections.length === 0;
  const found = await findReadMost(inputs, { arePagesTheRequest, surveyPages, clock });
  if (found.kind === 'nothing') return found;
  const { readMost, hindrance } = found;

  const fence = uuid();
  runner.mask(fence); // the summary shows the prompt, and the fence is not to be learnt from it
  const withoutPatches = !trigger.prompt.mayShowPatches && !inputs.compare;
  const question = {
    trigger: trigger.prompt,
    instruction,
    context: inputs.context,
    changes,
    readMost,
    withoutPatches,
    fence,
  };
  const prompt = composePrompt(question);
  const survey = readMost?.kind === 'surveyed' ? readMost.survey : undefined;
  const about = { refresh: arePagesTheRequest ? namePages(survey) : undefined, short: survey ? sayShort(survey) : '' };
  const facts = { admission, removed: prompt.removed, command: inputs.trigger.command, runUrl: runner.context.runUrl };
  const request = describeRequest({ trigger, instruction, ...about, ...facts });
  const asked = { request, prompt, changes, readMost, hindrance, needs: inputs.gate.minimum, obstacle };
  return { kind: 'ask', asked };
}

/** A comparison without a file that matters, where changes are the request: whoever comments, or writes an issue, asks in words. */
function irrelevance(trigger: RequestTrigger, changes: Changes | undefined, inputs: AskInputs): Obstacle | undefined {
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
    const files = `${plural(ignored.length, 'changed file')} (${named(first.path)}${ignored.length > 1 ? ', …' : ''})`;
    return `of ${files} none is left by \`paths\` and \`paths-ignore\``;
  }
  if (!compare) return 'no file changed';
  return `between ${named(compare.base)} and ${named(compare.head)} no file changed; \`base...head\` names the older one first`;
}
