import type { Ask } from '../../src/request/steps.ts';
import { type Phase, type Request, START } from '../../src/thread/request.ts';
import { atRest } from './run.ts';
import type { Decisions } from './world.ts';
import { type Comment, Course, remembered, type Setup, type World } from './world.ts';

const [ISSUE, PULL] = [31, 32];

const KEYS = { stepKey: 'step', project: 'project', key: 'key' } as const;
/** No decision here depends on these. */
const REST = { nonce: '', requester: null, trigger: 'label', retryVia: 'label', head: '', base: '' } as const;
const PLAIN = {
  wanted: undefined,
  origin: { kind: 'person' },
  mayNotSend: undefined,
  limits: undefined,
  prompt: '',
  pull: undefined,
} as const;

const requestOf = (requestKey: string, run: number, attempt: number, cause: string): Request => {
  return { ...START, ...KEYS, ...REST, requestKey, run, attempt, cause };
};

interface Asked extends Partial<Ask>, Pick<Setup, 'name'>, Partial<Pick<Setup, 'after' | 'isSweep'>> {
  readonly run: number;
  readonly attempt?: number;
  readonly key?: string;
  readonly cause?: string;
  /** Of a label: only a label can be set again. */
  readonly askedAt?: number;
}

function setup(asked: Asked): Setup {
  const { name, after, isSweep = false, run, attempt = 1, key = name, cause = '', askedAt, ...ask } = asked;
  const request = requestOf(key, run, attempt, cause);
  const identity = { ...request, asksOnce: askedAt === undefined, askedAt, event: [] };
  return { name, request, isSweep, ask: { ...PLAIN, identity, thread: ISSUE, ...ask }, ...(after && { after }) };
}

/** A label in an issue of its own, with a limit of one open pull request. */
const limited = (name: string, run: number) =>
  setup({
    name,
    run,
    thread: LIMITED + run,
    askedAt: run,
    limits: { openPulls: 1, jobsPerDay: null, missed: undefined },
  });
const LIMITED = 33;

const alike = (run: number) => ({ run, has: 'begun' }) as const;
const label = (name: string, run: number) =>
  setup({ name, run, key: 'label', askedAt: run, ...(run > 0 && { after: alike(run - 1) }) });
const AGAIN = { attempt: 2, after: { run: 0, has: 'ended' } } as const;
const rerun = (asked: Asked) => [
  setup(asked),
  setup({ ...asked, ...AGAIN, name: `re-run of ${asked.name}`, key: asked.key ?? asked.name }),
];
const COMMAND = { wanted: { kind: 'newest-in-thread', orElse: 'create' } } as const;
const command = (name: string, run: number, ...more: Partial<Asked>[]) =>
  setup(Object.assign({ name, run, ...COMMAND }, ...more));
const ON_PULL = { origin: { kind: 'agent', jobId: 'j1' }, thread: PULL, pull: PULL } as const;
const push = (name: string, run: number, ...more: Partial<Asked>[]) =>
  setup(Object.assign({ name, run, cause: 'main', wanted: { kind: 'newest-of-cause' } }, ...more));
const SWEEP = (run: number) => setup({ name: 'sweep', run, isSweep: true });

type Before = Pick<World, 'comments' | 'jobs'>;
const NOTHING: Before = { comments: [], jobs: [] };

/** A job that has ended with a pull request, which is reported in the issue and on that pull request. */
function withJob(cause = ''): Before {
  const request = requestOf('earlier', 9, 1, cause);
  const text = (phase: Phase) => ({ writer: -1, lease: 'none', time: 0, request: { ...request, phase } }) as const;
  const link = 'github.com/acme/docs#1';
  const comments: Comment[] = [
    { id: 1, thread: ISSUE, now: text({ at: 'over', why: 'ended', verdict: 'pull-request', job: 'j1', link }) },
    { id: 2, thread: PULL, now: text({ at: 'opened', job: 'j1', author: null, reportedIn: ISSUE }) },
  ];
  const job = { id: 'j1', creator: -1, status: 'completed', shown: 'completed', requests: ['earlier'] } as const;
  return { comments, jobs: [{ ...job, hasLink: true }] };
}

/** What is explored. */
export interface Scenario {
  readonly name: string;
  readonly faults: number;
  readonly before: Before;
  readonly setups: readonly Setup[];
}

const scenario = (name: string, faults: number, before: Before, ...setups: readonly Setup[]): Scenario => {
  return { name, faults, before, setups };
};

/** The largest ones come first: a worker takes the next one when it is free. */
export const SCENARIOS: readonly Scenario[] = [
  scenario(
    'three commands to one job',
    1,
    withJob(),
    command('A', 0),
    command('B', 1, { after: alike(0) }),
    command('C', 2, { after: alike(1) }),
  ),
  scenario('two labels and a sweep', 2, NOTHING, label('A', 0), label('B', 1), SWEEP(2)),
  scenario('two labels at a limit of one pull request', 2, NOTHING, limited('A', 0), limited('B', 1)),
  scenario('label and label', 2, NOTHING, label('A', 0), label('B', 1)),
  scenario('two commands, no job yet', 2, NOTHING, command('A', 0), command('B', 1, { after: alike(0) })),
  scenario('two commands to one job', 2, withJob(), command('A', 0), command('B', 1, { after: alike(0) })),
  scenario('command in the issue and on the pull request', 2, withJob(), command('A', 0), command('B', 1, ON_PULL)),
  scenario('`reuse` push and command', 2, withJob('main'), push('A', 0), command('B', 1, ON_PULL)),
  scenario('label and re-run', 2, NOTHING, ...rerun({ name: 'A', run: 0, askedAt: 0 })),
  scenario('command and re-run', 2, withJob(), ...rerun({ name: 'A', run: 0, ...COMMAND })),
  scenario('command and a sweep', 2, withJob(), command('A', 0), SWEEP(1)),
];

/** The world in which a scenario begins. */
export const startOf = ({ faults, before, setups }: Scenario, decisions: Decisions): World => ({
  ...before,
  decisions: {
    ...decisions,
    nextStep: remembered(decisions.nextStep),
    factsOf: remembered(decisions.factsOf),
    after: remembered(decisions.after),
  },
  course: new Course([], []),
  faults,
  time: 0,
  runs: setups.map((each, who) => atRest(who, each)),
});
