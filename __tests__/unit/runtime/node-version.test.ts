import { expect, test } from '@jest/globals';
import { findNodeProblem } from '../../../src/runtime/runner.ts';

test.each(['24.0.0', '24.11.1', '26.1.0'])('Node %s can run the action', (version) => {
  expect(findNodeProblem(version)).toBeUndefined();
});

test.each(['20.20.2', '22.21.0', '9.11.2'])('Node %s cannot, and the error names both versions', (version) => {
  expect(findNodeProblem(version)).toMatchObject({
    headline: 'Unsuitable runner',
    message: `This action needs Node 24; this runner has v${version}.`,
  });
});
