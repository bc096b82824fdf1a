import type { Login } from '../../sandbox/github/embedded.ts';
import { findRepository, post } from '../../sandbox/github/model/state.ts';
import { createPerson, type Person } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import type { BundleScene, Scene } from './scene.ts';
import { until } from './until.ts';

/** The same event with another sender; null for a deleted account. */
export const by = (
  { name, payload }: GitHubEvent,
  sender: string | null,
  type = 'User',
): GitHubEvent => ({
  name,
  payload: { ...payload, sender: sender === null ? null : { login: sender, type } },
});

/** The same event with another activity, or other fields. */
export const as = ({ name, payload }: GitHubEvent, fields: object): GitHubEvent => ({
  name,
  payload: { ...payload, ...fields },
});

/** The scene's event with other fields of the issue. */
export const withIssue = ({ event }: BundleScene, fields: object): GitHubEvent =>
  as(event, { issue: { ...Object(event.payload.issue), ...fields } });

/** The scene's event with the label set again at this moment. */
export const setNow = (scene: Scene): GitHubEvent =>
  withIssue(scene, { updated_at: new Date(scene.clock.now()).toISOString() });

/**
 * The action's requests to GitHub, like `GET /repos/acme/docs/...`. People and the service's agent
 * send none.
 */
export const askedGitHub = ({ github }: BundleScene): string[] =>
  github.requests.map(({ method, path }) => `${method} ${path}`);

/** The action's writes to GitHub: comments, reactions and others. */
export const written = (scene: BundleScene): string[] =>
  askedGitHub(scene).filter((request) => !request.startsWith('GET '));

/**
 * How often the action sent a request to create a comment in the thread of an issue or pull
 * request.
 */
export const countCreations = (scene: BundleScene, thread: number): number =>
  written(scene).filter((request) => request.endsWith(`/issues/${thread}/comments`)).length;

/** The prompt of the first job, without its random fence. */
export const promptOf = ({ service }: BundleScene): string =>
  withoutFence(service.jobs[0]?.turns[0]?.prompt ?? '');

const withoutFence = (text: string): string =>
  text.replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'FENCE');

/** Opens a pull request by alice. @returns it and its event. */
export async function openPull(
  { github }: BundleScene,
  title = 'Add `--json`',
  body = 'One object per line.',
) {
  const alice = createPerson(github, 'alice');
  await alice.commit({ 'docs/flag.md': 'One object per line.\n' }, 'Explain the flag', {
    branch: 'feature',
  });
  const pull = await alice.openPull('feature', title, body);
  const event = await github.events.waitFor('pull_request', 'opened');
  return { ...pull, event, alice };
}

/** Opens a pull request by alice and merges it. @returns it and the event of the merge. */
export async function mergePull(scene: BundleScene, title?: string, body?: string) {
  const pull = await openPull(scene, title, body);
  await pull.alice.mergePull(pull.number);
  return { ...pull, event: await scene.github.events.waitFor('pull_request', 'closed') };
}

/** Opens a pull request by mallory from a fork. @returns its event. */
export async function openForkPull({ github }: BundleScene): Promise<GitHubEvent> {
  const mallory = createPerson(github, 'mallory');
  const fork = createPerson(await mallory.fork(), 'mallory');
  await fork.commit({ 'docs/flag.md': 'New\n' }, 'Add', { branch: 'feature' });
  await mallory.openPull('mallory:feature', 'Explain it', 'Please.');
  return github.events.waitFor('pull_request', 'opened');
}

/** Comments as a person. @returns the event of the comment. */
export async function say(
  { github, issue }: BundleScene,
  body: string,
  { on = issue.number, login = 'alice' }: { on?: number; login?: Login } = {},
): Promise<GitHubEvent> {
  const { id } = await createPerson(github, login).comment(on, body);
  return github.events.waitForComment(id);
}

/** A way to cause an event. */
export interface Way {
  readonly what: string;
  make(scene: Scene): Promise<GitHubEvent>;
}

/** The ways to make a request. */
const ASKS: readonly Way[] = [
  { what: 'a labeled issue', make: async ({ event }) => event },
  {
    what: 'a labeled pull request',
    async make(scene) {
      const { number, alice } = await openPull(scene);
      await alice.addLabel(number, 'docs');
      return scene.github.events.waitFor('pull_request', 'labeled');
    },
  },
  {
    what: 'a command on an issue',
    make: (scene) => say(scene, '/docs explain the flag'),
  },
  {
    what: 'a command on a pull request',
    make: async (scene) =>
      say(scene, '/docs explain the flag', { on: (await openPull(scene)).number }),
  },
  {
    what: 'a review with a command',
    async make(scene) {
      const { number } = await openPull(scene);
      await createPerson(scene.github, 'bob').review(number, { body: '/docs explain it' });
      return scene.github.events.waitFor('pull_request_review', 'submitted');
    },
  },
  {
    what: 'a command at a line of code',
    async make(scene) {
      const { number } = await openPull(scene);
      const asked = { path: 'docs/flag.md', line: 1, body: '/docs say why' };
      await createPerson(scene.github, 'bob').review(number, { comments: [asked] });
      return scene.github.events.waitFor('pull_request_review_comment', 'created');
    },
  },
  { what: 'an opened pull request', make: async (scene) => (await openPull(scene)).event },
  {
    what: 'an opened issue, where no label is needed',
    make: ({ github }) => github.events.waitFor('issues', 'opened'),
  },
];

/** Those of these names. */
export const asks = (...names: readonly string[]): readonly Way[] =>
  ASKS.filter(({ what }) => names.includes(what));

export const OBJECTIVE = 'Update the documentation for the changes below.';

export const alice = ({ github }: BundleScene): Person => createPerson(github, 'alice');
export const pushIn = ({ github }: BundleScene, nth = 1): Promise<GitHubEvent> =>
  github.events.waitFor('push', undefined, nth);
export const short = (sha: string) => sha.slice(0, 7);
export const schedule: GitHubEvent = { name: 'schedule', payload: { schedule: '0 3 * * *' } };

/** The lines of the prompt's section on changes, without its heading and its link. */
export function changesIn(scene: BundleScene): string[] {
  const [, ...parts] = promptOf(scene).split('\nFENCE ');
  const lines = parts.find((part) => part.startsWith('the changes'))?.split('\n') ?? [];
  return lines.slice(1).filter((line) => !line.startsWith('http'));
}

/** Pushes a commit by alice, and runs the step on that event. */
export async function runOnPush(
  scene: BundleScene,
  files: Record<string, string | Buffer | null>,
  inputs: Record<string, string> = {},
) {
  const sha = await alice(scene).commit(files, 'Print one object per line\n\nIt was a table.');
  const event = await pushIn(scene);
  return { sha, event, result: await scene.run({ event, inputs: { timeout: '10s', ...inputs } }) };
}

export const EDITS = {
  'src/list.ts': 'print();\n',
  'docs/cli.md': '# Command line\n',
  'docs/index.md': null,
};

/**
 * The event of a successful workflow run for a push, in the form of `@octokit/webhooks-examples`,
 * with the fields that GitHub fills from the push. The emulator has no workflow runs.
 * @param run fields of the run that differ.
 */
export function workflowRun(
  { payload }: GitHubEvent,
  run: Readonly<Record<string, unknown>> = {},
): GitHubEvent {
  const { repository, sender, after, head_commit, ref } = payload;
  const { html_url } = Object(repository);
  const { id, tree_id, message, timestamp, author, committer } = Object(head_commit);
  const person = ({ name, email }: { name: string; email: string }) => ({ name, email });
  const workflow = {
    id: 77,
    name: 'Deploy',
    path: '.github/workflows/deploy.yml',
    state: 'active',
  };
  const workflow_run = {
    id: 4711,
    name: 'Deploy',
    display_title: 'Deploy',
    path: workflow.path,
    workflow_id: workflow.id,
    event: 'push',
    status: 'completed',
    conclusion: 'success',
    html_url: `${html_url}/actions/runs/4711`,
    head_branch: String(ref).replace(/^refs\/heads\//, ''),
    head_sha: after,
    head_commit: {
      id,
      tree_id,
      message,
      timestamp,
      author: person(author),
      committer: person(committer),
    },
    head_repository: repository,
    repository,
    pull_requests: [],
    run_attempt: 1,
    ...run,
  };
  return {
    name: 'workflow_run',
    payload: { action: 'completed', workflow, workflow_run, repository, sender },
  };
}

/** Adds comments by bob that are not requests, and that cause no events. */
export function fillThread(
  { github: { hub, owner, repo, tokens }, issue }: BundleScene,
  count: number,
): void {
  const repository = findRepository(hub, `${owner}/${repo}`);
  const thread = repository?.threads[issue.number - 1];
  const bob = hub.tokens.get(tokens.bob);
  if (!thread || !bob) throw new Error('There is no such thread.');
  for (let at = 1; at <= count; at++)
    repository.comments.push({ ...post(hub, 'comment', bob, `Me too (${at}).`), thread });
}

/** A pull request whose only commit adds a file of its own. */
export interface OpenedPull {
  readonly number: number;
  readonly url: string;
  readonly branch: string;
  readonly author: Login | 'agent';
}

let branches = 0;

/**
 * An account opens a pull request: a person, or the service's agent with the token of a person or
 * as a bot.
 */
export async function openAs(
  scene: Scene,
  author: Login | 'agent',
  { draft = false } = {},
): Promise<OpenedPull> {
  const person = createPerson(scene.github, author);
  const branch = `branch-${++branches}`;
  await person.commit({ [`src/${branch}.ts`]: '1\n' }, `Add ${branch}`, { branch });
  const { number, url } = await person.openPull(branch, `Docs on ${branch}`, 'More of them.', {
    draft,
  });
  return { number, url, branch, author };
}

/** The newest delivery of this activity of the pull request. */
export const pullEvent = (
  scene: Scene,
  { number }: Pick<OpenedPull, 'number'>,
  action: string,
): Promise<GitHubEvent> =>
  delivered(scene, action, () =>
    scene.github.events
      .all('pull_request', action)
      .findLast(({ payload }) => Object(payload.pull_request).number === number),
  );

/** The opening of the pull request, as if alice's token had opened it. */
export const openingOf = async (
  scene: Scene,
  pull: Pick<OpenedPull, 'number'>,
): Promise<GitHubEvent> => by(await pullEvent(scene, pull, 'opened'), 'alice');

/** Alice sets the label on the pull request. */
export async function labelOn(
  scene: Scene,
  pull: Pick<OpenedPull, 'number'>,
): Promise<GitHubEvent> {
  await alice(scene).addLabel(pull.number, 'docs');
  return pullEvent(scene, pull, 'labeled');
}

/** The newest push to a branch whose last commit is this one. */
export const pushOf = (scene: Scene, sha: string, branch = 'main'): Promise<GitHubEvent> =>
  delivered(scene, 'push', () =>
    scene.github.events
      .all('push')
      .findLast(({ payload: { after, ref } }) => after === sha && ref === `refs/heads/${branch}`),
  );

/** Alice pushes `src/NAME.ts`. */
export const pushFile = async (scene: Scene, name: string, branch = 'main'): Promise<GitHubEvent> =>
  pushOf(
    scene,
    await alice(scene).commit({ [`src/${name}.ts`]: '1\n' }, `Change ${name}`, { branch }),
    branch,
  );

/** No virtual time passes meanwhile. */
async function delivered(
  scene: Scene,
  what: string,
  find: () => GitHubEvent | undefined,
): Promise<GitHubEvent> {
  await until(`${what} is delivered`, () => find() !== undefined);
  return find() ?? scene.event;
}

/** What happens to a pull request without a person asking for anything. */
export interface PullCause {
  readonly cause: string;
  readonly inputs?: Readonly<Record<string, string>>;
  act(scene: Scene, pull: OpenedPull): Promise<GitHubEvent>;
}

const merge = async (scene: Scene, { number }: OpenedPull) =>
  (await alice(scene).mergePull(number)).sha;

export const PULL_CAUSES: readonly PullCause[] = [
  { cause: 'its opening', act: openingOf },
  {
    cause: 'its reopening',
    async act(scene, pull) {
      await alice(scene).closePull(pull.number);
      await alice(scene).reopenPull(pull.number);
      return pullEvent(scene, pull, 'reopened');
    },
  },
  {
    cause: 'the end of its draft',
    async act(scene, pull) {
      await createPerson(scene.github, pull.author).markReady(pull.number);
      return by(await pullEvent(scene, pull, 'ready_for_review'), 'alice');
    },
  },
  {
    cause: 'its new commits',
    inputs: { 'pull-request': 'reuse', 'issue-number': '1' },
    async act(scene, pull) {
      const { branch, author } = pull;
      await createPerson(scene.github, author).commit({ 'src/more.ts': '2\n' }, 'Add more', {
        branch,
      });
      return by(await pullEvent(scene, pull, 'synchronize'), 'alice');
    },
  },
  {
    cause: 'its merge',
    async act(scene, pull) {
      await merge(scene, pull);
      return pullEvent(scene, pull, 'closed');
    },
  },
  {
    cause: 'the push of its merge',
    act: async (scene, pull) => pushOf(scene, await merge(scene, pull)),
  },
  {
    cause: 'CI on its merge',
    act: async (scene, pull) => workflowRun(await pushOf(scene, await merge(scene, pull))),
  },
];
