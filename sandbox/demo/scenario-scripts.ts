import type { GitHub, Login } from '../github/embedded.ts';
import { createPerson } from '../github/person.ts';
import type { GitHubEvent } from '../github/webhook-inbox.ts';

/** What people do on GitHub before the workflow starts. */
export interface ScenarioScript {
  readonly title: string;
  /** Delay in milliseconds. */
  readonly after?: number;
  /** @param before the scenario's first event, for a second script. */
  act(github: GitHub, before?: ScenarioEvent): Promise<ScenarioEvent>;
}

export interface ScenarioEvent {
  /** The event that starts the workflow. */
  readonly event: GitHubEvent;
  /** The issue or pull request of the event. */
  readonly thread: { readonly number: number; readonly url: string };
  /** The texts that people wrote, in order. */
  readonly words: readonly { readonly by: Login; readonly text: string }[];
}

export interface Issue {
  readonly by: Login;
  readonly title: string;
  readonly body: string;
}

export interface Change {
  readonly title: string;
  /** Contents by path. */
  readonly files: Readonly<Record<string, string>>;
}

export const labels = (issue: Issue, label = 'docs'): ScenarioScript => ({
  title: `${capital(issue.by)} opens an issue${issue.by === 'alice' ? ' and' : ', and Alice'} labels it “${label}”`,
  async act(github) {
    const thread = await open(github, issue);
    await createPerson(github, 'alice').addLabel(thread.number, label);
    return { thread, event: await github.events.waitFor('issues', 'labeled'), words: [said(issue)] };
  },
});

export const comments = (by: Login, text: string, issue: Issue): ScenarioScript => ({
  title: `${capital(issue.by)} opens an issue, and ${capital(by)} comments on it`,
  async act(github) {
    const thread = await open(github, issue);
    await createPerson(github, by).comment(thread.number, text);
    const event = await github.events.waitFor('issue_comment', 'created');
    return { thread, event, words: [said(issue), { by, text }] };
  },
});

/** A further comment in the thread of an earlier request. */
export const replies = (by: Login, text: string): ScenarioScript => ({
  title: `${capital(by)} comments again`,
  async act(github, before) {
    if (!before) throw new Error('There is nothing to reply to.');
    const { thread } = before;
    const nth = github.events.all('issue_comment', 'created').length + 1; // those before are the action's own
    await createPerson(github, by).comment(thread.number, text);
    return { thread, event: await github.events.waitFor('issue_comment', 'created', nth), words: [{ by, text }] };
  },
});

/** A run on a schedule. @param after delay in milliseconds; GitHub's schedules have a resolution of one minute. */
export const schedule = (after: number): ScenarioScript => ({
  after,
  title: 'Some minutes later, GitHub runs the workflow of a schedule',
  async act(_, before) {
    if (!before) throw new Error('Nothing happened that a schedule could find.');
    return { thread: before.thread, event: { name: 'schedule', payload: { schedule: '*/10 * * * *' } }, words: [] };
  },
});

/** A run on a weekly schedule, with an issue for its reports. */
export const weekly = (issue: Issue): ScenarioScript => ({
  title: 'On Monday, GitHub runs the workflow of a schedule',
  async act(github) {
    const thread = await open(github, issue);
    return { thread, event: { name: 'schedule', payload: { schedule: '17 5 * * 1' } }, words: [said(issue)] };
  },
});

export const merges = ({ title, files }: Change): ScenarioScript => ({
  title: 'Bob opens a pull request, and Alice merges it into main',
  async act(github) {
    const bob = createPerson(github, 'bob');
    await bob.commit(files, title, { branch: 'work' });
    const thread = await bob.openPull('work', title, '');
    await createPerson(github, 'alice').mergePull(thread.number);
    const event = await github.events.waitFor('push', undefined, 2); // the first was Bob's, to his branch
    return { thread, event, words: [{ by: 'bob', text: [title, '', ...Object.keys(files)].join('\n') }] };
  },
});

const open = (github: GitHub, { by, title, body }: Issue) => createPerson(github, by).openIssue(title, body);

const said = ({ by, title, body }: Issue) => ({ by, text: `${title}\n\n${body}` });

const capital = (login: Login) => login.charAt(0).toUpperCase() + login.slice(1);
