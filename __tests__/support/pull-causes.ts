import type { Login } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import { by } from './events.ts';
import type { Scene } from './scene.ts';
import { until } from './until.ts';
import { workflowRun } from './workflow-runs.ts';

/** A pull request whose only commit adds a file of its own. */
export interface OpenedPull {
  readonly number: number;
  readonly url: string;
  readonly branch: string;
  readonly author: Login | 'agent';
}

const MAIN = 'refs/heads/main';
let branches = 0;

/** An account opens a pull request: a person, or the service's agent with the token of a person or as a bot. */
export async function openAs(scene: Scene, author: Login | 'agent', { draft = false } = {}): Promise<OpenedPull> {
  const person = createPerson(scene.github, author);
  const branch = `branch-${++branches}`;
  await person.commit({ [`src/${branch}.ts`]: '1\n' }, `Add ${branch}`, { branch });
  const { number, url } = await person.openPull(branch, `Docs on ${branch}`, 'More of them.', { draft });
  return { number, url, branch, author };
}

/** The newest delivery of this activity of the pull request. */
export const pullEvent = (scene: Scene, { number }: OpenedPull, action: string): Promise<GitHubEvent> =>
  delivered(scene, action, () =>
    scene.github.events
      .all('pull_request', action)
      .findLast(({ payload }) => Object(payload.pull_request).number === number),
  );

/** The newest push to `main` whose last commit is this one. */
export const pushOf = (scene: Scene, sha: string): Promise<GitHubEvent> =>
  delivered(scene, 'push', () =>
    scene.github.events.all('push').findLast(({ payload }) => payload.after === sha && payload.ref === MAIN),
  );

/** No virtual time passes meanwhile. */
async function delivered(scene: Scene, what: string, find: () => GitHubEvent | undefined): Promise<GitHubEvent> {
  await until(`${what} is delivered`, () => find() !== undefined);
  return find() ?? scene.event;
}

/** What happens to a pull request without a person asking for anything. */
export interface PullCause {
  readonly cause: string;
  readonly inputs?: Readonly<Record<string, string>>;
  act(scene: Scene, pull: OpenedPull): Promise<GitHubEvent>;
}

const alice = ({ github }: Scene) => createPerson(github, 'alice');
const merge = async (scene: Scene, { number }: OpenedPull) => (await alice(scene).mergePull(number)).sha;

export const PULL_CAUSES: readonly PullCause[] = [
  { cause: 'its opening', act: async (scene, pull) => by(await pullEvent(scene, pull, 'opened'), 'alice') },
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
      await createPerson(scene.github, author).commit({ 'src/more.ts': '2\n' }, 'Add more', { branch });
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
  { cause: 'the push of its merge', act: async (scene, pull) => pushOf(scene, await merge(scene, pull)) },
  {
    cause: 'CI on its merge',
    act: async (scene, pull) => workflowRun(await pushOf(scene, await merge(scene, pull))),
  },
];
