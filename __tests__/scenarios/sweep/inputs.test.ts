import { expect, test } from '@jest/globals';
import { createScene } from '../../support/scene.ts';
import { sweep, sweptBy } from '../../support/sweep.ts';

test.each([
  { name: 'prompt', value: 'Refresh the pages' },
  { name: 'prompt-file', value: 'prompt.md' },
  { name: 'context', value: 'none' },
  { name: 'compare', value: 'v1...v2' },
  { name: 'paths', value: 'src/**' },
  { name: 'paths-ignore', value: 'docs/**' },
  { name: 'minimum-permission', value: 'admin' },
  { name: 'allow-bots', value: 'renovate[bot]' },
  { name: 'wait', value: 'false' },
  { name: 'job-id', value: 'j_8fk2' },
  { name: 'comment', value: 'false' },
  { name: 'issue-number', value: '42' },
  { name: 'dry-run', value: 'true' },
  { name: 'date-from', value: '2026-10-01' },
  { name: 'date-to', value: '2026-10-31' },
  { name: 'sort-by', value: 'ai' },
  { name: 'top', value: '5' },
  { name: 'offset', value: '250' },
  { name: 'visitors-file', value: 'visitors.csv' },
])('`$name` is an error: a sweep does not read it', async ({ name, value }) => {
  await using scene = await createScene();
  const result = await sweep(scene, { [name]: value });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', swept: '' } });
  expect(result.log).toContain(`\`${name}\` is set, and the operation \`sweep\` does not read it`);
  expect(scene.service.requests).toEqual([]);
  expect(scene.github.requests).toEqual([]);
});

test.each([
  { name: 'date-from', value: '2026-10-01' },
  { name: 'date-to', value: '2026-10-31' },
  { name: 'offset', value: '250' },
  { name: 'visitors-file', value: 'visitors.csv' },
])('`$name` is an error for a run', async ({ name, value }) => {
  await using scene = await createScene();
  const result = await scene.run({ inputs: { [name]: value } });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(result.log).toContain(`\`${name}\` is set, and the operation \`run\` does not read it`);
  expect(scene.service.requests).toEqual([]);
});

test('empty inputs, as reusable workflows pass them, mean their defaults', async () => {
  await using scene = await createScene();
  const empty = {
    prompt: '',
    wait: '',
    comment: '',
    window: '',
    'fail-on': '',
    notify: '',
    key: '',
    'issue-number': '',
  };
  const result = await sweep(scene, empty);
  expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'swept' } });
  expect(sweptBy(result)).toEqual([]);
});

test('without a key: an error that names the secret store, and nothing asked', async () => {
  await using scene = await createScene();
  const result = await sweep(scene, { 'api-key': '' });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(result.log).toContain('`api-key` is empty');
  expect(scene.github.requests).toEqual([]);
});

test('without a token: an error, as there is no other memory', async () => {
  await using scene = await createScene();
  const result = await sweep(scene, { 'github-token': '' });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(result.log).toContain('`github-token`');
});
