import { expect } from '@jest/globals';
import type { StepResult } from '../../sandbox/runner/step.ts';
import { createExportScene, type ExportScene, visitorsOf } from './exporting.ts';
import { sideBySide } from './side-by-side.ts';

const together = sideBySide();

type Inputs = Readonly<Record<string, string>>;

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

together.each([
  { name: 'prompt', value: 'Refresh the pages' },
  { name: 'prompt-file', value: 'prompt.md' },
  { name: 'context', value: 'none' },
  { name: 'compare', value: 'v1...v2' },
  { name: 'wait', value: 'false' },
  { name: 'dry-run', value: 'true' },
  { name: 'minimum-permission', value: 'admin' },
  { name: 'allow-bots', value: 'renovate[bot]' },
  { name: 'comment', value: 'false' },
  { name: 'issue-number', value: '42' },
  { name: 'trigger-label', value: 'pages' },
  { name: 'trigger-command', value: '/pages' },
  { name: 'notify', value: 'false' },
  { name: 'job-path', value: '/v3/jobs/{id}' },
  { name: 'job-id', value: 'j_8fk2' },
])('`$name` is an error: the export does not read it', async ({ name, value }) => {
  await using scene = await createExportScene();
  const result = await scene.run({ 'visitors-file': 'visitors.csv', [name]: value });
  expectRefused(scene, result, `\`${name}\` is set, and the operation \`visitors\` does not read it`);
});

const DAY = '`date-from` got';

together.each<{ inputs: Inputs; says: string }>([
  ...['2026-02-30', '31.10.2026', 'yesterday', '2026-10-31T25:00Z'].map((date) => ({
    inputs: { 'date-from': date },
    says: `${DAY} “${date}”; it takes a day like`,
  })),
  { inputs: { 'date-to': '20261031' }, says: '`date-to` got “20261031”' },
  { inputs: { 'date-from': '2026-10-31', 'date-to': '2026-10-31' }, says: '`date-from` is not before `date-to`' },
  { inputs: { 'date-from': '2026-11-01', 'date-to': '2026-10-31' }, says: '`date-from` is not before `date-to`' },
  {
    inputs: { 'date-from': '2026-10-31T00:30+01:00', 'date-to': '2026-10-30T23:00Z' },
    says: '`date-from` is not before `date-to`',
  },
  { inputs: { window: '30d', 'date-from': '2026-10-31' }, says: '`window` is set together with' },
  { inputs: { window: '30d', 'date-to': '2026-10-31' }, says: '`window` is set together with' },
  ...['30', '367d', '4w'].map((window) => ({
    inputs: { window },
    says: `\`window\` got “${window}”`,
  })),
  ...['Total', 'total, ai'].map((key) => ({ inputs: { 'sort-by': key }, says: `\`sort-by\` got “${key}”` })),
  ...['0', '257'].map((top) => ({ inputs: { top }, says: `\`top\` got “${top}”` })),
  ...['-1', 'x'].map((offset) => ({ inputs: { offset }, says: `\`offset\` got “${offset}”` })),
  ...['visitors', 'visitors.txt', 'visitors.CSV', 'reports/.json', 'visitors.csv/', 'visitors.csv.gz'].map((path) => ({
    inputs: { 'visitors-file': path },
    says: `\`visitors-file\` got “${path}”`,
  })),
  { inputs: { paths: '!guides/**' }, says: '`paths` got “!guides/**”' },
])('refused before anybody is asked: $inputs', async ({ inputs, says }) => {
  await using scene = await createExportScene();
  expectRefused(scene, await scene.run({ 'visitors-file': 'visitors.csv', ...inputs }), says);
});

together('all that is malformed is named at once', async () => {
  await using scene = await createExportScene();
  const wrong = { window: '4w', 'date-to': 'soon', top: '0', offset: 'x', 'sort-by': 'y', 'visitors-file': 'z' };
  const result = await scene.run(wrong);
  for (const name of Object.keys(wrong)) expectRefused(scene, result, `\`${name}\` got`);
});

together('without a key: an error that names the secret store', async () => {
  await using scene = await createExportScene();
  const result = await scene.run({ 'api-key': '', 'visitors-file': 'visitors.csv' });
  expectRefused(scene, result, '`api-key` is empty');
  expect(result.log).toContain('Settings → Secrets and variables → Actions');
});

together('empty inputs, as reusable workflows pass them, mean their defaults', async () => {
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

together('no token of GitHub is needed, and what the runner fills in harms nothing', async () => {
  await using scene = await createExportScene();
  const withMatrix = await scene.run({ 'github-token': '', key: '{"page":"/guides"}' });
  expect(withMatrix).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'exported' } });
});

together('`fail-on: exported` fails the step that exports', async () => {
  await using scene = await createExportScene();
  expect(await scene.run({ 'fail-on': 'exported' })).toMatchObject({ exitCode: 1, outputs: { verdict: 'exported' } });
});
