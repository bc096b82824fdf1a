import { describe, expect, test } from '@jest/globals';
import { createAgent } from '../../sandbox/agent.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import { useGitHub } from './fresh-github.ts';

const at = useGitHub();

describe('a second repository', () => {
  test('has the same people and pages, and threads of its own', async () => {
    const { github, action, alice } = at();
    github.addRepository('app');
    const there = createPerson({ ...github, repo: 'app' }, 'alice');
    await alice.openIssue('One', '');
    await there.openIssue('Another', '');
    const app = { owner: 'acme', repo: 'app' };
    const { data: bob } = await action.repos.getCollaboratorPermissionLevel({ ...app, username: 'bob' });
    expect(await there.readFile('docs/cli.md', 'main')).toContain('# Command line');
    expect(bob.permission).toBe('write');
    const opened = await github.events.waitFor('issues', 'opened', 2);
    expect(opened.payload).toMatchObject({
      issue: { number: 1, title: 'Another' },
      repository: { full_name: 'acme/app' },
    });
  });

  test('gets the pull requests of an agent that works there', async () => {
    const { github, action } = at();
    github.addRepository('app');
    const agent = createAgent(createPerson({ ...github, repo: 'app' }, 'agent'));
    const { prLink } = await agent.run({ id: 'j1', branch: 'docs-agent/j1', pushes: false, prompt: 'Explain' });
    expect(prLink).toBe(`${github.url}/acme/app/pull/1`);
    const { data } = await action.pulls.get({ owner: 'acme', repo: 'app', pull_number: 1 });
    expect(data).toMatchObject({ base: { repo: { full_name: 'acme/app' } } });
  });

  test("is read-only for the workflow's token", async () => {
    const { github, action } = at();
    github.addRepository('app');
    await createPerson({ ...github, repo: 'app' }, 'alice').openIssue('One', '');
    const thread = { owner: 'Acme', repo: 'App', issue_number: 1 };
    await expect(action.issues.createComment({ ...thread, body: 'Hi' })).rejects.toMatchObject({ status: 403 });
  });

  test("does not exist for the workflow's token if it is private", async () => {
    const { github, action } = at();
    github.addRepository('app', { isPrivate: true });
    await expect(action.repos.get({ owner: 'acme', repo: 'app' })).rejects.toMatchObject({ status: 404 });
  });
});
