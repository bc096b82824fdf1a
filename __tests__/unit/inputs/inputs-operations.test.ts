import { describe, expect, test } from '@jest/globals';
import { DEFAULTS } from '../../../src/inputs/action-metadata.ts';
import type { Inputs } from '../../../src/inputs/inputs.ts';
import { RULES } from '../../support/default-rules.ts';
import { complaint, type Given, inputs, MINIMUM } from '../../support/sample-inputs.ts';

const OPERATIONS: readonly Inputs['operation'][] = ['run', 'follow-up', 'attach', 'sweep', 'visitors', 'gaps'];
const DAY = 86_400_000;

describe('the operation', () => {
  const COMMON = {
    baseUrl: new URL('https://agent.example'),
    projectId: 'p1',
    apiKey: 'docs_key',
    githubToken: '',
    previousApiKey: '',
    jobPath: DEFAULTS['job-path'],
    timeout: 1_800_000,
    notify: true,
    trigger: RULES,
  };
  const TELLING = { comment: true, issueNumber: null, key: '', gate: { minimum: 'write', bots: [] } };

  test('`follow-up` reads the inputs of `run`, and `job-id`', () => {
    expect(inputs({ operation: 'follow-up', 'job-id': 'j_8fk2' })).toEqual({
      ...inputs({}),
      operation: 'follow-up',
      jobId: 'j_8fk2',
      trigger: { ...COMMON.trigger, followsUp: true },
    });
  });

  test('`attach` reads `job-id` and the inputs of the status comment', () => {
    expect(inputs({ operation: 'attach', 'job-id': 'j_8fk2' })).toEqual({
      operation: 'attach',
      jobId: 'j_8fk2',
      ...COMMON,
      ...TELLING,
    });
  });

  test('`sweep` reads `window`', () => {
    expect(inputs({ operation: 'sweep' })).toEqual({ operation: 'sweep', window: 3 * DAY, ...COMMON });
  });

  test.each([
    ['1d', DAY],
    ['30d', 30 * DAY],
    ['366d', 366 * DAY],
  ])('`sweep` accepts the window %s', (window, parsed) => {
    expect(inputs({ operation: 'sweep', window })).toMatchObject({ window: parsed });
  });

  test.each(['follow-up', 'attach'] as const)('`%s` without `job-id` takes the job of the thread', (operation) => {
    expect(inputs({ operation })).toMatchObject({ operation, jobId: null });
  });

  test.each(['attach', 'sweep', 'visitors', 'gaps'] as const)(
    '`%s` requires `api-key`, as it has no dry run',
    (operation) => {
      const said = complaint({ operation, 'api-key': '', 'dry-run': 'true' });
      expect(said).toBe(`The operation \`${operation}\` does not support \`dry-run\`.`);
      expect(complaint({ operation, 'api-key': '' })).toMatch(/^`api-key` is empty: the secret /);
    },
  );
});

describe('an input', () => {
  const ASKING: Given = {
    prompt: 'Do it',
    'prompt-file': 'ask.md',
    'context-file': 'report.txt',
    context: 'none',
    compare: 'a...b',
    paths: 'src/**',
    'paths-ignore': 'docs/**',
    wait: 'false',
    'dry-run': 'true',
  };
  const TELLING: Given = {
    comment: 'false',
    'issue-number': '31',
    'minimum-permission': 'admin',
    'allow-bots': 'renovate[bot]',
  };
  const RANKING: Given = { 'sort-by': 'ai', top: '5' };
  const EXPORTING: Given = {
    'date-from': '2026-10-01',
    'date-to': '2026-11-01',
    offset: '250',
    'visitors-file': 'visitors.csv',
  };
  const unread = (operation: Inputs['operation'], given: Given) =>
    Object.entries(given).map(([name, value]) => ({ operation, name, value }));
  const cases = [
    ...unread('run', { 'job-id': 'j_8fk2', ...EXPORTING }),
    ...unread('follow-up', EXPORTING),
    ...unread('attach', { ...ASKING, ...RANKING, ...EXPORTING, window: '3d' }),
    ...unread('sweep', { ...ASKING, ...TELLING, ...RANKING, ...EXPORTING, 'job-id': 'j_8fk2' }),
  ];

  test.each(cases)(
    'that the operation does not support is an error: `$name` of `$operation`',
    ({ operation, name, value }) => {
      expect(complaint({ operation, [name]: value })).toBe(
        `The operation \`${operation}\` does not support \`${name}\`.`,
      );
    },
  );

  test('that the operation does not support is named together with all others', () => {
    const said = complaint({ operation: 'sweep', prompt: 'Do it', wait: 'false', 'issue-number': '31' });
    expect(said).toBe('The operation `sweep` does not support `prompt`, `wait`, `issue-number`.');
  });

  test.each(OPERATIONS)('with its default or an empty value counts as not set: `%s`', (operation) => {
    const plain = inputs({ operation });
    for (const [name, value] of Object.entries(DEFAULTS)) {
      if (name in MINIMUM || name === 'operation') continue;
      expect(inputs({ operation, [name]: value })).toEqual(plain);
      if (name !== 'key') expect(inputs({ operation, [name]: ' ' })).toEqual(plain);
    }
  });

  test.each(Object.entries({ ...TELLING, key: 'linux', notify: 'false', timeout: '5m' }))(
    'of the status comment is read by `run`, `follow-up` and `attach`: `%s`',
    (name, value) => {
      for (const operation of ['run', 'follow-up', 'attach'] as const) {
        expect(complaint({ operation, [name]: value })).toBe('');
      }
    },
  );
});
