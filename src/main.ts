import type { ActionContext } from './action-context.ts';
import { type ActionError, InputError } from './errors.ts';
import { reasonOf } from './github/answers.ts';
import { withoutSecrets } from './http/transport.ts';
import {
  type Inputs,
  lacksKey,
  readCommand,
  readFailOn,
  readInputs,
  readRequestRules,
} from './inputs/inputs.ts';
import { attach } from './operations/attach.ts';
import { run } from './operations/run.ts';
import { sweep } from './operations/sweep.ts';
import { visitors } from './operations/visitors.ts';
import { errorOf, failsStep, outcomeOfError } from './outcome.ts';
import type { Finished } from './report/github-report.ts';
import { reportInvalidInput } from './report/invalid-input.ts';
import { createReporter, type Reporter } from './report/reporter.ts';
import { readSecrets } from './runtime/runner.ts';
import { explainMissingSecrets, type GitHubEvent, readEvent } from './trigger/read-trigger.ts';

/**
 * Runs the step, and returns its exit code; never throws. @param hindrance why the runner cannot
 * run the action.
 */
export async function main(effects: ActionContext, hindrance?: ActionError): Promise<0 | 1> {
  const { runner, clock } = effects;
  if (!runner.env.GITHUB_ACTIONS && !runner.env.GITHUB_EVENT_NAME) {
    runner.error(OUTSIDE);
    return 1;
  }
  const reporter = createReporter(runner, clock);
  const { outcome, onGitHub } = await finish(reporter, effects, hindrance);
  const fails = failsStep(outcome, readFailOn(runner.env));
  try {
    await reporter.ended(outcome, fails, onGitHub);
    const isInvalid = outcome.verdict === 'error' && outcome.problem instanceof InputError;
    if (isInvalid && !onGitHub?.thread && !effects.signal.aborted) await tellRequester(effects);
  } catch (error) {
    // Only a bug leads here: each report catches its own failures and writes a warning.
    runner.error(
      `The result, ${outcome.verdict}, could not be reported (${error instanceof Error ? error.name : typeof error}).`,
    );
    return 1;
  }
  return fails ? 1 : 0;
}

/** Never throws: the run says why it failed in any case. */
async function tellRequester(context: ActionContext): Promise<void> {
  const { runner, files } = context;
  const redact = runner.redactExchanged;
  try {
    const rules = readRequestRules(runner.env, redact);
    const send = withoutSecrets(context.send, redact);
    if (rules)
      await reportInvalidInput(readEvent(runner.variables.event, files, redact), rules, {
        ...context,
        send,
      });
  } catch (error) {
    runner.log(`The requester could not be told: ${reasonOf(error)}`);
  }
}

const OUTSIDE =
  'This is a GitHub Action, and it was started outside a workflow: GITHUB_ACTIONS and GITHUB_EVENT_NAME are not set. Use it in a step with `uses:`.';

/**
 * Never throws. Every text that is read (inputs, event, answers, files) loses the step's own
 * secrets here, before it is cut or quoted.
 */
async function finish(
  reporter: Reporter,
  context: ActionContext,
  hindrance?: ActionError,
): Promise<Finished> {
  const { runner, files } = context;
  const effects = { ...context, send: withoutSecrets(context.send, runner.redactExchanged) };
  try {
    for (const secret of readSecrets(runner.env)) runner.mask(secret);
    if (hindrance) return { outcome: errorOf(hindrance) };
    const event = readEvent(runner.variables.event, files, runner.redactExchanged);
    const noSecrets = lacksKey(runner.env)
      ? explainMissingSecrets(event, runner.variables.actor, readCommand(runner.env))
      : undefined;
    if (noSecrets) return { outcome: { verdict: 'skipped', reason: noSecrets, isWarning: true } };
    return await perform(event, readInputs(runner.env, runner.redactExchanged), reporter, effects);
  } catch (error) {
    return { outcome: outcomeOfError(error, context.signal) };
  }
}

async function perform(
  event: GitHubEvent,
  inputs: Inputs,
  reporter: Reporter,
  effects: ActionContext,
): Promise<Finished> {
  switch (inputs.operation) {
    case 'run':
    case 'follow-up':
      return run(event, inputs, reporter, effects);
    case 'attach':
      return attach(event, inputs, reporter, effects);
    case 'sweep':
      return { outcome: await sweep(inputs, reporter, effects) };
    case 'visitors':
      return { outcome: await visitors(inputs, reporter, effects) };
  }
}
