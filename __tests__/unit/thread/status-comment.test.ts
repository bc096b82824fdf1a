import { describe, expect, test } from '@jest/globals';
import { answered, broken, MEMORY, REF, type Step, scriptedThread } from '../../support/scripted-thread.ts';

/** The comment of a run in such a thread; what it remembers does not matter here. */
function scripted(steps: readonly Step[], mayRepeat?: () => boolean) {
  const { calls, warnings, clock, as } = scriptedThread(steps);
  const comment = as('a', mayRepeat);
  return { comment, calls, warnings, clock, write: (prose: string) => comment.write(prose, MEMORY) };
}

test('a status comment is created once, and edited after that', async () => {
  const { comment, calls, warnings, write } = scripted([]);
  expect(comment.ref).toBeUndefined();
  expect(comment.mayBeThere).toBe(false);
  expect(await write('working')).toBe(true);
  expect(comment.ref).toEqual(REF);
  expect(comment.mayBeThere).toBe(true);
  await write('still working');
  expect(await write('done')).toBe(true);
  expect(calls).toEqual(['create working', 'update 7 still working', 'update 7 done']);
  expect(warnings).toEqual([]);
});

describe('a creation that failed', () => {
  test.each([403, 404, 410, 422])('with %d is not repeated, and the comment does not exist', async (status) => {
    const { comment, calls, warnings, write } = scripted([answered(status)]);
    expect(await write('working')).toBe(false);
    expect(comment.mayBeThere).toBe(false);
    expect(await write('done')).toBe(false);
    expect(calls).toEqual(['create working']);
    expect(warnings).toHaveLength(1);
  });

  describe.each([
    ['without an answer', broken()],
    ['with 502', answered(502)],
  ])('%s', (_, error) => {
    test('although it was carried out is found and edited', async () => {
      const { comment, calls, write } = scripted([{ carriedOut: error }]);
      expect(await write('working')).toBe(false);
      expect(comment.ref).toBeUndefined();
      expect(comment.mayBeThere).toBe(true);
      expect(await write('done')).toBe(true);
      await write('more');
      expect(calls).toEqual(['create working', 'list', 'update 7 done', 'update 7 more']);
      expect(comment.ref).toEqual(REF);
    });

    test('is not repeated if the comment is not found, as a list may lag', async () => {
      const { comment, calls, write } = scripted([error]);
      await write('working');
      expect(await write('done')).toBe(false);
      expect(calls).toEqual(['create working', 'list']);
      expect(comment.ref).toBeUndefined();
      expect(comment.mayBeThere).toBe(true);
    });
  });
});

describe('a creation that a rate limit refused', () => {
  const limited = Object.assign(answered(403), { response: { headers: { 'retry-after': '60' } } });

  test.each([
    ['429', answered(429)],
    ['403 with `retry-after`', limited],
  ])('with %s is repeated at the first write after the time that GitHub asked for', async (_, error) => {
    const { comment, calls, warnings, write, clock } = scripted([error, error]);
    expect(await write('working')).toBe(false);
    expect(comment.mayBeThere).toBe(false);
    clock.pass(59_999);
    expect(await write('too early')).toBe(false);
    clock.pass(1);
    expect(await write('still working')).toBe(false);
    clock.pass(60_000);
    expect(await write('done')).toBe(true);
    expect(calls).toEqual(['create working', 'create still working', 'create done']);
    expect(comment.ref).toEqual(REF);
    expect(warnings).toHaveLength(1);
  });

  test('and that is forbidden later is not repeated any more', async () => {
    const { calls, write, clock } = scripted([answered(429), answered(403)]);
    for (const prose of ['working', 'half', 'done']) {
      await write(prose);
      clock.pass(60_000);
    }
    expect(calls).toEqual(['create working', 'create half']);
  });
});

describe('an edit that failed', () => {
  test.each([
    ['a broken connection', broken()],
    ['502', answered(502)],
  ])('with %s is repeated once', async (_, error) => {
    const { calls, warnings, write } = scripted(['well', error, 'well']);
    await write('working');
    expect(await write('done')).toBe(true);
    expect(calls).toEqual(['create working', 'update 7 done', 'update 7 done']);
    expect(warnings).toEqual([]);
  });

  test('twice is a warning, and the next edit is tried', async () => {
    const { comment, calls, warnings, write } = scripted(['well', broken(), broken(), 'well']);
    await write('working');
    expect(await write('half')).toBe(false);
    expect(await write('done')).toBe(true);
    expect(calls).toEqual(['create working', 'update 7 half', 'update 7 half', 'update 7 done']);
    expect(warnings).toHaveLength(1);
    expect(comment.ref).toEqual(REF);
  });

  test('as GitHub refuses it is not repeated', async () => {
    const { calls, warnings, write } = scripted(['well', answered(403)]);
    await write('working');
    await write('done');
    expect(calls).toEqual(['create working', 'update 7 done']);
    expect(warnings).toEqual([
      expect.stringContaining('`permissions: { contents: read, issues: write, pull-requests: write }`'),
    ]);
  });

  test('after the deadline is not repeated', async () => {
    const { calls, write } = scripted(['well', answered(502)], () => false);
    await write('working');
    await write('done');
    expect(calls).toEqual(['create working', 'update 7 done']);
  });
});

describe('the warning', () => {
  const warned = async (error: Error) => {
    const { warnings, write } = scripted([error]);
    await write('working');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).not.toMatch(/untrusted|undefined|\[object|\n/);
    return warnings[0] ?? '';
  };

  test.each([
    [401, /`github-token`.*401/],
    [403, /403.*`permissions: \{ contents: read, issues: write, pull-requests: write \}`.*locked/],
    [404, /404.*`issue-number`.*`permissions: \{ contents: read, issues: write, .* \}`/],
    [410, /410.*`issue-number`/],
    [422, /422/],
    [429, /429/],
    [503, /503/],
  ])('of %d names what is missing', async (status, says) => {
    expect(await warned(answered(status))).toMatch(says);
  });

  test('of a broken connection says how it broke', async () => {
    expect(await warned(broken())).toMatch(/the connection broke\./);
  });

  test('of an unknown error does not show its message', async () => {
    expect(await warned(new TypeError('untrusted'))).toMatch(/undocumented form/);
  });

  test('is given once for the same reason', async () => {
    const { warnings, write } = scripted(['well', answered(500), answered(500), answered(422)]);
    for (const prose of ['working', 'half', 'almost', 'done']) await write(prose);
    expect(warnings).toEqual([expect.stringContaining('500'), expect.stringContaining('422')]);
  });

  test('is the last request after GitHub refused the edit, until the final edit', async () => {
    const { calls, comment, write } = scripted(['well', answered(403), 'well']);
    for (const prose of ['working', 'half', 'almost']) await write(prose);
    expect(await comment.finish('done', MEMORY, 0)).toBe('written');
    expect(calls).toEqual(['create working', 'update 7 half', 'update 7 done']);
  });

  test.each([{ 'retry-after': '60' }, { 'x-ratelimit-remaining': '0' }])(
    'of a rate limit names no missing permission: %j',
    async (headers) => {
      const limited = Object.assign(new Error('secondary rate limit'), { status: 403, response: { headers } });
      const { warnings, write } = scripted([limited]);
      await write('working');
      expect(warnings).toEqual([expect.stringMatching(/rate limit .*\(403\)/)]);
      expect(warnings.join()).not.toContain('permissions');
    },
  );
});
