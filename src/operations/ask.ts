import { randomUUID } from 'node:crypto';
import { type GitHub, needed } from '../github/client.ts';
import { readComparison } from '../github/comparison.ts';
import { readRole } from '../github/permission.ts';
import type { Inputs } from '../inputs.ts';
import { areRelevant, type Changes, selectChanges } from '../prompt/changes.ts';
import { composePrompt } from '../prompt/compose.ts';
import { readInstruction } from '../prompt/instruction.ts';
import { rangeOf } from '../prompt/words.ts';
import type { Asked } from '../report/asked.ts';
import type { Outcome } from '../report/outcome.ts';
import { describeRequest } from '../report/request.ts';
import type { Runner } from '../runner.ts';
import { admit } from '../trigger/gate.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';

/**
 * What to ask of the service: after the gate, and where changes that matter are the request. An outcome where nothing is to be
 * asked. Reads from GitHub, and writes nothing.
 * @throws GitHubError when GitHub does not answer, InputError when nobody said what to do.
 */
export async function decideWhatToAsk(
  trigger: RequestTrigger,
  inputs: Inputs,
  github: GitHub | undefined,
  runner: Runner,
): Promise<{ kind: 'ask'; asked: Asked } | { kind: 'nothing'; outcome: Outcome }> {
  const { trigger: rules, gate, context } = inputs;
  const instruction = readInstruction(inputs.instruction, runner.env.GITHUB_WORKSPACE ?? process.cwd());

  const roleOf = (login: string) => readRole(needed(github), login);
  const admission = await admit(trigger, runner.env, gate, roleOf);
  const isRehearsal = inputs.apiKey === null;
  if (admission.kind === 'denied' && !isRehearsal) return nothing('denied', admission.reason);

  const changes = await changesOf(trigger, inputs, github);
  if (changes && isAboutChanges(trigger) && !areRelevant(changes)) return nothing('skipped', whyIrrelevant(changes));

  const fence = randomUUID();
  runner.mask(fence); // the summary shows the prompt, and the fence is not to be learnt from it
  const prompt = composePrompt({ trigger, instruction, context, changes, fence });
  const facts = { admission, removed: prompt.removed, runUrl: runUrl(runner.env) };
  const request = describeRequest({ trigger, instruction, command: rules.command, ...facts });
  return { kind: 'ask', asked: { request, prompt, changes, needs: gate.minimum } };
}

const nothing = (verdict: 'skipped' | 'denied', reason: string) =>
  ({ kind: 'nothing', outcome: { verdict, reason } }) as const;

/** What changed, as far as anybody wants to know it. */
async function changesOf(
  trigger: RequestTrigger,
  { compare, context, paths }: Inputs,
  github: GitHub | undefined,
): Promise<Changes | undefined> {
  const range = compare ? ({ ...compare, since: 'merge-base' } as const) : rangeOf(trigger);
  const isWanted = context !== 'none' || paths.include.length + paths.exclude.length > 0;
  return range && isWanted ? selectChanges(await readComparison(needed(github), range), paths) : undefined;
}

/** The changes are the request. Whoever comments, or writes an issue, asks in words, whatever changed. */
function isAboutChanges(trigger: RequestTrigger): boolean {
  return trigger.kind !== 'command' && !('thread' in trigger && trigger.thread.kind === 'issue');
}

function whyIrrelevant({ ignoredFiles }: Changes): string {
  if (ignoredFiles === 0) return 'no file changed';
  return `of the changed files (${ignoredFiles}) none matters; \`paths\` and \`paths-ignore\` say which do`;
}

function runUrl({ GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID }: Runner['env']): string | undefined {
  if (!GITHUB_REPOSITORY || !GITHUB_RUN_ID) return undefined;
  return `${GITHUB_SERVER_URL ?? 'https://github.com'}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
}
