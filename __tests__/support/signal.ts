import type { Step, StepResult } from '../../sandbox/runner/step.ts';

/** Sends the signal. @returns the step's result and how long the step took to end, in milliseconds. */
export async function signal(step: Step, name: NodeJS.Signals): Promise<{ result: StepResult; took: number }> {
  const began = performance.now();
  step.kill(name);
  const result = await step.result;
  return { result, took: performance.now() - began };
}
