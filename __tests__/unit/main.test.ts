import { expect, test } from '@jest/globals';
import { TransportError } from '../../src/http/transport-error.ts';
import { findNodeProblem } from '../../src/runtime/runner.ts';
import { doneAt, linesOf, live, MINUTE, submitted } from '../support/scripted-world.ts';

const CREATE = 'POST agent.example/v2/agent/p1/job';

test('a runner that cannot run the action gets an error, and no request is sent', async () => {
  const { exitCode, requests, runner } = await live({ hindrance: findNodeProblem('20.20.2') });
  expect(exitCode).toBe(1);
  expect(requests).toEqual([]);
  expect(runner.outputs).toMatchObject({ verdict: 'error' });
  expect(runner.told).toContainEqual(
    expect.stringMatching(
      /^error ⛔ error: Unsuitable runner\nThis action needs Node 24; this runner has v20\.20\.2\.\n/,
    ),
  );
});

test('each run has a fence of its own', async () => {
  const fences = await Promise.all(
    [live(), live()].map(
      async (run) => (await run).prompts[0]?.match(/lines that start with (\S+) /)?.[1],
    ),
  );
  expect(new Set(fences).size).toBe(2);
  for (const fence of fences) expect(fence?.length).toBeGreaterThan(30);
});

test('a cancel while the connection of a creation opens leads to `cancelled`, without a second attempt', async () => {
  const cancel = new AbortController();
  const create = () => {
    cancel.abort();
    return Promise.reject(new TransportError('cancelled', 'the run was cancelled'));
  };
  const lived = await live({ cancel, create });
  expect(lived.runner.outputs).toMatchObject({ verdict: 'cancelled', jobId: '' });
  expect(submitted(lived)).toEqual([CREATE]);
});

test('an error while the result is reported is one error, fails the step, and nothing is reported twice', async () => {
  const lived = await live({
    status: doneAt(MINUTE),
    broken: {
      summary: () => {
        throw new RangeError('untrusted text');
      },
    },
  });
  expect(lived.exitCode).toBe(1);
  expect(linesOf(lived, 'error')).toBe(
    'error The result, pull-request, could not be reported (RangeError).',
  );
  expect(lived.runner.told.filter((line) => line.startsWith('output verdict'))).toHaveLength(1);
  expect(submitted(lived)).toEqual([CREATE]);
});
