import type { Fate, History, Setup, Step } from './history.ts';
import type { JobPlan } from './service.ts';

/**
 * The simplest history that still fails: fewest steps, each of them as plain as can be.
 * @param fails whether a history fails as the original does. @param isOver whether the time for it is over
 */
export async function shrink(
  original: History,
  fails: (history: History) => Promise<boolean>,
  isOver: () => boolean = () => false,
): Promise<History> {
  for (const simpler of simplerThan(original)) {
    if (isOver()) return original;
    if (await fails(simpler)) return shrink(simpler, fails, isOver);
  }
  return original;
}

/** From the boldest to the smallest simplification, so that few are tried. */
function* simplerThan({ setup, steps }: History): Generator<History> {
  for (let size = 1; size < steps.length; size *= 2) yield { setup, steps: steps.slice(0, size) };
  for (let size = steps.length >> 1; size >= 1; size >>= 1)
    for (let first = 0; first < steps.length; first += size)
      for (const rest of without(steps, first, size)) yield { setup, steps: rest };
  for (const simpler of simplerSetups(setup)) yield { setup: simpler, steps };
  for (const [at, step] of steps.entries())
    for (const simpler of simplerSteps(step, setup)) yield { setup, steps: steps.toSpliced(at, 1, simpler) };
}

/** The steps without some of them. Later steps that name a run by its number may mean one that is now an earlier one. */
function without(steps: readonly Step[], first: number, size: number): Step[][] {
  const before = steps.slice(0, first);
  const after = steps.slice(first + size);
  const gone = steps.slice(first, first + size).filter(startsRun).length;
  const moved = after.map((step) =>
    'of' in step && step.of !== undefined ? { ...step, of: Math.max(0, step.of - gone) } : step,
  );
  return gone > 0
    ? [
        [...before, ...moved],
        [...before, ...after],
      ]
    : [[...before, ...after]];
}

const startsRun = ({ kind }: Step): boolean => !['fault', 'people', 'key', 're-run'].includes(kind);

function simplerSetups(setup: Setup): Setup[] {
  const { lag, jobs } = setup;
  const plain: Setup[] = [
    { ...setup, jobs: [] },
    ...jobs.map((_, at) => ({ ...setup, jobs: jobs.toSpliced(at, 1) })),
    { ...setup, wait: true },
    { ...setup, pullRequest: 'new' },
    { ...setup, slowness: 1 },
    ...(setup.account === 'person' ? [{ ...setup, account: 'bot' as const }] : []),
    ...NEEDLESS.map((what) => ({ ...setup, [what]: undefined })),
    ...(setup.isWithoutIssue ? [{ ...setup, isWithoutIssue: false }] : []),
    ...jobs.flatMap((job, at) => simplerPlans(job).map((plan) => ({ ...setup, jobs: jobs.with(at, plan) }))),
    // In quiet histories, which count exactly, no two runs overlap.
    ...(setup.isQuiet
      ? []
      : [
          { ...setup, lag: { ...lag, created: 0 } },
          { ...setup, lag: { ...lag, edited: 0 } },
        ]),
  ];
  return plain.filter((simpler) => differs(simpler, setup));
}

/** What a setup may lack. */
const NEEDLESS = ['crowd', 'rateLimit', 'clocks', 'second'] as const;

const simplerPlans = (plan: JobPlan): JobPlan[] => [
  { ...plan, opensAfter: undefined, isDraft: false },
  { ...plan, mergesAfter: undefined },
  { ...plan, refusedAs: undefined },
  { ...plan, linkAfter: 0 },
  { ...plan, idleFirst: 0, unknownFor: 0 },
];

/** Milliseconds between two steps, which are easier to read than others. */
const ROUND_PAUSES = [0, 1_000, 10_000, 60_000, 600_000, 3_600_000, 86_400_000];

function simplerSteps(step: Step, { isQuiet }: Setup): Step[] {
  const plain: Step[] = [
    ...('fate' in step ? simplerFates(step.fate).map((fate) => ({ ...step, fate })) : []),
    ...('legs' in step ? [{ ...step, legs: 1 } as const] : []),
    ...('by' in step ? [{ ...step, by: 'alice' } as const] : []),
    ...(step.kind === 'fault' ? simplerFaults(step) : []),
    ...(isQuiet ? [] : ROUND_PAUSES.filter((after) => after < step.after).map((after) => ({ ...step, after }))),
  ];
  return plain.filter((simpler) => differs(simpler, step));
}

const simplerFates = ({ kill, post }: Fate): Fate[] => [{}, ...(kill && post ? [{ kill, post: 'lost' as const }] : [])];

function simplerFaults(step: Extract<Step, { kind: 'fault' }>): Step[] {
  const { fault } = step;
  const variants = [
    { ...fault, times: 1 },
    { ...fault, times: fault.times >> 1 || 1 },
    { ...fault, skip: 0 },
  ];
  return variants.map((simpler) => ({ ...step, fault: simpler }));
}

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
