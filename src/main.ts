import { randomUUID } from 'node:crypto';
import { VERSION } from './action-metadata.ts';
import { createAgentService } from './agent/service.ts';
import type { Clock } from './clock.ts';
import type { Send } from './http/transport.ts';
import { type Inputs, readInputs, readSecrets, unknownInputs } from './inputs.ts';
import { run } from './operations/run.ts';
import { composePrompt } from './prompt/compose.ts';
import { readInstruction } from './prompt/instruction.ts';
import { failsStep, type Outcome, toOutcome } from './report/outcome.ts';
import { describeRequest, type RequestTrigger } from './report/request.ts';
import { createReporter, type Reporter } from './reporter.ts';
import type { Runner } from './runner.ts';
import { openStatusComment } from './thread/open.ts';
import type { StatusComment } from './thread/status-comment.ts';
import { readEvent } from './trigger/event.ts';
import { readTrigger } from './trigger/trigger.ts';

export interface Effects {
  readonly runner: Runner;
  readonly clock: Clock;
  readonly send: Send;
  /** Aborts when the run is cancelled. */
  readonly signal: AbortSignal;
}

/** The whole step: read, decide, do, tell. Gives the exit code; never throws. */
export async function main(effects: Effects): Promise<0 | 1> {
  const { runner, clock } = effects;
  const reporter = createReporter(runner, clock);
  try {
    for (const secret of readSecrets(runner.env)) runner.mask(secret);
    for (const name of unknownInputs(runner.env)) runner.warn(`Unknown input ${name}: misspelt?`);
    const inputs = readInputs(runner.env);
    const outcome = await answerEvent(inputs, reporter, effects);
    await reporter.ended(outcome);
    return failsStep(outcome, inputs.failOn) ? 1 : 0;
  } catch (error) {
    await reporter.ended(toOutcome(error));
    return 1;
  }
}

async function answerEvent(inputs: Inputs, reporter: Reporter, effects: Effects): Promise<Outcome> {
  const { runner, clock, send, signal } = effects;
  const trigger = readTrigger(readEvent(runner.env), inputs.triggerLabel);
  if (trigger.kind === 'none') return { verdict: 'skipped', reason: trigger.reason };

  const instruction = readInstruction(inputs.instruction, runner.env.GITHUB_WORKSPACE ?? process.cwd());
  const fence = randomUUID();
  runner.mask(fence); // the summary shows the prompt, and the fence is not to be learnt from it
  const prompt = composePrompt(trigger, instruction, fence);
  const comment = commentFor(trigger, inputs, effects);
  reporter.asked(describeRequest(trigger, instruction, runUrl(runner.env)), prompt, comment);

  const deadline = inputs.timeout - reportingTime(inputs.timeout);
  const connection = { ...inputs, userAgent: `docs-agent-action/${VERSION}` };
  const service = createAgentService(connection, { send, clock, deadline, signal, onSend: reporter.sent });
  return run(prompt.text, { service, reporter, clock, deadline, signal });
}

function commentFor(trigger: RequestTrigger, inputs: Inputs, effects: Effects): StatusComment | undefined {
  const issueNumber = inputs.issueNumber ?? (trigger.kind === 'thread' ? trigger.thread.number : undefined);
  if (!inputs.comment || issueNumber === undefined) return undefined;
  return openStatusComment({ issueNumber, token: inputs.githubToken }, { ...effects, deadline: inputs.timeout });
}

/** Milliseconds at the end of the budget that are kept for outputs and comment. */
const reportingTime = (timeout: number): number => Math.min(Math.max(timeout * 0.02, 300), 5_000);

function runUrl({ GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID }: Runner['env']): string | undefined {
  if (!GITHUB_REPOSITORY || !GITHUB_RUN_ID) return undefined;
  return `${GITHUB_SERVER_URL ?? 'https://github.com'}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
}
