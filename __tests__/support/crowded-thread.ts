import { Octokit } from '@octokit/rest';
import type { BundleScene } from './scene.ts';

/** The number of concurrent writers. */
const WRITERS = 8;

/** Adds comments by bob that are not requests. */
export async function fillThread(
  { github: { url, owner, repo, tokens }, issue }: BundleScene,
  count: number,
): Promise<void> {
  const { rest } = new Octokit({ auth: tokens.bob, baseUrl: url });
  const left = Array.from({ length: count }, (_, at) => `Me too (${at + 1}).`).values();
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (const body of left) await rest.issues.createComment({ owner, repo, issue_number: issue.number, body });
    }),
  );
}
