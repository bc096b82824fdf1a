import type { Ask } from '../../src/request/steps.ts';
import { type Phase, type Request, START } from '../../src/thread/request.ts';
import { atRest } from './run.ts';
import { type Comment, type Decisions, remembered, type Setup, type World } from './world.ts';

const [ISSUE, PULL, LIMITED] = [31, 32, 33];

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
  return { ...START, ...REST, stepKey: 'step', project: 'project', key: 'key', requestKey, run, attempt, cause };
};

interface Asked extends Partial<Ask>, Partial<Pick<Setup, 'after' | 'isSweep'>> {
  readonly attempt?: number;
  readonly key?: string;
  readonly cause?: string;
  /** Of a label: only a label can be set again. */
  readonly askedAt?: number;
}

function setup(name: string, run: number, asked: Asked): Setup {
  const { after, isSweep = false, attempt = 1, key = name, cause = '', askedAt, ...ask } = asked;
  const request = requestOf(key, run, attempt, cause);
  const identity = { ...request, asksOnce: askedAt === undefined, askedAt, event: [] };
  return { name, request, isSweep, ask: { ...PLAIN, identity, thread: ISSUE, ...ask }, ...(after && { after }) };
}

const alike = (run: number) => ({ after: { run, has: 'begun' } }) as const;
const label = (name: string, run: number) =>
  setup(name, run, { key: 'label', askedAt: run, ...(run > 0 && alike(run - 1)) });
/** A label in an issue of its own, with a limit of one open pull request. */
const limited = (name: string, run: number) =>
  setup(name, run, {
    thread: LIMITED + run,
    askedAt: run,
    limits: { openPulls: 1, jobsPerDay: null, missed: undefined },
  });
const rerun = (asked: Asked) => [
  setup('A', 0, asked),
  setup('re-run of A', 0, { ...asked, key: 'A', attempt: 2, after: { run: 0, has: 'ended' } }),
];
const COMMAND = { wanted: { kind: 'newest-in-thread', orElse: 'create' } } as const;
const command = (name: string, run: number, more: Asked = {}) => setup(name, run, { ...COMMAND, ...more });
const ON_PULL = { origin: { kind: 'agent', jobId: 'j1' }, thread: PULL, pull: PULL } as const;
const push = setup('A', 0, { cause: 'main', wanted: { kind: 'newest-of-cause' } });
const sweep = (run: number) => setup('sweep', run, { isSweep: true });

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

const scenario = (name: string, before: Before, setups: readonly Setup[], faults = 2): Scenario => {
  return { name, faults, before, setups };
};
const [first, second] = [command('A', 0), command('B', 1, alike(0))];

/** The largest one comes first. */
export const SCENARIOS: readonly Scenario[] = [
  scenario('three commands to one job', withJob(), [first, second, command('C', 2, alike(1))], 1),
  scenario('two labels and a sweep', NOTHING, [label('A', 0), label('B', 1), sweep(2)]),
  scenario('two labels at a limit of one pull request', NOTHING, [limited('A', 0), limited('B', 1)]),
  scenario('label and label', NOTHING, [label('A', 0), label('B', 1)]),
  scenario('two commands, no job yet', NOTHING, [first, second]),
  scenario('two commands to one job', withJob(), [first, second]),
  scenario('command in the issue and on the pull request', withJob(), [first, command('B', 1, ON_PULL)]),
  scenario('`reuse` push and command', withJob('main'), [push, command('B', 1, ON_PULL)]),
  scenario('label and re-run', NOTHING, rerun({ askedAt: 0 })),
  scenario('command and re-run', withJob(), rerun(COMMAND)),
  scenario('command and a sweep', withJob(), [first, sweep(1)]),
];

/** The world in which a scenario begins. */
export function startOf({ faults, before, setups }: Scenario, decisions: Decisions): World {
  const [nextStep, factsOf] = [remembered(decisions.nextStep), remembered(decisions.factsOf)];
  return {
    ...before,
    decisions: { ...decisions, nextStep, factsOf, after: remembered(decisions.after) },
    course: { text: '', isBlocked: false, choose: () => false },
    faults,
    time: 0,
    runs: setups.map((each, who) => atRest(who, each)),
  };
}
