import type { Fate, History, Step } from '../../__tests__/simulation/history.ts';

/** A history in which no pause depends on how many pauses and ids a process drew before. */
export const withFixedPauses = ({ setup, steps }: History): History => ({
  setup: { ...setup, hasFixedPauses: true },
  steps,
});

/** A history in which no request fails, nothing is killed or cancelled, and people spoil nothing. */
export function withoutFaults({ setup, steps }: History): History {
  const isGood = ({ kind }: Step) => kind !== 'fault' && kind !== 'people' && kind !== 'key';
  const jobs = setup.jobs.map((job) => ({ ...job, refusedAs: undefined }));
  return {
    setup: { ...setup, jobs, rateLimit: undefined, clocks: undefined },
    steps: steps.filter(isGood).map((step) => withFate(step, () => ({}))),
  };
}

/**
 * A history in which a request fewer changes nothing else: requests take no time, faults and kills count requests of one kind, and no hourly limit
 * counts all of them.
 */
export function withSteadyCounts({ setup, steps }: History): History {
  return {
    setup: { ...setup, slowness: 0, rateLimit: undefined },
    steps: steps.map((step) => (step.kind === 'fault' ? steadyFault(step) : withFate(step, steadyFate))),
  };
}

function steadyFault(step: Extract<Step, { kind: 'fault' }>): Step {
  const { fault } = step;
  if (!fault.at.startsWith('any request')) return step;
  const at = fault.at.endsWith('GitHub') ? 'list of a thread' : 'status';
  return { ...step, fault: { ...fault, at } };
}

function steadyFate({ kill, post, ...fate }: Fate): Fate {
  const write = kill && 'request' in kill ? { write: 1 + (kill.request % 9), when: kill.when } : kill;
  return { ...fate, kill: write, post: typeof post === 'object' ? 'runs' : post };
}

const withFate = (step: Step, change: (fate: Fate) => Fate): Step =>
  'fate' in step ? { ...step, fate: change(step.fate) } : step;
