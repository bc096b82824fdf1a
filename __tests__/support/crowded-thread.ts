import { Octokit } from '@octokit/rest';
import type { BundleScene } from './scene.ts';

/** The number of concurrent writers. */
const WRITERS = 8;

/** Adds comments by bob that are not requests, and that cause no events: those take most of the time, and no test reads them. */
export async function fillThread(
  { github: { url, owner, repo, tokens }, issue }: BundleScene,
  count: number,
): Promise<void> {
  const as = (login: 'alice' | 'bob') => new Octokit({ auth: tokens[login], baseUrl: url }).rest;
  const { repos } = as('alice');
  const { issues } = as('bob');
  const { data: hooks } = await repos.listWebhooks({ owner, repo });
  for (const { id } of hooks) await repos.deleteWebhook({ owner, repo, hook_id: id });
  const left = Array.from({ length: count }, (_, at) => `Me too (${at + 1}).`).values();
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (const body of left) await issues.createComment({ owner, repo, issue_number: issue.number, body });
    }),
  );
  for (const { config, events } of hooks) await repos.createWebhook({ owner, repo, config, events });
}
