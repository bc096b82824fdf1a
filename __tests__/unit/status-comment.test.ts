import { describe, expect, test } from '@jest/globals';
import type { CommentRef, IssueComments } from '../../src/github/issue-comments.ts';
import { TransportError } from '../../src/http/transport-error.ts';
import { createStatusComment } from '../../src/thread/status-comment.ts';

const REF: CommentRef = { id: 7, url: 'https://github.com/acme/app/issues/31#issuecomment-7', issueNumber: 31 };

/** What Octokit throws when GitHub answers with an error. */
const answered = (status: number) => Object.assign(new Error(`HttpError ${status}: foreign words`), { status });

/** What it throws when no answer came. */
const broken = () =>
  Object.assign(new Error('foreign words', { cause: new TransportError('reset', 'the connection broke') }), {
    status: 500,
  });

type Step = 'well' | Error;

/** A thread whose answers are scripted, one after the other; after the last one all is well. */
function scripted(steps: readonly Step[], existing?: CommentRef, there = false) {
  const calls: string[] = [];
  const warnings: string[] = [];
  const answer = (call: string): CommentRef => {
    const step = steps[calls.push(call) - 1] ?? 'well';
    if (step instanceof Error) throw step;
    return REF;
  };
  const comments: IssueComments = {
    create: async (body) => answer(`create ${body}`),
    update: async (id, body) => answer(`update ${id} ${body}`),
    find: async (body) => (calls.push(`find ${body}`) && there ? REF : undefined),
  };
  const comment = createStatusComment(comments, (line) => warnings.push(line), existing);
  return { comment, calls, warnings };
}

test('is created once, and edited after that', async () => {
  const { comment, calls, warnings } = scripted([]);
  expect(comment.ref).toBeUndefined();
  await comment.write('working');
  expect(comment.ref).toEqual(REF);
  await comment.write('still working');
  await comment.write('done');
  expect(calls).toEqual(['create working', 'update 7 still working', 'update 7 done']);
  expect(warnings).toEqual([]);
});

test('that another process wrote is edited', async () => {
  const { comment, calls } = scripted([], REF);
  await comment.write('stopped');
  expect(calls).toEqual(['update 7 stopped']);
});

describe('a creation that failed', () => {
  test.each([403, 404, 410, 422])('with %d: nothing more is tried', async (status) => {
    const { comment, calls, warnings } = scripted([answered(status)]);
    await comment.write('working');
    await comment.write('done');
    expect(calls).toEqual(['create working']);
    expect(warnings).toHaveLength(1);
  });

  describe.each([
    ['without an answer', broken()],
    ['with 502', answered(502)],
  ])('%s', (_, error) => {
    test('and is there all the same: it is found, and edited', async () => {
      const { comment, calls } = scripted([error], undefined, true);
      await comment.write('working');
      await comment.write('done');
      await comment.write('more');
      expect(calls).toEqual(['create working', 'find working', 'update 7 done', 'update 7 more']);
      expect(comment.ref).toEqual(REF);
    });

    test('and is not found: never created a second time, as a list may lag', async () => {
      const { comment, calls } = scripted([error]);
      await comment.write('working');
      await comment.write('done');
      expect(calls).toEqual(['create working', 'find working']);
      expect(comment.ref).toBeUndefined();
    });
  });
});

describe('an edit that failed', () => {
  test('is repeated once', async () => {
    const { comment, calls, warnings } = scripted(['well', broken(), 'well']);
    await comment.write('working');
    await comment.write('done');
    expect(calls).toEqual(['create working', 'update 7 done', 'update 7 done']);
    expect(warnings).toEqual([]);
  });

  test('twice is a warning, and the next one is tried again', async () => {
    const { comment, calls, warnings } = scripted(['well', broken(), broken(), 'well']);
    for (const body of ['working', 'half', 'done']) await comment.write(body);
    expect(calls).toEqual(['create working', 'update 7 half', 'update 7 half', 'update 7 done']);
    expect(warnings).toHaveLength(1);
    expect(comment.ref).toEqual(REF);
  });
});

describe('the warning', () => {
  const warned = async (error: Error) => {
    const { comment, warnings } = scripted([error]);
    await comment.write('working');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).not.toMatch(/foreign|undefined|\[object|\n/);
    return warnings[0] ?? '';
  };

  test.each([
    [401, /`github-token`.*401/],
    [403, /403.*`permissions: \{ issues: write \}`.*`pull-requests: write`.*locked/],
    [404, /404.*`issue-number`.*`permissions: \{ issues: write \}`/],
    [410, /410/],
    [422, /422/],
    [429, /429/],
    [503, /503/],
  ])('of %d names what is missing', async (status, says) => {
    expect(await warned(answered(status))).toMatch(says);
  });

  test('of a broken exchange says how it broke', async () => {
    expect(await warned(broken())).toMatch(/the connection broke\./);
  });

  test('of what nobody foresaw does not show it', async () => {
    expect(await warned(new TypeError('foreign'))).toMatch(/does not document/);
  });

  test('of a client that cannot even be opened is one, too', async () => {
    const warnings: string[] = [];
    const fails = () => Promise.reject(new Error('foreign'));
    const comment = createStatusComment({ create: fails, update: fails, find: fails }, (line) => warnings.push(line));
    await comment.write('working');
    expect(warnings).toHaveLength(1);
  });
});

describe('what is not worth a second try', () => {
  test('an edit that GitHub refuses', async () => {
    const { comment, calls, warnings } = scripted([answered(403)], REF);
    await comment.write('done');
    expect(calls).toEqual(['update 7 done']);
    expect(warnings).toEqual([expect.stringContaining('`permissions: { issues: write }`')]);
  });

  test('an edit when the time is up', async () => {
    const calls: string[] = [];
    const update = async (_: number, body: string) => Promise.reject(calls.push(body) && answered(502));
    const comments = { update, create: update.bind(undefined, 7), find: async () => undefined };
    await createStatusComment(
      comments,
      () => {},
      REF,
      () => false,
    ).write('done');
    expect(calls).toEqual(['done']);
  });
});

test.each([{ 'retry-after': '60' }, { 'x-ratelimit-remaining': '0' }])(
  'a rate limit is not told as a missing permission: %j',
  async (headers) => {
    const limited = Object.assign(new Error('secondary rate limit'), { status: 403, response: { headers } });
    const { comment, warnings } = scripted([limited]);
    await comment.write('working');
    expect(warnings).toEqual([expect.stringMatching(/rate limit .*\(403\)/)]);
    expect(warnings.join()).not.toContain('permissions');
  },
);
