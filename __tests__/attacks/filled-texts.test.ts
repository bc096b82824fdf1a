import { describe, expect, test } from '@jest/globals';
import { aJob, json, LABELED, live, type World } from '../support/scripted-world.ts';

/** Signs that may begin or end something. What the sanitizer does with such texts is in sanitizer-limits.test.ts. */
const PUNCTUATION = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];
/** Bytes of an input: Linux passes no longer variable to a process. */
const INPUT_LIMIT = 131_000;
/** Characters of the texts that others write. */
const LENGTH = 32_768;
/** Such texts, each of eight signs, one after the other. */
const FILLED = [0, 8, 16, 24].map((from) =>
  PUNCTUATION.slice(from, from + 8)
    .map((sign) => sign.repeat(LENGTH / 8))
    .join(''),
);
/** Of GitHub: characters of a comment, bytes of a job summary. */
const COMMENT_LIMIT = 65_536;
const SUMMARY_LIMIT = 1024 * 1024;

/** The step ends as it should, and says nothing that only a bug says. */
async function expectVerdict(world: World, verdict: string): Promise<void> {
  const { runner, comments } = await live(world);
  expect(runner.outputs.verdict).toBe(verdict);
  expect(runner.told.filter((line) => /unexpected error|could not be reported|\[object/.test(line))).toEqual([]);
  for (const comment of comments) expect(comment.length).toBeLessThanOrEqual(COMMENT_LIMIT);
  expect(Buffer.byteLength(runner.summaries.join(''))).toBeLessThanOrEqual(SUMMARY_LIMIT);
}

describe('a run comes to its end with an input that takes any text, filled to the limit with one sign:', () => {
  const SIGNS = ['*', '`', '<', '|'];
  const NAMES = ['prompt', 'key', 'trigger-label', 'api-key', 'previous-api-key', 'github-token'];
  test.each(NAMES)('`%s`', async (name) => {
    const verdict = name === 'trigger-label' ? 'skipped' : 'failed';
    for (const sign of SIGNS) await expectVerdict({ inputs: { [name]: sign.repeat(INPUT_LIMIT) } }, verdict);
  });
});

const { sender, issue } = LABELED.payload;
const eventOf = (name: string, payload: object): World => ({ event: { name, payload: { sender, ...payload } } });

describe('a run comes to its end with an event whose texts are filled with signs:', () => {
  const person = (login: string) => ({ login, id: 501 });
  const release = { id: 1, published_at: '2026-03-02T11:00:00Z', html_url: 'https://github.com/acme/app/releases/1' };
  const url = 'https://github.com/acme/app/issues/31#issuecomment-9';
  const push = { before: 'a'.repeat(40), after: 'b'.repeat(40), repository: { default_branch: 'main' } };
  const WITHOUT_CHANGES = { context: 'none', prompt: 'Tidy up.' };

  test.each<{ what: string; verdict: string; world: (text: string) => World }>([
    {
      what: 'a labeled issue',
      verdict: 'failed',
      world: (text) => {
        const filled = { ...issue, title: text, body: text, user: person(text) };
        return eventOf('issues', { ...LABELED.payload, sender: person(text), issue: filled });
      },
    },
    {
      what: 'another label',
      verdict: 'skipped',
      world: (name) => eventOf('issues', { ...LABELED.payload, label: { name } }),
    },
    {
      what: 'another action',
      verdict: 'skipped',
      world: (action) => eventOf('issues', { ...LABELED.payload, action }),
    },
    {
      what: 'a command',
      verdict: 'failed',
      world: (text) => {
        const comment = { id: 9, body: `/docs ${text}`, html_url: url, user: person(text) };
        return eventOf('issue_comment', { action: 'created', issue, comment });
      },
    },
    {
      what: 'a comment without a command',
      verdict: 'skipped',
      world: (body) => {
        const comment = { id: 9, body, html_url: url, user: sender };
        return eventOf('issue_comment', { action: 'created', issue, comment });
      },
    },
    {
      what: 'a release',
      verdict: 'failed',
      world: (text) => {
        const filled = { ...release, tag_name: text, name: text, body: text, author: person(text) };
        return eventOf('release', { action: 'published', release: filled });
      },
    },
    {
      what: 'a push',
      verdict: 'failed',
      world: (text) => ({
        ...eventOf('push', {
          ...push,
          deleted: false,
          ref: `refs/heads/${text}`,
          head_commit: { message: text, author: { name: text, username: text } },
        }),
        inputs: { ...WITHOUT_CHANGES, branches: '**' },
        github: ({ url: { pathname } }) => (/\/commits\/b+\/pulls$/.test(pathname) ? json(200, []) : undefined),
      }),
    },
    { what: 'an event of an unknown name', verdict: 'skipped', world: (name) => eventOf(name, {}) },
  ])('$what', async ({ verdict, world }) => {
    for (const text of FILLED) await expectVerdict(world(text), verdict);
  });
});

describe('a run comes to its end with an answer whose texts are filled with signs:', () => {
  test.each<{ what: string; verdict: string; world: (text: string) => World }>([
    {
      what: 'a job',
      verdict: 'pull-request',
      world: (text) => {
        const source = { repository: text, ref: text };
        const job = { status: 'completed', prLink: `https://git.example/${text}`, model: text, source };
        return { status: () => aJob(job) };
      },
    },
    {
      what: 'a job whose link is no address',
      verdict: 'pull-request',
      world: (prLink) => ({ status: () => aJob({ status: 'completed', prLink }) }),
    },
    { what: 'a job with an unusable id', verdict: 'unconfirmed', world: (id) => ({ create: () => aJob({ id }) }) },
    {
      what: 'a job with an unknown status',
      verdict: 'timed-out',
      world: (status) => ({ status: () => aJob({ status }), inputs: { timeout: '5s' } }),
    },
    {
      what: 'a refused key',
      verdict: 'error',
      world: (error) => ({ create: () => json(403, { error, details: [{ message: `${error} ` }] }) }),
    },
    { what: 'a failed create', verdict: 'unconfirmed', world: (message) => ({ create: () => json(500, { message }) }) },
    {
      what: 'a date to try again',
      verdict: 'quota-exhausted',
      world: (text) => ({ create: () => json(429, {}, { 'retry-after': text }) }),
    },
    {
      what: 'a refusal by GitHub',
      verdict: 'error',
      world: (message) => ({ github: ({ method }) => (method === 'POST' ? json(403, { message }) : undefined) }),
    },
    {
      what: 'an unknown role',
      verdict: 'error',
      world: (role) => ({ permission: () => json(200, { permission: role, role_name: role }) }),
    },
  ])('$what', async ({ verdict, world }) => {
    for (const text of FILLED) await expectVerdict(world(text), verdict);
  });
});
