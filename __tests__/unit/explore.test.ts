import { expect, test } from '@jest/globals';
import { SCENARIOS, startOf } from '../../scripts/explore/scenarios.ts';
import { search } from '../../scripts/explore/search.ts';
import { DECISIONS, type Decisions } from '../../scripts/explore/world.ts';

/** A bug, and the invariant that it violates in the scenario. */
interface Planted {
  readonly bug: string;
  readonly invariant: string;
  readonly scenario: string;
  readonly faults: number;
  readonly decisions: Partial<Decisions>;
}

const { nextStep, factsOf, after } = DECISIONS;

const PLANTED: readonly Planted[] = [
  {
    bug: 'the second read of the thread is ignored',
    invariant: 'two jobs: one request has j1, and now j2',
    scenario: 'two labels and a sweep',
    faults: 0,
    decisions: { changedSince: () => [], nextStep: (ask, known) => nextStep(ask, withoutSecondRead(known)) },
  },
  {
    bug: 'a request whose answer was lost counts as not sent',
    invariant: 'follow-up sent twice: one request has j1, and now j1',
    scenario: 'command and re-run',
    faults: 2,
    decisions: {
      factsOf: (request) => {
        const facts = factsOf(request);
        return facts.end?.why === 'unconfirmed' ? { ...facts, sent: 'no', job: undefined } : facts;
      },
    },
  },
  {
    bug: 'a follow-up does not wait for the work of its job',
    invariant: 'dropped work: j1 gets a follow-up while it works',
    scenario: 'two commands to one job',
    faults: 0,
    decisions: {
      nextStep(ask, known) {
        const step = nextStep(ask, withLeases(known, false));
        return step.do === 'wait-for-job' ? { do: 'submit', to: step.job } : step;
      },
    },
  },
  {
    bug: 'each of two runs leaves the request to the other one',
    invariant: 'stuck: all runs of the request of A leave it to another one',
    scenario: 'label and label',
    faults: 0,
    decisions: {
      nextStep(ask, known) {
        const twin = known.announced?.inThread.find(({ isLeaseHeld }) => isLeaseHeld);
        const duplicate = { run: 1, until: new Date(0), jobId: undefined, url: '' };
        return twin ? { do: 'stop', because: twin, outcome: { verdict: 'skipped', duplicate } } : nextStep(ask, known);
      },
    },
  },
  {
    bug: 'a run does not count another one that announced its job before',
    invariant: 'above the limit: j2 is created beside j1',
    scenario: 'two labels at a limit of one pull request',
    faults: 0,
    decisions: {
      nextStep: (ask, known) =>
        nextStep(ask, known.ledger ? { ...known, ledger: { ...known.ledger, before: 0 } } : known),
    },
  },
  {
    bug: 'a run does not see that the request ahead is reported',
    invariant: 'stuck: from here, the runs do not end without a fault',
    scenario: 'two commands to one job',
    faults: 0,
    decisions: { nextStep: (ask, known) => nextStep(ask, withLeases(known, true)) },
  },
  {
    bug: 'a lost answer is reported as a request that was not sent',
    invariant: 'false comment: it says “unsent”, and its writer knows “no answer”',
    scenario: 'label and label',
    faults: 1,
    decisions: {
      after(request, outcome) {
        const to = after(request, outcome);
        return outcome.verdict === 'unconfirmed'
          ? { ...to, phase: { at: 'over', why: 'unsent', verdict: 'error' } }
          : to;
      },
    },
  },
  {
    bug: 'a run that times out takes back the end that a sweep has reported',
    invariant: 'false comment: it says “working”, and its writer knows “ended”',
    scenario: 'command and a sweep',
    faults: 1,
    decisions: { keepsText: () => false },
  },
];

function withoutSecondRead(known: Parameters<typeof nextStep>[1]): typeof known {
  const { announced, first } = known;
  return announced ? { ...known, announced: { ...announced, inThread: first } } : known;
}

function withLeases(known: Parameters<typeof nextStep>[1], isLeaseHeld: boolean): typeof known {
  const records = known.queue?.records?.map((record) => ({ ...record, isLeaseHeld }));
  return known.queue && records ? { ...known, queue: { ...known.queue, records } } : known;
}

const explore = (name: string, faults: number, decisions: Partial<Decisions> = {}) => {
  const scenario = SCENARIOS.find((each) => each.name === name);
  if (!scenario) throw new Error(`There is no scenario ${name}`);
  return search(startOf({ ...scenario, faults }, { ...DECISIONS, ...decisions }));
};

test.each(PLANTED)('the exploration finds that $bug', ({ scenario, faults, decisions, invariant }) => {
  expect(explore(scenario, faults, decisions).story?.at(-1)).toBe(invariant);
});

test.each(SCENARIOS.filter(({ setups }) => setups.length === 2))(
  'without faults, no invariant is violated: $name',
  ({ name }) => {
    const { states, story } = explore(name, 0);
    expect(story).toBeUndefined();
    expect(states).toBeGreaterThan(20);
  },
);
