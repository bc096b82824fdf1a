import { describe, expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { commented, dispatched, labeled } from './events.ts';
import { COMMENT, CREATE, deaf, EDIT, FOLLOW_UP, LIST, reset, STATUS, says, VISITORS } from './faults.ts';
import { createWorld, type How, type World } from './world.ts';

const TIMEOUT = 300_000;
/** So much later all is reported, and the process ends. */
const REPORTING = 15_000;
/** More requests to each server than this, in five minutes, are a hammer. */
const MANY = 200;

const LABEL: Step = { event: labeled(), inputs: { timeout: '5m' } };

interface Attack {
  readonly name: string;
  readonly verdict: string;
  readonly set: (world: World) => unknown;
  readonly creates?: number;
  /** Milliseconds of the timeout that it must not use up. */
  readonly within?: number;
}

const always =
  (on: RegExp, how: How) =>
  ({ faults }: World) =>
    faults.push({ on, how, times: Number.POSITIVE_INFINITY });

const endlessList: How = ({ url }, carryOut) => {
  const answer = carryOut();
  const next = `<${url.origin}${url.pathname}?page=2>; rel="next"`;
  return { ...answer, headers: new Map([...answer.headers, ['link', next]]) };
};

const AN_AGE = { 'retry-after': '1000000000' };
const NUMBERS = { human: 1, ai: 1, total: 2 };

const rows =
  (path: (row: number) => string, count = 250) =>
  (offset: number) => ({
    totals: NUMBERS,
    hasMore: true,
    visitors: Array.from({ length: count }, (_, at) => ({ path: path(offset + at), ...NUMBERS })),
  });

const scripted =
  (script: Partial<World['service']['script']>) =>
  ({ service }: World) => {
    service.script = { seconds: 1, ...script };
  };

const flipping = (elapsed: number) => {
  const isEven = Math.floor(elapsed / 3_000) % 2 === 0;
  return { status: isEven ? 'active' : 'completed', prLink: null };
};

const ATTACKS: readonly Attack[] = [
  { name: 'a list that always has a next page', verdict: 'error', creates: 0, set: always(LIST, endlessList) },
  { name: 'a list that never answers', verdict: 'error', creates: 0, set: always(LIST, deaf) },
  { name: 'a permission check that never answers', verdict: 'error', creates: 0, set: always(/permission$/, deaf) },
  { name: 'an announcement that is never answered', verdict: 'error', creates: 0, set: always(COMMENT, deaf) },
  {
    name: 'an announcement put off for 31 years',
    verdict: 'error',
    creates: 0,
    within: 60_000,
    set: always(COMMENT, says(403, { message: 'rate limit' }, AN_AGE)),
  },
  {
    name: 'a create put off for 31 years',
    verdict: 'quota-exhausted',
    within: 60_000,
    set: always(CREATE, says(429, {}, AN_AGE)),
  },
  { name: 'a create put off without a time', verdict: 'quota-exhausted', creates: 40, set: always(CREATE, says(429)) },
  {
    name: 'a create put off until now',
    verdict: 'quota-exhausted',
    creates: 40,
    set: always(CREATE, says(429, {}, { 'retry-after': '0' })),
  },
  {
    name: 'a status put off for 31 years',
    verdict: 'timed-out',
    within: 60_000,
    set: always(STATUS, says(429, {}, AN_AGE)),
  },
  { name: 'a status that never answers', verdict: 'timed-out', set: always(STATUS, deaf) },
  { name: 'a status that breaks each time', verdict: 'timed-out', set: always(STATUS, reset) },
  { name: 'a status of 502', verdict: 'timed-out', set: always(STATUS, says(502, '<html>')) },
  { name: 'a status that is no job', verdict: 'timed-out', set: always(STATUS, says(200, [])) },
  { name: 'a status of 20,000 brackets', verdict: 'timed-out', set: always(STATUS, says(200, '['.repeat(20_000))) },
  { name: 'a job that stays active', verdict: 'timed-out', set: scripted({ seconds: 1e9 }) },
  {
    name: 'a job with a new status each time',
    verdict: 'timed-out',
    set: scripted({ fields: (at) => ({ status: `step ${Math.floor(at)}` }) }),
  },
  { name: 'a job that ends and goes on, over and over', verdict: 'no-changes', set: scripted({ fields: flipping }) },
  { name: 'edits that are never answered', verdict: 'pull-request', set: always(EDIT, deaf) },
  {
    name: 'a GitHub that is gone once the job runs',
    verdict: 'pull-request',
    set: always(/^(PATCH|GET) github.issues.comments/, reset),
  },
  {
    name: 'reactions that are never answered',
    verdict: 'pull-request',
    set: always(/reactions$/, deaf),
  },
];

describe('no run outlives its timeout by more than fifteen seconds, or hammers a server, because of', () => {
  test.each(ATTACKS)('$name', async ({ verdict, set, creates = 1, within = TIMEOUT }) => {
    const world = createWorld();
    world.service.script = { seconds: 20 };
    set(world);
    const ended = await world.run(LABEL);
    expect(ended.verdict).toBe(verdict);
    expect(ended.took).toBeLessThanOrEqual(within + REPORTING);
    expect(world.count(CREATE)).toBeLessThanOrEqual(creates);
    expect(world.count(/ github/)).toBeLessThanOrEqual(MANY);
    expect(world.count(/ service/)).toBeLessThanOrEqual(MANY);
  });

  const exports: readonly Attack[] = [
    { name: 'ever new pages', verdict: 'exported', set: scripted({ visitors: rows((row) => `/${row}`) }) },
    { name: 'one page, over and over', verdict: 'exported', set: scripted({ visitors: rows(() => '/a') }) },
    { name: 'empty pages', verdict: 'error', set: scripted({ visitors: rows(() => '/a', 0) }) },
    { name: 'unusable rows', verdict: 'error', set: scripted({ visitors: rows(() => '') }) },
    { name: 'no answer', verdict: 'error', set: always(VISITORS, deaf) },
    { name: 'pages put off for 31 years', verdict: 'quota-exhausted', set: always(VISITORS, says(429, {}, AN_AGE)) },
  ];
  test.each(exports)('an export that gets $name', async ({ verdict, set }) => {
    const world = createWorld();
    set(world);
    always(VISITORS, async (_, carryOut) => {
      await world.time.sleep(4_000);
      return carryOut();
    })(world);
    const ended = await world.run({
      event: dispatched,
      inputs: { operation: 'visitors', window: '7d', timeout: '5m' },
    });
    expect(ended.verdict).toBe(verdict);
    expect(ended.took).toBeLessThanOrEqual(TIMEOUT + REPORTING);
    expect(world.count(/ service/)).toBeLessThanOrEqual(MANY);
  });

  test('a follow-up to a job that flips between completed and active', async () => {
    const world = createWorld();
    await world.run(LABEL);
    for (const job of world.service.jobs) job.script = { seconds: 1, fields: flipping };
    world.service.script = { seconds: 1, fields: flipping };
    const ended = await world.run({ ...LABEL, event: commented('/docs shorter'), run: 8 });
    expect(ended.took).toBeLessThanOrEqual(TIMEOUT + REPORTING);
    expect(world.count(FOLLOW_UP)).toBeLessThanOrEqual(1);
  });

  test('a post step whose GitHub never answers: it ends within two minutes', async () => {
    const world = createWorld();
    const killed = await world.run({ ...LABEL, kill: { request: 8, when: 'after' } });
    always(/ github/, deaf)(world);
    const { took } = await world.post(LABEL, killed);
    expect(took).toBeLessThanOrEqual(120_000);
  });
});

describe('a cancelled run ends within five seconds, although', () => {
  const silent = [
    { name: 'the service does not answer the create', on: CREATE, after: 5_000 },
    { name: 'the service does not answer the status', on: STATUS, after: 12_000 },
    { name: 'GitHub does not answer the list', on: LIST, after: 1_000 },
    { name: 'GitHub does not answer the announcement', on: COMMENT, after: 1_500 },
    { name: 'GitHub answers nothing any more', on: / github/, after: 12_000, later: true },
  ];
  test.each(silent)('$name', async ({ on, after, later = false }) => {
    const world = createWorld();
    if (later) void world.time.sleep(after).then(() => always(on, deaf)(world));
    else always(on, deaf)(world);
    const ended = await world.run({ ...LABEL, cancelAfter: after });
    expect(ended.verdict).not.toBe('');
    expect(ended.took - after).toBeLessThanOrEqual(5_000);
    expect(world.count(CREATE)).toBeLessThanOrEqual(1);
  });
});

async function endsWell(world: World, event: Step['event']): Promise<void> {
  world.service.script = { seconds: 1 };
  const ended = await world.run({ ...LABEL, event });
  expect([ended.verdict, world.count(CREATE)]).toEqual(['pull-request', 1]);
}

describe('no crash, and one job, for', () => {
  const SIGNS = ['!"#$', "%&'(", ')*+,', '-./:', ';<=>', '?@[\\', ']^_`', '{|}~'].map((signs) => ({ signs }));
  test.each(SIGNS)('15 KB of each of $signs in a body', async ({ signs }) => {
    const body = [...signs].map((sign) => `x ${sign.repeat(15_000)}`).join('\n\n');
    await endsWell(createWorld(), labeled({ title: `x ${signs.repeat(60)}`, body }));
  });

  const PAIRS = ['<a ', '[a](', '![', '<!--', '**_', '`` ` ', '> - ', '&#x', '%5F'].map((text) => ({ text }));
  test.each(PAIRS)('60 KB of $text in a command', async ({ text }) => {
    await endsWell(createWorld(), commented(`/docs x ${text.repeat(60_000 / text.length)}`));
  });

  const PREFIX = '<!-- docs-agent-action:';
  const threads: readonly { readonly name: string; readonly count: number; readonly body: string }[] = [
    { name: 'a marker of 60 KB', count: 1, body: `${PREFIX}1 abcdefgh.${'A'.repeat(60_000)}.${'B'.repeat(43)} -->` },
    { name: 'a marker without an end', count: 1, body: `${PREFIX}1 abcdefgh.${'A'.repeat(60_000)}` },
    {
      name: '750 markers in one comment',
      count: 1,
      body: `${PREFIX}1 abcdefgh.e30.${'B'.repeat(43)} -->`.repeat(750),
    },
    { name: '500 comments with forged markers', count: 500, body: `${PREFIX}1 abcdefgh.e30.${'B'.repeat(43)} -->` },
    { name: '60 comments of 60 KB', count: 60, body: `${PREFIX}${' '.repeat(60_000)}` },
    { name: '60 comments of 60 KB of beginnings of markers', count: 60, body: PREFIX.repeat(2_600) },
  ];
  test.each(threads)('$name', async ({ count, body }) => {
    const world = createWorld();
    for (let at = 0; at < count; at++) world.github.say(31, body);
    await endsWell(world, LABEL.event);
  });
});
