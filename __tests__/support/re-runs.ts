import { expect } from '@jest/globals';
import type { BundleScene, Comment } from './scene.ts';

/** A re-run of {@link BundleScene.run}. */
export const AGAIN = { run: { attempt: 2 } };

/** The only comment in the thread besides those that a later attempt replaced. */
export async function onlyComment(scene: BundleScene): Promise<Comment | undefined> {
  const all = await scene.comments();
  const [comment, ...others] = all.filter(({ body }) => !body.startsWith('**↪️ Replaced** · '));
  expect(others).toEqual([]);
  return comment;
}
