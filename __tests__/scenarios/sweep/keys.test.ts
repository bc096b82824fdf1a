import { expect } from '@jest/globals';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { warnings } from '../../support/scene.ts';
import { testWith } from '../../support/scene-test.ts';
import {
  accountOf,
  bodyOf,
  ENDED,
  mentions,
  plant,
  sweep,
  verdictsOf,
} from '../../support/sweep.ts';

const test = testWith(ENDED);

/** An older key of the project, which the service of a scene does not know. */
const OTHER_KEY = `docs_${'0'.repeat(32)}`;
const STARTING = { phase: () => ({ at: 'sending' as const }) };
/** Milliseconds after which a job is known everywhere, if it is one. */
const LONG_AFTER = 60_000;

/** It is a line of the log and no warning: each sweep finds them again. */
function expectIgnored(result: StepResult, count: number): void {
  expect(warnings(result)).toEqual([]);
  expect(result.log).toMatch(
    new RegExp(`^${count} status comments are ignored, .* signed with another API key`, 'm'),
  );
}

test('a sweep after the key was replaced leaves the requests of that key untouched, and reports its own', async (scene) => {
  const marker = { requester: await accountOf(scene, 'alice') };
  const old = await plant(scene, { apiKey: OTHER_KEY, marker });
  const began = await plant(scene, { apiKey: OTHER_KEY, ...STARTING });
  const own = await plant(scene);
  await scene.clock.pass(LONG_AFTER);
  const result = await sweep(scene);
  expect(verdictsOf(result)).toEqual(['pull-request']);
  expectIgnored(result, 2);
  for (const each of [old, began]) expect(await bodyOf(scene, each)).toBe(each.body);
  expect(await bodyOf(scene, own)).toContain('Pull request ready');
  expect(scene.sent('get')).toBe(1);
  expect(await mentions(scene)).toEqual([]);
});
