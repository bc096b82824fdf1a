import { createPerson } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import type { BundleScene, Scene } from './scene.ts';

/** The same event with another sender; null for a deleted account. */
export const by = ({ name, payload }: GitHubEvent, sender: string | null, type = 'User'): GitHubEvent => ({
  name,
  payload: { ...payload, sender: sender === null ? null : { login: sender, type } },
});

/** The same event with another activity, or other fields. */
export const as = ({ name, payload }: GitHubEvent, fields: object): GitHubEvent => ({
  name,
  payload: { ...payload, ...fields },
});

/** The scene's event with the label set again at this moment. */
export const setNow = ({ event, clock }: Scene): GitHubEvent =>
  as(event, { issue: { ...Object(event.payload.issue), updated_at: new Date(clock.now()).toISOString() } });

/** The action's requests to GitHub, like `GET /repos/acme/docs/...`. People and the service's agent send none. */
export const askedGitHub = ({ github }: BundleScene): string[] =>
  github.requests.map(({ method, path }) => `${method} ${path}`);

/** The action's writes to GitHub: comments, reactions and others. */
export const written = (scene: BundleScene): string[] =>
  askedGitHub(scene).filter((request) => !request.startsWith('GET '));

/** How often the action sent a request to create a comment in the thread of an issue or pull request. */
export const countCreations = (scene: BundleScene, thread: number): number =>
  written(scene).filter((request) => request.endsWith(`/issues/${thread}/comments`)).length;

/** The prompt of the first job, without its random fence. */
export const promptOf = ({ service }: BundleScene): string => withoutFence(service.jobs[0]?.turns[0]?.prompt ?? '');

export const withoutFence = (text: string): string =>
  text.replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'FENCE');

/** Opens a pull request by alice. @returns it and its event. */
export async function openPull({ github }: BundleScene, title = 'Add `--json`', body = 'One object per line.') {
  const alice = createPerson(github, 'alice');
  await alice.commit({ 'docs/flag.md': 'One object per line.\n' }, 'Explain the flag', { branch: 'feature' });
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

/** Comments on an issue or pull request. @returns the event. */
export async function comment(scene: BundleScene, number: number, body: string): Promise<GitHubEvent> {
  await createPerson(scene.github, 'alice').comment(number, body);
  return scene.github.events.waitFor('issue_comment', 'created');
}

/** A way to cause an event. */
export interface Way {
  readonly what: string;
  make(scene: BundleScene): Promise<GitHubEvent>;
}

/** The ways to make a request. */
export const ASKS: readonly Way[] = [
  { what: 'a labeled issue', make: async ({ event }) => event },
  {
    what: 'a labeled pull request',
    async make(scene) {
      const { number, alice } = await openPull(scene);
      await alice.addLabel(number, 'docs');
      return scene.github.events.waitFor('pull_request', 'labeled');
    },
  },
  { what: 'a command on an issue', make: (scene) => comment(scene, scene.issue.number, '/docs explain the flag') },
  {
    what: 'a command on a pull request',
    make: async (scene) => comment(scene, (await openPull(scene)).number, '/docs explain the flag'),
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
      await createPerson(scene.github, 'bob').commentOnLine(number, asked);
      return scene.github.events.waitFor('pull_request_review_comment', 'created');
    },
  },
  { what: 'an opened pull request', make: async (scene) => (await openPull(scene)).event },
  {
    what: 'an opened issue, where no label is needed',
    make: ({ github }) => github.events.waitFor('issues', 'opened'),
  },
];
