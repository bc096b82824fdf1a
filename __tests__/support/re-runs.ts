import { expect } from '@jest/globals';
import type { BundleScene, Comment } from './scene.ts';

/** The run of {@link BundleScene.run}, run again. */
export const AGAIN = { run: { attempt: 2 } };

/** The one comment that there is in the thread. */
export async function onlyComment(scene: BundleScene): Promise<Comment | undefined> {
  const [comment, ...others] = await scene.comments();
  expect(others).toEqual([]);
  return comment;
}
