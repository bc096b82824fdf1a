import { afterAll, expect, test } from '@jest/globals';
import { createGitHub } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';

const github = await createGitHub();
const alice = createPerson(github, 'alice');
for (const branch of ['one', 'two', 'three']) {
  await alice.commit({ [`${branch}.md`]: 'Words\n' }, 'Add', { branch });
  await alice.openPull(branch, 'Add', 'Words', { draft: branch === 'three' });
}
await alice.mergePull(1);
await alice.closePull(2);
github.addRepository('secret', { isPrivate: true });
afterAll(() => github.close());

async function ask(query: string, token = github.tokens.action) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${github.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  return { ...Object(await answer.json()), status: answer.status };
}

const FACTS = '{ number state isDraft createdAt mergedAt closedAt }';
const pull = (number: number, name = 'docs') =>
  `repository(owner: "acme", name: "${name}") { pullRequest(number: ${number}) ${FACTS} }`;
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

test('pull requests are shown by number, under the aliases of the query', async () => {
  const shown = { isDraft: false, createdAt: time, mergedAt: null, closedAt: null };
  expect(await ask(`query { a: ${pull(1)} b: ${pull(2)}, c: ${pull(3)} }`)).toEqual({
    status: 200,
    data: {
      a: { pullRequest: { ...shown, number: 1, state: 'MERGED', mergedAt: time, closedAt: time } },
      b: { pullRequest: { ...shown, number: 2, state: 'CLOSED', closedAt: time } },
      c: { pullRequest: { ...shown, number: 3, state: 'OPEN', isDraft: true } },
    },
  });
});

test('what is missing or hidden is an error with its path beside the other data, with the status 200', async () => {
  const answer = await ask(`{ a: ${pull(1)} b: ${pull(99)} c: ${pull(1, 'nowhere')} d: ${pull(1, 'secret')} }`);
  expect(answer).toMatchObject({
    status: 200,
    data: { a: { pullRequest: { number: 1 } }, b: { pullRequest: null }, c: null, d: null },
  });
  expect(answer.errors).toMatchObject([
    { type: 'NOT_FOUND', path: ['b', 'pullRequest'], message: expect.stringContaining('with the number of 99.') },
    { type: 'NOT_FOUND', path: ['c'], message: expect.stringContaining("with the name 'acme/nowhere'.") },
    { type: 'NOT_FOUND', path: ['d'] },
  ]);
});

test.each([
  ['an unknown field', `{ a: ${pull(1).replace('state', 'status')} }`, "Field 'status' doesn't exist on type"],
  ['an unfinished query', '{ a: repository(owner: "acme"', 'Expected'],
  ['another language', 'SELECT *', 'Expected'],
])('%s is an error without data', async (_, query, message) => {
  const errors = [expect.objectContaining({ message: expect.stringContaining(message) })];
  expect(await ask(query)).toEqual({ status: 200, errors });
});

test('a query needs a token, and a used up limit is an error with the status 200', async () => {
  expect((await ask('{ a }', 'none')).status).toBe(401);
  github.rateLimit.remaining = 0;
  expect(await ask(`{ a: ${pull(1)} }`)).toMatchObject({ status: 200, errors: [{ type: 'RATE_LIMITED' }] });
});
