import { createPerson } from '../../sandbox/github/person.ts';
import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import type { Marker } from '../../src/thread/marker.ts';
import type { Scene } from './scene.ts';
import { type Planted, plant } from './sweep.ts';

type Inputs = Readonly<Record<string, string>>;

export const DAY = 86_400_000;

/**
 * Opens an issue, and labels it. @returns the run of that event, which is another one each time.
 */
export async function startLabeled(scene: Scene, inputs: Inputs): Promise<Step> {
  const alice = createPerson(scene.github, 'alice');
  const { number } = await alice.openIssue('Explain a flag', 'Please.');
  await alice.addLabel(number, 'docs');
  const all = () => scene.github.events.all('issues', 'labeled');
  const event = await scene.github.events.waitFor(
    'issues',
    'labeled',
    all().length + (isOf(all().at(-1), number) ? 0 : 1),
  );
  return scene.start({ event, run: { id: 100 + number }, inputs: { timeout: '60s', ...inputs } });
}

const isOf = (event: { readonly payload: object } | undefined, number: number): boolean =>
  Object(Object(event?.payload).issue).number === number;

export const labelNew = async (scene: Scene, inputs: Inputs): Promise<StepResult> =>
  (await startLabeled(scene, inputs)).result;

/** Another repository of the owner, in which the agent's jobs open pull requests. */
export const GUIDES = 'guides';

/** A pull request of the agent in a repository. @returns its short link and number. */
export async function openByAgent({ github }: Scene, repo = GUIDES, { draft = false } = {}) {
  const agent = createPerson({ ...github, repo }, 'agent');
  const branch = `agent-${Math.random().toString(36).slice(2)}`;
  await agent.commit({ [`docs/${branch}.md`]: 'Words\n' }, 'Write', { branch });
  const { number, url } = await agent.openPull(branch, 'Write', 'Words', { draft });
  return { number, url, link: linkTo(url) };
}

/** The short link of a pull request, as markers hold it. */
export const linkTo = (url: string): string =>
  url.replace(/^https?:\/\//, '').replace('/pull/', '#');

let jobs = 0;

/** Creates the status comment of an earlier request, without a job. */
export async function plantRequest(
  scene: Scene,
  phase: (job: string) => Marker['phase'],
  marker: Partial<Omit<Marker, 'phase'>> = {},
): Promise<Planted> {
  jobs += 1;
  return plant(scene, { jobId: `j${jobs}`, phase, marker });
}

export const endedWith = (link: string) => (job: string) =>
  ({ at: 'over', why: 'ended', job, verdict: 'pull-request', link }) as const;
export const ACTIVE = (job: string) => ({ at: 'working', job }) as const;
export const UNCONFIRMED = () =>
  ({ at: 'over', why: 'unconfirmed', verdict: 'unconfirmed' }) as const;
export const UNSENT = () => ({ at: 'over', why: 'unsent', verdict: 'cancelled' }) as const;

/** Creates earlier requests: with open pull requests, and active ones. */
export async function plantJobs(scene: Scene, { open = 0, active = 0 }): Promise<void> {
  for (let made = 0; made < open; made++)
    await plantRequest(scene, endedWith((await openByAgent(scene)).link));
  for (let made = 0; made < active; made++) await plantRequest(scene, ACTIVE);
}
