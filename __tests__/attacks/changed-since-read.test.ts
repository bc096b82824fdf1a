import { describe, expect, test } from '@jest/globals';
import { commented, dispatched, labeled, openPull } from './events.ts';
import { CREATE, FOLLOW_UP, LIST, STATUS } from './faults.ts';
import { LINK, PULL } from './pull-events.ts';
import { BOT } from './stub-github.ts';
import { createWorld, type How, type World } from './world.ts';

const ownTexts = ({ github }: World) => github.comments.filter(({ author }) => author === BOT).map(({ body }) => body);

const headline = (body: string) => body.split(/ · |\n/)[0];

/** The server answers at once, and the answer takes 8 s. */
const slow =
  ({ time }: World): How =>
  async (_, carryOut) => {
    const answer = carryOut();
    await time.sleep(8_000);
    return answer;
  };

describe('a re-run leaves a status comment as it is that changed after the re-run read it:', () => {
  test('a sweep reported the end, which the re-run does not hide, and mentioned the requester, whom it does not mention again', async () => {
    const world = createWorld();
    world.service.script = { seconds: 605, prLink: LINK };
    await world.run({ event: labeled(), inputs: { timeout: '5m' } });
    await world.time.during(world.time.sleep(606_000 - world.time.now()));
    world.faults.push({ on: STATUS, how: slow(world) });
    const before = world.requests.length;
    const rerun = { event: labeled(), attempt: 2 };
    const sweep = { event: dispatched, inputs: { operation: 'sweep' }, run: 8 };
    const [again] = await world.runAll([rerun, sweep], 2_000);
    expect([again?.verdict, world.count(CREATE)]).toEqual(['pull-request', 1]);
    const written = world.requests.slice(before).flatMap(({ request }) => String(request.body ?? ''));
    expect(written.filter((body) => body.includes('Working on it'))).toEqual([]);
    expect(ownTexts(world).filter((body) => body.includes('@alice'))).toHaveLength(2); // the timeout, and the end
  });

  test('the list showed a command that waits, although it was sent meanwhile', async () => {
    const world = createWorld();
    world.github.pulls.set(PULL, openPull(PULL, 5_000));
    world.service.script = { seconds: 60, prLink: LINK };
    let waiting: ReturnType<Parameters<How>[1]> | undefined;
    const remember: How = (_, carryOut) => {
      const list = carryOut();
      if (String(list.body).includes('Waiting for')) waiting = list;
      return list;
    };
    world.faults.push({ on: LIST, how: remember, times: Number.POSITIVE_INFINITY });
    const command = { event: commented('/docs Shorter', { id: 901 }), run: 9 };
    await world.runAll([{ event: labeled() }, command], 10_000);
    const texts = ownTexts(world);
    world.faults.unshift({ on: LIST, how: (_, carryOut) => waiting ?? carryOut() });
    const again = await world.run({ ...command, attempt: 2 });
    expect([waiting === undefined, again.verdict, world.count(FOLLOW_UP)]).toEqual([false, 'pull-request', 1]);
    expect(ownTexts(world).map(headline)).toEqual(texts.map(headline));
  });
});

test('a re-run of a command that was killed while it waited sends it', async () => {
  const world = createWorld();
  world.github.pulls.set(PULL, openPull(PULL, 5_000));
  world.service.script = { seconds: 60, prLink: LINK };
  const command = { event: commented('/docs Shorter', { id: 901 }), run: 9 };
  const killed = { ...command, kill: { request: 12, when: 'after' } } as const;
  await world.runAll([{ event: labeled() }, killed], 10_000);
  expect(ownTexts(world).filter((body) => body.startsWith('**⏳ Waiting for'))).toHaveLength(1);
  const again = await world.run({ ...command, attempt: 2 });
  expect([again.verdict, world.count(FOLLOW_UP)]).toEqual(['pull-request', 1]);
});

test('a sweep leaves a request whose lease was over in the list, and whose run renewed it with the same text since', async () => {
  const world = createWorld();
  world.github.pulls.set(PULL, openPull(PULL, 5_000));
  world.service.script = { seconds: 7_200, prLink: LINK };
  const command = { event: commented('/docs Shorter', { id: 901 }), run: 9 };
  const killed = { ...command, kill: { request: 12, when: 'after' } } as const;
  await world.runAll([{ event: labeled(), inputs: { wait: 'false' } }, killed], 10_000);
  await world.time.during(world.time.sleep(3_600_000));
  const waiting = world.github.comments.find(({ body }) => body.startsWith('**⏳ Waiting for'));
  const renewed: How = (_, carryOut) => {
    if (waiting) waiting.updatedAt = world.time.now();
    return carryOut();
  };
  world.faults.push({ on: new RegExp(`^GET github/issues/comments/${waiting?.id}$`), how: renewed });
  const result = await world.run({ event: dispatched, inputs: { operation: 'sweep' }, run: 10 });
  expect([result.verdict, waiting?.body.startsWith('**⏳ Waiting for')]).toEqual(['swept', true]);
});
