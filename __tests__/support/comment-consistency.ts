import { createPerson } from '../../sandbox/github/person.ts';
import { isMoved } from './conversation.ts';
import type { BundleScene, Comment } from './scene.ts';

/** The current state of a job at the service. */
interface ShownJob {
  readonly id: string;
  readonly status: string;
  readonly prLink: string | null;
}

/** The false statements in comments, after all runs have ended. */
export async function falseStatements(scene: BundleScene): Promise<string[]> {
  const comments = (await scene.comments()).filter(
    ({ author }) => author === 'github-actions[bot]',
  );
  const jobs = await scene.service.readAll();
  const mentions = comments.filter(isMention);
  const told = comments.filter(({ body }) => !isMoved(body)).length - mentions.length;
  const found = await Promise.all(comments.map(({ body }) => untruthsIn(body, jobs)));
  const openings = await Promise.all(
    jobs.map(async (job) => (await openingsFor(job, scene)).length),
  );
  return [
    ...found.flat(),
    ...(told > 1 ? [`${told} status comments for one request`] : []),
    ...(mentions.length > 1 ? [`${mentions.length} mentions for one request`] : []),
    ...openings
      .filter((count) => count > 1)
      .map((count) => `${count} comments say which job opened a pull request`),
  ];
}

/**
 * The comments on the job's pull request in the scene's repository that say which job opened it.
 */
async function openingsFor({ prLink }: ShownJob, { github }: BundleScene): Promise<Comment[]> {
  const pulls = `${github.url}/${github.owner}/${github.repo}/pull/`;
  if (!prLink?.startsWith(pulls)) return [];
  const comments = await createPerson(github, 'alice').readComments(
    Number(prLink.slice(pulls.length)),
  );
  return comments.filter(({ body }) => body.includes('Opened for'));
}

/**
 * The number of comments on the pull requests of the scene's jobs that say which job opened them.
 */
export async function countOpenings(scene: BundleScene): Promise<number> {
  const openings = await Promise.all(
    (await scene.service.readAll()).map((job) => openingsFor(job, scene)),
  );
  return openings.flat().length;
}

const isMention = ({ body }: Comment) => body.startsWith('@');

async function untruthsIn(body: string, jobs: readonly ShownJob[]): Promise<string[]> {
  const [text = ''] = body.split('<!-- ');
  const isActive = jobs.some(({ status }) => status === 'active');
  const isUntrue: Record<string, boolean> = {
    'Working on it': true, // false, because no run is working
    '⏳ Starting': true,
    'no job was created': jobs.length > 0,
    'the job was still running': !isActive,
    'Pull request ready': !jobs.some(({ prLink }) => prLink !== null && text.includes(prLink)),
    'Job failed': !jobs.some(({ status }) => status === 'failed'),
    undefined: true,
  };
  const words = Object.entries(isUntrue).flatMap(([word, isIt]) =>
    isIt && text.includes(word) ? [word] : [],
  );
  const strangers = jobIdsIn(text).filter((id) => !jobs.some((job) => job.id === id));
  return [...words, ...strangers, ...(await deadLinksIn(text))];
}

/** The ids of the jobs that the comments name. What was known once must not be forgotten. */
export const namedJobs = async (scene: BundleScene): Promise<string[]> =>
  jobIdsIn((await scene.comments()).map(({ body }) => body).join('\n'));

const jobIdsIn = (text: string): string[] => text.match(/\bjob_[0-9a-f-]{36}/g) ?? [];

async function deadLinksIn(text: string): Promise<string[]> {
  const links = [...text.matchAll(/\]\((http[^)\s]+\/pull\/\d+)\)/g)].map(([, link = '']) => link);
  const pages = await Promise.all(
    links.map(async (link) => ({ link, isThere: (await fetch(link)).ok })),
  );
  return pages.filter(({ isThere }) => !isThere).map(({ link }) => `${link} is not there`);
}
