import { describe, expect, test } from '@jest/globals';
import { createFakeClock } from '../../support/fake-clock.ts';
import { answered, broken, MEMORY, REF, type Step, scriptedThread } from '../../support/scripted-thread.ts';

const HALF = 300_000;

/** What GitHub answers when it puts a request off. */
const limited = (seconds?: number) =>
  Object.assign(answered(403), {
    response: {
      headers: seconds === undefined ? {} : { 'retry-after': String(seconds) },
      data: { message: 'You have exceeded a secondary rate limit.' },
    },
  });

async function announcing(steps: readonly Step[], until = HALF) {
  const clock = createFakeClock();
  const thread = scriptedThread(steps, clock);
  const comment = thread.as('a');
  const error: unknown = await comment.announce('starting', MEMORY, until).catch((thrown: unknown) => thrown);
  return { ...thread, comment, error };
}

describe('an announcement', () => {
  test('that GitHub takes is created once', async () => {
    const { calls, clock, error, comment } = await announcing([]);
    expect([error, calls, clock.pauses]).toEqual([undefined, ['create starting'], []]);
    expect(comment.ref?.id).toBe(REF.id);
  });

  test('whose answer was lost is searched for after 3 s, and is not created again if it exists', async () => {
    const { calls, clock, comment } = await announcing([{ carriedOut: broken() }]);
    expect([calls, clock.pauses]).toEqual([['create starting', 'list'], [3_000]]);
    expect(comment.ref?.id).toBe(REF.id);
  });

  test('whose answer was lost is created again if it does not exist', async () => {
    const { calls, clock } = await announcing([broken()]);
    expect([calls, clock.pauses]).toEqual([['create starting', 'list', 'create starting'], [3_000]]);
  });

  test.each([
    ['waits as long as GitHub says', [limited(40)], [40_000]],
    ['waits longer each time if GitHub does not say how long', [limited(), limited()], [2_000, 4_000]],
    ['waits as long as GitHub says after a lost answer, too', [broken(), limited(40)], [3_000, 40_000]],
  ])('that a rate limit puts off %s', async (_, steps, pauses) => {
    const { clock, error } = await announcing(steps);
    expect([error, clock.pauses]).toEqual([undefined, pauses]);
  });

  test('that is never answered is tried less and less often', async () => {
    const { calls, clock } = await announcing(
      Array.from({ length: 20 }, () => broken()),
      600_000,
    );
    expect(clock.pauses.slice(0, 5)).toEqual([3_000, 4_000, 8_000, 16_000, 30_000]);
    expect(calls.filter((call) => call.startsWith('create')).length).toBeLessThan(25);
  });

  test('is not tried again if the pause ends after the deadline', async () => {
    const { calls, error } = await announcing([limited(40)], 30_000);
    expect(error).toMatchObject({ name: 'GitHubError' });
    expect(calls).toEqual(['create starting']);
  });

  test.each([401, 403, 404, 410, 422])('that gets %d is an error at once', async (status) => {
    const { calls, clock, error, comment } = await announcing([answered(status)]);
    expect(error).toMatchObject({ name: 'GitHubError', remedy: expect.stringContaining('`comment: false`') });
    expect([calls, clock.pauses]).toEqual([['create starting'], []]);
    expect(comment.mayBeThere).toBe(false);
  });

  test('that is refused after a lost answer may be there all the same', async () => {
    const { error, comment } = await announcing([broken(), answered(403)]);
    expect(error).toMatchObject({ name: 'GitHubError' });
    expect(comment.mayBeThere).toBe(true);
  });

  test('that was created twice is the older comment, and the other one is deleted', async () => {
    const { comments, comment, bodies, calls } = await announcing([broken()]);
    const late = { ...(await comments.get(REF.id)), id: 3 };
    bodies.set(late.id, late.body);
    await comment.recognize([await comments.get(REF.id), late]);
    expect(comment.ref?.id).toBe(3);
    expect(calls.at(-1)).toBe(`remove ${REF.id}`);
    expect([...bodies.keys()]).toEqual([3]);
  });
});
