import { describe, expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { commented } from './events.ts';
import { EDIT, FOLLOW_UP, STATUS, says } from './faults.ts';
import { LINK, PULL, worldWithAgentPull } from './pull-events.ts';
import type { How, World } from './world.ts';

const MINUTE = 60_000;

interface Outage {
  readonly what: string;
  readonly on: RegExp;
  /** @param left milliseconds until its end. */
  readonly how: (left: number) => How;
}

/** Longer than the lease of a waiting request: it must not be forgotten meanwhile. */
const OUTAGES: readonly Outage[] = [
  { what: 'GitHub does not show pull requests', on: /^GET github\/pulls\/\d+$/, how: () => says(502) },
  {
    what: 'the service answers 429 with the time of its end',
    on: STATUS,
    how: (left) => says(429, {}, { 'retry-after': String(Math.ceil(left / 1000)) }),
  },
  {
    what: 'GitHub limits edits',
    on: EDIT,
    how: (left) =>
      says(
        403,
        { message: 'You have exceeded a secondary rate limit.' },
        { 'retry-after': String(Math.ceil(left / 1000)) },
      ),
  },
];

/** The job works for two minutes on each follow-up. */
async function worldIn({ on, how }: Outage, minutes: number): Promise<World> {
  const world = await worldWithAgentPull();
  world.service.script = { seconds: 120, prLink: LINK };
  const until = world.time.now() + minutes * MINUTE;
  const faulty: How = (request, carryOut) => {
    const left = until - world.time.now();
    return left > 0 ? how(left)(request, carryOut) : carryOut();
  };
  world.faults.push({ on, how: faulty, times: Number.POSITIVE_INFINITY });
  return world;
}

const command = (body: string, id: number, number = 31): Step => ({
  event: commented(body, { id, number, isPull: number === PULL }),
  run: id,
  inputs: { timeout: '4h' },
});

describe.each(OUTAGES)('while $what,', (outage) => {
  const cases = [17, 25, 40].flatMap((minutes) => [1, 5, 16].map((apart) => ({ minutes, apart })));

  test.each(cases)('for $minutes min, two commands $apart min apart drop no work', async ({ minutes, apart }) => {
    const world = await worldIn(outage, minutes);
    const steps = [command('/docs do one', 901), command('/docs do two', 902, PULL)];
    const ended = await world.runAll(steps, apart * MINUTE);
    expect(ended.map(({ verdict }) => verdict)).toEqual(['pull-request', 'pull-request']);
    expect(world.service.jobs.map(({ prompts, interruptions }) => [prompts.length, interruptions])).toEqual([[3, 0]]);
  });

  test.each(cases)(
    'for $minutes min, a command read twice $apart min apart is sent once',
    async ({ minutes, apart }) => {
      const world = await worldIn(outage, minutes);
      const one = command('/docs do one', 901, PULL);
      const other = { GITHUB_WORKFLOW_REF: 'acme/app/.github/workflows/other.yml@refs/heads/main' };
      const ended = await world.runAll([one, { ...one, run: 902, env: other }], apart * MINUTE);
      expect(ended.map(({ verdict }) => verdict).toSorted()).toEqual(['pull-request', 'skipped']);
      expect(world.count(FOLLOW_UP)).toBe(1);
    },
  );
});

describe('a request whose lease ended while it waited, as its comment could not be edited,', () => {
  // The job ends 20 min after the first command, and both others, which waited, read the queue then.
  test.each([-30, -15, -10, -5, 0, 5, 10, 15, 30])(
    'is not sent together with one that passed it, if the outage ends %d s after the job',
    async (seconds) => {
      const world = await worldWithAgentPull();
      world.service.script = { seconds: 20 * 60, prLink: LINK };
      const start = world.time.now();
      const until = start + 20 * MINUTE + seconds * 1_000;
      const limited: How = async (request, carryOut) => {
        const body = String(request.body);
        const now = world.time.now();
        if (body.includes('Do three')) await world.time.sleep(6_000);
        if (now < start + 2 * MINUTE || now > until || !body.includes('Do two')) return carryOut();
        return says(
          403,
          { message: 'You have exceeded a secondary rate limit.' },
          { 'retry-after': '1' },
        )(request, carryOut);
      };
      world.faults.push({ on: EDIT, how: limited, times: Number.POSITIVE_INFINITY });
      const steps = [command('/docs Do one', 901), command('/docs Do two', 902), command('/docs Do three', 903, PULL)];
      const ended = await world.runAll(steps, 20_000);
      const reported = ended.filter(({ verdict }) => verdict === 'pull-request').length; // others end with an error, unsent
      const [{ prompts, interruptions } = { prompts: [], interruptions: -1 }] = world.service.jobs;
      expect([prompts.length, interruptions]).toEqual([1 + reported, 0]);
    },
  );
});
