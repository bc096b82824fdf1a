import { expect, test } from '@jest/globals';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { createExportScene, type ExportScene, visitorsOf } from '../../support/visitors-scene.ts';

/** An error that says so everywhere, before the service is asked and before anything is written. */
function expectRefused(scene: ExportScene, result: StepResult, says: string): void {
  expect(result).toMatchObject({
    exitCode: 1,
    outputs: { verdict: 'error', visitors: '', visitorsFile: '', pages: '' },
  });
  const told = result.annotations.filter(({ level }) => level === 'error').map(({ message }) => message);
  expect(told).toEqual([expect.stringContaining(says)]);
  expect(scene.service.requests).toEqual([]);
  expect(scene.files()).toEqual([]);
}

test.each([
  { inputs: { prompt: 'Refresh the pages' }, says: '`prompt` is set, and the operation `visitors` does not read it' },
  { inputs: { window: '30d', 'date-to': '2026-10-31' }, says: '`window` is set together with' },
  { inputs: { 'api-key': '' }, says: '`api-key` is empty' },
])('refused before anybody is asked: $inputs', async ({ inputs, says }) => {
  await using scene = await createExportScene();
  expectRefused(scene, await scene.run({ 'visitors-file': 'visitors.csv', ...inputs }), says);
});

test('all that is malformed is named at once', async () => {
  await using scene = await createExportScene();
  const wrong = {
    ...{ window: '4w', 'date-from': '2026-02-30', 'date-to': 'soon', top: '0', offset: 'x', 'sort-by': 'y' },
    ...{ 'visitors-file': 'visitors.txt', paths: '!guides/**' },
  };
  const result = await scene.run(wrong);
  for (const name of Object.keys(wrong)) expectRefused(scene, result, `\`${name}\` got`);
});

test('empty inputs, as reusable workflows pass them, mean their defaults', async () => {
  await using scene = await createExportScene({ visitors: { pages: 30 } });
  const names = [
    ...['window', 'date-from', 'date-to', 'sort-by', 'top', 'offset', 'visitors-file', 'paths', 'paths-ignore'],
    ...['timeout', 'fail-on', 'prompt', 'wait', 'comment', 'notify', 'key', 'job-id', 'issue-number', 'github-token'],
  ];
  const result = await scene.run(Object.fromEntries(names.map((name) => [name, ''])));
  expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'exported', visitorsFile: '' } });
  expect(visitorsOf(result)).toMatchObject({ pages: 30, dateFrom: null, dateTo: null });
  expect(JSON.parse(result.outputs.pages ?? '')).toHaveLength(20);
  expect(scene.queries()).toEqual([{ limit: '250', offset: '0' }]);
});

test('no token of GitHub is needed, what the runner fills in harms nothing, and `fail-on` is heard', async () => {
  await using scene = await createExportScene();
  const inputs = { 'github-token': '', key: '{"page":"/guides"}', 'fail-on': 'exported' };
  expect(await scene.run(inputs)).toMatchObject({ exitCode: 1, annotations: [], outputs: { verdict: 'exported' } });
});
