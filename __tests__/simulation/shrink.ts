import { plainerThan } from '../support/shrink.ts';
import { type History, PLAIN_JOB, PLAIN_SETUP, type Setup, type Step } from './history.ts';

const PLAIN_STEP = { fate: {}, legs: 1, hasOneKey: false, by: 'alice', isForced: undefined };
/** Milliseconds between two steps, which are easier to read than others. */
const ROUND_PAUSES = [0, 1_000, 10_000, 60_000, 600_000, 3_600_000, 86_400_000];

/** Histories with fewer steps, or plainer ones. */
export function* simplerThan({ setup, steps }: History): Generator<History> {
  for (let size = 1; size < steps.length; size *= 2) yield { setup, steps: steps.slice(0, size) };
  for (let size = steps.length >> 1; size >= 1; size >>= 1)
    for (let first = 0; first < steps.length; first += size)
      for (const rest of without(steps, first, size)) yield { setup, steps: rest };
  for (const simpler of plainerThan(setup, PLAIN_SETUP)) yield { setup: simpler, steps };
  for (const [at, job] of setup.jobs.entries()) {
    yield { setup: { ...setup, jobs: setup.jobs.toSpliced(at, 1) }, steps };
    for (const plan of plainerThan(job, PLAIN_JOB))
      yield { setup: { ...setup, jobs: setup.jobs.with(at, plan) }, steps };
  }
  for (const [at, step] of steps.entries())
    for (const simpler of simplerSteps(step, setup))
      yield { setup, steps: steps.toSpliced(at, 1, simpler) };
}

/**
 * The steps without some of them. Later steps that name a run by its number may mean one that is
 * now an earlier one.
 */
function without(steps: readonly Step[], first: number, size: number): Step[][] {
  const before = steps.slice(0, first);
  const after = steps.slice(first + size);
  const gone = steps.slice(first, first + size).filter(startsRun).length;
  const moved = after.map((step) =>
    'of' in step && step.of !== undefined && step.of > 0
      ? { ...step, of: Math.max(0, step.of - gone) }
      : step,
  );
  return [...(gone > 0 ? [[...before, ...moved]] : []), [...before, ...after]];
}

const startsRun = ({ kind }: Step): boolean => !['fault', 'people', 'key', 're-run'].includes(kind);

function* simplerSteps(step: Step, { isQuiet }: Setup): Generator<Step> {
  yield* plainerThan(step, PLAIN_STEP);
  if (step.kind === 'fault') {
    const { fault } = step;
    for (const simpler of plainerThan(fault, { times: 1, skip: 0 }))
      yield { ...step, fault: simpler };
    if (fault.times > 2) yield { ...step, fault: { ...fault, times: fault.times >> 1 } };
  } else if ('fate' in step && step.fate.kill && step.fate.post !== 'lost')
    yield { ...step, fate: { ...step.fate, post: 'lost' } };
  if (!isQuiet) for (const after of ROUND_PAUSES) if (after < step.after) yield { ...step, after };
}
