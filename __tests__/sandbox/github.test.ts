import { describe, expect, test } from '@jest/globals';
import { createAgent } from '../../sandbox/agent.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import { useGitHub } from './fresh-github.ts';

const at = useGitHub();

describe('the embedded GitHub', () => {
  test("posts as the bot with a workflow's token, and links the comment to its thread", async () => {
    const { action, repository, alice } = at();
    const issue = await alice.openIssue('A <b>bold</b> title', 'Words');
    const { data } = await action.issues.createComment({ ...repository, issue_number: issue.number, body: 'Hi' });

    expect(data.user).toMatchObject({ login: 'github-actions[bot]', type: 'Bot' });
    expect(data.html_url).toBe(`${issue.url}#issuecomment-${data.id}`);
    const page = await (await fetch(data.html_url)).text();
    expect(page).toContain('A &lt;b&gt;bold&lt;/b&gt; title');
  });

  test.each([
    ['alice', 'admin', 'admin', true],
    ['mike', 'write', 'maintain', true],
    ['bob', 'write', 'write', true],
    ['trudy', 'read', 'triage', true],
    ['mallory', 'read', 'read', false],
  ])('gives %s the permission %s and the role %s', async (username, permission, role_name, triage) => {
    const { action, repository } = at();
    const { data } = await action.repos.getCollaboratorPermissionLevel({ ...repository, username });
    expect(data).toMatchObject({ permission, role_name, user: { login: username, permissions: { triage } } });
  });

  test.each(['nobody', 'github-actions[bot]'])(
    'answers 404 to a question for the permission of %s',
    async (username) => {
      const { action, repository, alice } = at();
      const { number } = await alice.openIssue('One', 'so that the bot has written once');
      await action.issues.createComment({ ...repository, issue_number: number, body: 'Hi' });
      await expect(action.repos.getCollaboratorPermissionLevel({ ...repository, username })).rejects.toMatchObject({
        status: 404,
      });
    },
  );
});

describe('a pull request', () => {
  test('is opened by the agent after an edit, and updated by its follow-up', async () => {
    const { github, action, repository } = at();
    const agent = createAgent(createPerson(github, 'agent'));
    const job = { id: 'j1', branch: 'docs-agent/j1', pushes: false };

    const first = await agent.run({ ...job, prompt: 'Explain `--json`' });
    const second = await agent.run({ ...job, prompt: 'Add an example' });

    expect(second).toEqual(first);
    expect((await fetch(String(first.prLink))).status).toBe(200);
    const compared = await action.repos.compareCommitsWithBasehead({ ...repository, basehead: `main...${job.branch}` });
    expect(compared.data.commits.map(({ commit }) => commit.message)).toEqual([
      'docs: explain `acme list --json`',
      'docs: Add an example',
    ]);
    expect(compared.data.files?.map(({ filename }) => filename)).toEqual(['docs/cli.md']);
  });

  test('is an issue too, with comments of its own and an event when it is labeled', async () => {
    const { github, action, repository, alice } = at();
    const agent = createAgent(createPerson(github, 'agent'));
    const opened = await agent.run({ id: 'j1', branch: 'docs-agent/j1', pushes: false, prompt: 'Explain' });
    const prLink = String(opened.prLink);
    const number = Number(prLink.split('/').at(-1));

    const { data: comment } = await action.issues.createComment({ ...repository, issue_number: number, body: 'Hi' });
    await alice.addLabel(number, 'docs');

    expect(comment.html_url).toBe(`${prLink}#issuecomment-${comment.id}`);
    const answer = await fetch(prLink.replace('/pull/', '/issues/'));
    expect(answer.url).toBe(prLink);
    const { payload } = await github.events.waitFor('pull_request', 'labeled');
    expect(payload).toMatchObject({ number, label: { name: 'docs', description: 'Asks the docs agent' } });
    const commented = await github.events.waitFor('issue_comment', 'created');
    expect(commented.payload.issue).toMatchObject({ number, comments: 1, pull_request: { html_url: prLink } });
  });
});

describe('the server of the embedded GitHub', () => {
  test('logs the requests that it gets', async () => {
    const { github, action, repository, alice } = at();
    const { number } = await alice.openIssue('One', '');
    await action.issues.createComment({ ...repository, issue_number: number, body: 'Hi' });
    expect(github.requests.at(-1)).toMatchObject({
      method: 'POST',
      path: `/repos/acme/docs/issues/${number}/comments`,
      status: 201,
      body: '{"body":"Hi"}',
      headers: { authorization: `token ${github.tokens.action}` },
    });
  });

  test.each([
    [false, 0],
    [true, 1],
  ])('breaks the connection on the fault `reset` with `after: %s` and %d comments written', async (after, written) => {
    const { github, action, repository, alice } = at();
    const { number } = await alice.openIssue('One', '');
    github.faults.add({ kind: 'reset', after, method: 'POST', path: /\/comments$/ });
    const attempt = action.issues.createComment({ ...repository, issue_number: number, body: 'Hi' });
    await expect(attempt).rejects.toThrow();
    expect(await alice.readComments(number)).toHaveLength(written);
  });

  test('cuts an answer short on the fault `truncate`', async () => {
    const { github } = at();
    github.faults.add({ kind: 'truncate', method: 'GET', path: /docs$/ });
    const answer = await fetch(`${github.url}/repos/acme/docs`);
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  test('gives a made-up answer to some requests out of many', async () => {
    const { github, action, repository } = at();
    github.faults.add({ kind: 'answer', status: 503, method: 'GET', path: /\/acme\/docs$/, skip: 1, times: 2 });
    const statuses = [];
    for (let i = 0; i < 4; i++) {
      statuses.push(
        await action.repos.get(repository).then(
          ({ status }) => status,
          ({ status }) => status,
        ),
      );
    }
    expect(statuses).toEqual([200, 503, 503, 200]);
  });

  test('delays an answer on the fault `delay`, and gives none on `hang`', async () => {
    const { github } = at();
    const address = `${github.url}/repos/acme/docs`;
    github.faults.add({ kind: 'delay', milliseconds: 60, method: 'GET', path: /docs$/ });
    github.faults.add({ kind: 'hang', method: 'GET', path: /docs$/ });
    const began = performance.now();
    expect((await fetch(address)).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(55);
    await expect(fetch(address, { signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout');
  });

  test.each([
    [false, 0],
    [true, 1],
  ])('gives no answer on the fault `hang` with `after: %s` and %d comments written', async (after, written) => {
    const { github, action, repository, alice } = at();
    const { number } = await alice.openIssue('One', '');
    const client = new AbortController();
    const onStrike = () => client.abort();
    github.faults.add({ kind: 'hang', after, method: 'POST', path: /\/comments$/, onStrike });
    const request = { signal: client.signal };
    const attempt = action.issues.createComment({ ...repository, issue_number: number, body: 'Hi', request });
    await expect(attempt).rejects.toThrow();
    expect(await alice.readComments(number)).toHaveLength(written);
    expect(github.requests.find(({ method, path }) => method === 'POST' && path.endsWith('comments'))).toMatchObject({
      status: undefined,
    });
  });
});

test('a reset removes threads, requests and events, and creates a new token', async () => {
  const { github, alice } = at();
  const before = github.tokens.action;
  await alice.addLabel((await alice.openIssue('One', '')).number, 'docs');
  await github.events.waitFor('issues', 'labeled');
  github.reset();
  expect(github.requests).toEqual([]);
  expect(github.tokens.action).not.toBe(before);
  expect((await alice.openIssue('Another', '')).number).toBe(1);
  const { payload } = await github.events.waitFor('issues', 'opened');
  expect(payload.issue).toMatchObject({ title: 'Another' });
});
