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

/** An issue or pull request. */
export interface Thread {
  readonly number: number;
  readonly url: string;
}

export interface ScenarioEvent {
  readonly event: GitHubEvent;
  readonly thread?: Thread | undefined;
  readonly words: readonly { readonly by: Login; readonly text: string }[];
}

export interface Issue {
  readonly by: Login;
  readonly title: string;
  readonly body: string;
}

export interface Change {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
}

export const labels = (issue: Issue, label = 'docs'): ScenarioScript => ({
  title: `${capital(issue.by)} opens an issue${issue.by === 'alice' ? ' and' : ', and Alice'} labels it “${label}”`,
  async act(github) {
    const thread = await open(github, issue);
    await createPerson(github, 'alice').addLabel(thread.number, label);
    return { thread, event: newest(github, 'issues', 'labeled'), words: [said(issue)] };
  },
});

export const comments = (by: Login, text: string, issue: Issue): ScenarioScript => ({
  title: `${capital(issue.by)} opens an issue, and ${capital(by)} comments on it`,
  async act(github) {
    const thread = await open(github, issue);
    await createPerson(github, by).comment(thread.number, text);
    return {
      thread,
      event: newest(github, 'issue_comment', 'created'),
      words: [said(issue), { by, text }],
    };
  },
});

/** A further comment in the thread of an earlier request. */
export const replies = (by: Login, text: string): ScenarioScript => ({
  title: `${capital(by)} comments again`,
  async act(github, before) {
    const thread = before?.thread;
    if (!thread) throw new Error('A reply needs an earlier thread.');
    await createPerson(github, by).comment(thread.number, text);
    return { thread, event: newest(github, 'issue_comment', 'created'), words: [{ by, text }] };
  },
});

/**
 * A run on a schedule of ten minutes. @param after delay in milliseconds; GitHub's schedules have a
 * resolution of one minute.
 */
export const schedule = (after: number): ScenarioScript => ({
  after,
  title: 'Later, GitHub runs a scheduled workflow',
  act: async (_, before) => ({
    thread: before?.thread,
    event: scheduled('*/10 * * * *'),
    words: [],
  }),
});

/** A run on a weekly schedule. @param issue for its reports. */
export const weekly = (issue?: Issue): ScenarioScript => ({
  title: 'On Monday, GitHub runs a scheduled workflow',
  async act(github) {
    const event = scheduled('17 5 * * 1');
    return issue
      ? { thread: await open(github, issue), event, words: [said(issue)] }
      : { event, words: [] };
  },
});

const scheduled = (schedule: string): GitHubEvent => ({ name: 'schedule', payload: { schedule } });

export const merges = ({ title, files }: Change): ScenarioScript => ({
  title: 'Bob opens a pull request, and Alice merges it into main',
  async act(github) {
    const bob = createPerson(github, 'bob');
    await bob.commit(files, title, { branch: 'work' });
    const thread = await bob.openPull('work', title, '');
    await createPerson(github, 'alice').mergePull(thread.number);
    const words = [{ by: 'bob', text: [title, '', ...Object.keys(files)].join('\n') } as const];
    return { thread, event: newest(github, 'push'), words };
  },
});

interface Review {
  readonly by: Login;
  readonly body: string;
  readonly comments: readonly {
    readonly path: string;
    readonly line: number;
    readonly body: string;
  }[];
}

/** A review of the pull request that the agent opened. */
export const reviews = ({ by, body, comments: onLines }: Review): ScenarioScript => ({
  title: `${capital(by)} reviews the pull request`,
  async act(github) {
    const thread = openedByAgent(github);
    await createPerson(github, by).review(thread.number, { body, comments: onLines });
    const event = newest(github, 'pull_request_review', 'submitted');
    const words = onLines.map(({ path, line, body: text }) => ({
      by,
      text: `${path}, line ${line}:\n${text}`,
    }));
    return { thread, event, words: [{ by, text: body }, ...words] };
  },
});

/** The merge of the pull request that the agent opened. */
export const mergesWorkOfAgent = (by: Login): ScenarioScript => ({
  title: `${capital(by)} merges the pull request into main`,
  async act(github) {
    const thread = openedByAgent(github);
    await createPerson(github, by).mergePull(thread.number);
    return { thread, event: newest(github, 'push'), words: [] };
  },
});

/** The pull requests that were opened so far, oldest first. */
export function openedPulls(github: GitHub): Thread[] {
  const pulls = github.events
    .all('pull_request', 'opened')
    .map(({ payload }) => Object(payload.pull_request));
  return pulls.map(({ number, html_url }) => ({ number: Number(number), url: String(html_url) }));
}

function openedByAgent(github: GitHub): Thread {
  const [pull] = openedPulls(github);
  if (!pull) throw new Error('The agent opened no pull request.');
  return pull;
}

/** The event of what a person just did: GitHub delivers it at once. */
function newest(github: GitHub, name: string, action?: string): GitHubEvent {
  const event = github.events.all(name, action).at(-1);
  if (!event) throw new Error(`GitHub delivered no ${name}.`);
  return event;
}

const open = (github: GitHub, { by, title, body }: Issue) =>
  createPerson(github, by).openIssue(title, body);

const said = ({ by, title, body }: Issue) => ({ by, text: `${title}\n\n${body}` });

const capital = (login: Login) => login.charAt(0).toUpperCase() + login.slice(1);
