import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { type GitHub, needed } from '../github/client.ts';
import { readComparison } from '../github/comparison.ts';
import { readRole } from '../github/permission.ts';
import type { AskInputs } from '../inputs.ts';
import { areRelevant, type Changes, selectChanges } from '../prompt/changes.ts';
import { composePrompt } from '../prompt/compose.ts';
import { readInstruction } from '../prompt/instruction.ts';
import type { ReadMost } from '../prompt/pages.ts';
import { rangeOf } from '../prompt/words.ts';
import type { Asked } from '../report/asked.ts';
import { judgeSilence, type Obstacle, type Outcome } from '../report/outcome.ts';
import { describeRequest } from '../report/request.ts';
import type { Runner } from '../runner.ts';
import { named } from '../text/defuse.ts';
import { plural } from '../text/plural.ts';
import { admit } from '../trigger/gate.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { periodOf, sayPeriod } from '../visitors/period.ts';
import type { Surveyed, SurveyWish } from '../visitors/survey.ts';
import { ownRunUrl } from './effects.ts';

/** Finds out which pages are read most. */
export type SurveyPages = (wish: SurveyWish) => Promise<Surveyed>;

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
  { github, runner, clock }: { github: GitHub | undefined; runner: Runner; clock: Clock },
): Promise<Decision> {
  const instruction = readInstruction(inputs.instruction, runner.env.GITHUB_WORKSPACE ?? process.cwd());
  const isRehearsal = inputs.apiKey === null;
  const roleOf = (login: string) => readRole(needed(github), login);
  const admission = await admit(trigger, runner.env, inputs.gate, roleOf);
  const denied = admission.kind === 'denied' ? ({ verdict: 'denied', reason: admission.reason } as const) : undefined;
  if (denied && !isRehearsal) return { kind: 'nothing', outcome: denied };

  const changes = await changesOf(trigger, inputs, github);
  const obstacle = denied ?? irrelevance(trigger, changes, inputs);
  if (obstacle && !isRehearsal) return { kind: 'nothing', outcome: obstacle };

  const readMost = await readMostOf(trigger, changes, inputs, { surveyPages, clock });
  if (readMost && 'verdict' in readMost) return { kind: 'nothing', outcome: readMost };

  const fence = randomUUID();
  runner.mask(fence); // the summary shows the prompt, and the fence is not to be learnt from it
  const withoutPatches = trigger.kind === 'command' && !inputs.compare;
  const question = { trigger, instruction, context: inputs.context, changes, readMost, withoutPatches, fence };
  const prompt = composePrompt(question);
  const facts = { admission, removed: prompt.removed, command: inputs.trigger.command, runUrl: ownRunUrl(runner.env) };
  const request = describeRequest({ trigger, instruction, hasPages: !!readMost, ...facts });
  return { kind: 'ask', asked: { request, prompt, changes, readMost, needs: inputs.gate.minimum, obstacle } };
}

/** The pages that are read most, where they are wanted; an outcome where they keep us from asking. */
async function readMostOf(
  trigger: RequestTrigger,
  changes: Changes | undefined,
  { pages, paths }: AskInputs,
  { surveyPages, clock }: { readonly surveyPages: SurveyPages | undefined; readonly clock: Clock },
): Promise<ReadMost | Outcome | undefined> {
  if (!pages) return undefined;
  const wish = { ...pages, paths, period: periodOf(pages.period, clock.date()), offset: 0 };
  const surveyed = surveyPages ? await surveyPages(wish) : ({ kind: 'unread', wish } as const);
  if (surveyed.kind === 'nothing') return judgeSilence(surveyed.why);
  if (surveyed.kind === 'unread') return surveyed;
  const { end, rows, pages: ranking } = surveyed.survey;
  if (end.kind === 'partial' && end.why.kind === 'cancelled') return { verdict: 'cancelled', job: undefined };
  const arePagesTheRequest = trigger.kind === 'event' && !changes;
  if (ranking.length > 0 || !arePagesTheRequest) return surveyed;
  const cause =
    rows > 0 ? `none of ${plural(rows, 'page')} is left by \`paths\` and \`paths-ignore\`` : 'no page was visited';
  return { verdict: 'skipped', reason: `${cause}: ${sayPeriod(wish.period)}` };
}

/** A comparison without a file that matters, where changes are the request: whoever comments, or writes an issue, asks in words. */
function irrelevance(trigger: RequestTrigger, changes: Changes | undefined, inputs: AskInputs): Obstacle | undefined {
  const asksInWords = trigger.kind === 'command' || ('thread' in trigger && trigger.thread.kind === 'issue');
  if (asksInWords || !changes || areRelevant(changes)) return undefined;
  return { verdict: 'skipped', reason: whyIrrelevant(changes, inputs) };
}

/** What changed, as far as anybody wants to know it. */
async function changesOf(
  trigger: RequestTrigger,
  { compare, context, paths }: AskInputs,
  github: GitHub | undefined,
): Promise<Changes | undefined> {
  const range = compare ? ({ ...compare, since: 'merge-base' } as const) : rangeOf(trigger);
  const isWanted = context !== 'none' || paths.include.length + paths.exclude.length > 0;
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
