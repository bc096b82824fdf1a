import { expect } from '@jest/globals';
import type { Login } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import {
  deriveMarkerKey,
  hashOf,
  type Marker,
  quoteHash,
  quoteIn,
  writeMarker,
} from '../../src/thread/marker.ts';
import { written } from './events.ts';
import type { BundleScene, Scene } from './scene.ts';

/** The event of a schedule, which has no thread. */
const schedule = ({ event }: BundleScene): GitHubEvent => ({
  name: 'schedule',
  payload: { repository: Object(event.payload).repository, schedule: '*/10 * * * *' },
});

const RUN = { id: 99, workflow: '.github/workflows/docs-sweep.yml', job: 'sweep' };

type Inputs = Readonly<Record<string, string>>;

/** Starts a sweep as a scheduled workflow does; tests can stop it. */
export const startSweep = (scene: BundleScene, inputs: Inputs = {}): Step =>
  scene.start({
    event: schedule(scene),
    run: RUN,
    inputs: { operation: 'sweep', timeout: '60s', notify: 'true', ...inputs },
  });

export const sweep = (scene: BundleScene, inputs: Inputs = {}): Promise<StepResult> =>
  startSweep(scene, inputs).result;

export interface Swept {
  readonly jobId: string | null;
  readonly issueNumber: number;
  readonly commentUrl: string;
  readonly verdict: string;
}

export const sweptBy = ({ outputs }: StepResult): Swept[] => JSON.parse(outputs.swept ?? '');

export const verdictsOf = (result: StepResult): string[] =>
  sweptBy(result).map(({ verdict }) => verdict);

/** The writes to GitHub while `act` runs, like `PATCH /repos/acme/docs/issues/comments/1`. */
export async function writtenDuring(
  scene: BundleScene,
  act: () => Promise<unknown>,
): Promise<string[]> {
  const before = written(scene).length;
  await act();
  return written(scene).slice(before);
}

export const edits = (writes: readonly string[]): string[] =>
  writes.filter((write) => write.startsWith('PATCH '));

/** A link to a pull request that does not exist. */
export const LINK = 'https://github.com/acme/docs/pull/412';
/** A job that has ended, with a pull request. */
export const ENDED = { job: { seconds: 0, link: LINK } };
export const QUOTE = '> Explain the new `--json` flag — alice';
const PROSE = `**🚀 Job started** · this run does not wait for it\n${QUOTE}\n\n<sub>Planted</sub>`;

export interface Planted {
  readonly id: number;
  readonly url: string;
  readonly jobId: string;
  /** As created. */
  readonly body: string;
}

interface Plant {
  readonly marker?: Partial<Omit<Marker, 'phase'>>;
  /** Default: open, with a job that the service knows. */
  readonly phase?: (jobId: string) => Marker['phase'];
  readonly jobId?: string;
  /** Default: the service's admin API key. */
  readonly apiKey?: string;
  readonly by?: Login | 'agent';
  /** The comment id that it is signed for, instead of its own. */
  readonly signedFor?: number;
}

/**
 * Creates a status comment as an earlier run would have left it, which is fast and allows rare
 * states.
 */
export async function plant(
  scene: BundleScene,
  { by = 'agent', ...given }: Plant = {},
): Promise<Planted> {
  const { github, service, issue } = scene;
  const author = createPerson(github, by);
  const jobId = given.jobId ?? (await createJob(scene));
  const { id, url } = await author.comment(issue.number, PROSE);
  const repository = repositoryOf(scene);
  const phase = given.phase?.(jobId) ?? { at: 'working', job: jobId };
  const marker = { ...markerFor(repository, service.projectId), phase, ...given.marker };
  const place = { repository, issue: issue.number, comment: given.signedFor ?? id, createdAt: 0 };
  const body = `${PROSE}\n${writeMarker(marker, deriveMarkerKey(given.apiKey ?? service.key), place)}`;
  await author.editComment(id, body);
  return { id, url, jobId, body };
}

const repositoryOf = ({ event }: BundleScene) =>
  String(Object(Object(event.payload).repository).id);

const markerFor = (repository: string, projectId: string) => ({
  nonce: hashOf('nonce'),
  stepKey: hashOf('slot'),
  requestKey: hashOf('wish'),
  project: hashOf(repository, projectId),
  key: hashOf(''),
  run: 5,
  attempt: 1,
  requester: null,
  retryVia: 'label' as const,
  trigger: 'label' as const,
  before: null,
  cause: '',
  head: '',
  base: '',
  writer: hashOf('writer'),
  holder: { run: 5, attempt: 1 },
  quote: quoteHash(quoteIn(PROSE)),
  mentioned: 'no' as const,
  leaseSeconds: 0,
});

/** The number of an account, as in markers. */
export async function accountOf(
  { github: { hub, tokens } }: BundleScene,
  login: Login,
): Promise<number> {
  return hub.tokens.get(tokens[login])?.id ?? 0;
}

/** Creates a job without a run of the action, which is faster. */
async function createJob({ service }: BundleScene): Promise<string> {
  const answer = await fetch(`${service.url}/v2/agent/${service.projectId}/job`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'Explain the flag.' }),
  });
  return String(Object(await answer.json()).id);
}

/** The current text of the comment. */
export async function bodyOf(scene: BundleScene, { url }: Pick<Planted, 'url'>): Promise<string> {
  return (await scene.comments()).find((comment) => comment.url === url)?.body ?? '(gone)';
}

/** The comments that mention an account. */
export async function mentions(scene: BundleScene): Promise<string[]> {
  return (await scene.comments()).map(({ body }) => body).filter((body) => body.startsWith('@'));
}

/**
 * Makes the clock of the next list of the repository's comments late, because the clocks of
 * GitHub's hosts differ by seconds.
 */
export async function listByClockBehind(
  { github, clock }: Scene,
  milliseconds: number,
): Promise<void> {
  const rest = `${github.url}/repos/${github.owner}/${github.repo}/issues/comments`;
  const list = await fetch(`${rest}?per_page=100`, {
    headers: { authorization: `Bearer ${github.tokens.alice}` },
  });
  github.faults.add({
    kind: 'answer',
    status: 200,
    body: await list.text(),
    method: 'GET',
    path: /\/issues\/comments\?/,
    headers: { date: new Date(clock.now() - milliseconds).toUTCString() },
  });
}

/** Creates three requests by alice. */
export async function plantThree(scene: BundleScene): Promise<[Planted, Planted, Planted]> {
  const marker = { requester: await accountOf(scene, 'alice') };
  return [
    await plant(scene, { marker }),
    await plant(scene, { marker }),
    await plant(scene, { marker }),
  ];
}

/** The verdicts of a sweep, which writes nothing. */
export async function silentSweep(scene: BundleScene): Promise<string[]> {
  let verdicts: string[] = [];
  const writes = await writtenDuring(scene, async () => {
    verdicts = verdictsOf(await sweep(scene));
  });
  expect(writes).toEqual([]);
  return verdicts;
}
