import { describe, expect, test } from '@jest/globals';
import { answered, broken, MEMORY, REF, type Step, scriptedThread } from '../../support/scripted-thread.ts';

/** A comment that was written, and what GitHub answers after that. */
async function written(steps: readonly Step[] = [], mayRepeat?: () => boolean) {
  const thread = scriptedThread(['well', ...steps]);
  const comment = thread.as('a', mayRepeat);
  await comment.write('starting', MEMORY);
  return { ...thread, comment };
}

test('removing deletes the comment, and the next text creates a new one', async () => {
  const { comment, calls } = await written();
  expect(await comment.remove()).toBe(true);
  expect(comment.ref).toBeUndefined();
  expect(comment.mayBeThere).toBe(false);
  await comment.write('starting again', MEMORY);
  expect(calls).toEqual(['create starting', 'remove 7', 'create starting again']);
});

test('removing a comment that does not exist sends no request', async () => {
  const { calls, as } = scriptedThread();
  expect(await as('a').remove()).toBe(true);
  expect(calls).toEqual([]);
});

describe('a removal that GitHub refuses', () => {
  test('leaves a comment that is edited later, and warns', async () => {
    const { comment, calls, warnings } = await written([answered(403)]);
    expect(await comment.remove()).toBe(false);
    expect(comment.ref).toEqual(REF);
    expect(await comment.write('asked before', MEMORY)).toBe(true);
    expect(calls).toEqual(['create starting', 'remove 7', 'update 7 asked before']);
    expect(warnings).toEqual([
      expect.stringMatching(/could not be deleted.*403.*`permissions: \{ .*issues: write, .*\}`/),
    ]);
  });

  test('with 404 counts as done', async () => {
    const { comment, warnings } = await written([answered(404)]);
    expect(await comment.remove()).toBe(true);
    expect(comment.mayBeThere).toBe(false);
    expect(warnings).toEqual([]);
  });
});

describe('a removal that fails', () => {
  test.each([
    ['502', answered(502)],
    ['a broken connection', broken()],
  ])('with %s is repeated once', async (_, fault) => {
    const { comment, calls, warnings } = await written([fault]);
    expect(await comment.remove()).toBe(true);
    expect(calls).toEqual(['create starting', 'remove 7', 'remove 7']);
    expect(warnings).toEqual([]);
  });

  test('although it was carried out counts as done', async () => {
    const { comment, warnings } = await written([{ carriedOut: broken() }, answered(404)]);
    expect(await comment.remove()).toBe(true);
    expect(warnings).toEqual([]);
  });

  test('twice leaves the comment, and warns', async () => {
    const { comment, warnings } = await written([answered(502), answered(502)]);
    expect(await comment.remove()).toBe(false);
    expect(comment.ref).toEqual(REF);
    expect(warnings).toEqual([expect.stringContaining('could not be deleted')]);
  });

  test('after the deadline is not repeated', async () => {
    const { comment, calls } = await written([answered(502)], () => false);
    expect(await comment.remove()).toBe(false);
    expect(calls).toEqual(['create starting', 'remove 7']);
  });
});

describe('removing a comment whose creation was not answered', () => {
  async function lost() {
    const thread = scriptedThread([{ carriedOut: broken() }]);
    const comment = thread.as('a');
    await comment.write('starting', MEMORY);
    return { ...thread, comment };
  }

  test('and that was recognized deletes it', async () => {
    const { comment, comments, calls } = await lost();
    comment.recognize((await comments.list()).comments);
    expect(await comment.remove()).toBe(true);
    expect(comment.mayBeThere).toBe(false);
    expect(await comment.write('starting again', MEMORY)).toBe(true);
    expect(calls).toEqual(['create starting', 'list', 'remove 7', 'create starting again']);
  });

  test('and that was not recognized does not count as done while it exists', async () => {
    const { comment, bodies } = await lost();
    const isGone = await comment.remove();
    expect(isGone).toBe(bodies.size === 0);
  });
});
