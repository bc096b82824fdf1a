import { expect } from '@jest/globals';
import type { BundleScene, Comment } from './scene.ts';

/** A re-run of {@link BundleScene.run}. */
export const AGAIN = { run: { attempt: 2 } };

/** The only comment in the thread. */
export async function onlyComment(scene: BundleScene): Promise<Comment | undefined> {
  const [comment, ...others] = await scene.comments();
  expect(others).toEqual([]);
  return comment;
}
