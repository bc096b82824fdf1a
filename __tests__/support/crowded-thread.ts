import { findRepository, post } from '../../sandbox/github/model/state.ts';
import type { BundleScene } from './scene.ts';

/** Adds comments by bob that are not requests, and that cause no events. */
export function fillThread({ github: { hub, owner, repo, tokens }, issue }: BundleScene, count: number): void {
  const repository = findRepository(hub, `${owner}/${repo}`);
  const thread = repository?.threads[issue.number - 1];
  const bob = hub.tokens.get(tokens.bob);
  if (!thread || !bob) throw new Error('There is no such thread.');
  for (let at = 1; at <= count; at++)
    repository.comments.push({ ...post(hub, 'comment', bob, `Me too (${at}).`), thread });
}
