import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULTS } from '../../../src/inputs/action-metadata.ts';
import { lacksKey, readFailOn } from '../../../src/inputs/inputs.ts';
import { readSecrets } from '../../../src/runtime/runner.ts';
import { complaint, environment, type Given, inputs, MINIMUM, refusalOf } from '../../support/sample-inputs.ts';
import { RULES } from '../../support/trigger-payloads.ts';

test('without other inputs, all have their defaults', () => {
  expect(inputs({})).toMatchObject({
    operation: 'run',
    baseUrl: new URL('https://agent.example'),
    projectId: 'p1',
    jobPath: '/v2/agent/{projectId}/job/{id}',
    apiKey: 'docs_key',
    previousApiKey: '',
    githubToken: '',
    dryRun: false,
    timeout: 1_800_000,
    trigger: RULES,
    gate: { minimum: 'write', bots: [] },
    comment: true,
    notify: true,
    wait: true,
    issueNumber: null,
    key: '',
    jobId: null,
    instruction: { kind: 'default' },
    context: 'files',
    contextFile: [],
    compare: null,
    paths: { include: [], exclude: [] },
    pullRequest: 'new',
    limits: { openPulls: null, jobsPerDay: null },
    pages: null,
    sortBy: 'total',
    top: 20,
    period: { kind: 'dates', from: undefined, to: undefined },
    days: 30,
    offset: 0,
    file: null,
    costPerRun: null,
    minCount: 3,
    createIssue: false,
  });
});

test.each<[Given, object]>([
  [{ operation: 'follow-up' }, { trigger: { ...RULES, followsUp: true } }],
  [{ operation: 'sweep' }, { days: 3 }],
  [{ operation: 'report' }, { days: 30 }],
  [{ operation: 'sweep', window: '5d' }, { days: 5 }],
])('what follows from others: %j', (given, read) => {
  expect(inputs(given)).toMatchObject(read);
});

test('an empty or blank input means its default, as reusable workflows pass them', () => {
  const optional = Object.keys(DEFAULTS).filter((name) => !(name in MINIMUM) && name !== 'key');
  for (const blank of ['', '  ', '\n']) {
    expect(inputs(Object.fromEntries(optional.map((name) => [name, blank])))).toEqual(inputs({}));
  }
});

test('`key` keeps its white space, so that legs of a matrix stay distinct', () => {
  for (const key of ['', ' ', '\n', ' linux', 'linux ', 'linux']) expect(inputs({ key })).toMatchObject({ key });
});

test('white space around any other value is ignored', () => {
  const padded = Object.fromEntries(Object.entries(MINIMUM).map(([name, value]) => [name, ` ${value}\n`]));
  expect(inputs(padded)).toEqual(inputs({}));
});

test('the error of an operation names all inputs that it does not support', () => {
  const said = complaint({ operation: 'sweep', prompt: 'Do it', wait: 'false', 'issue-number': '31' });
  expect(said).toBe('The operation `sweep` does not support `prompt`, `wait`, `issue-number`.');
});

test('a run lacks the key if `api-key` is blank, except a dry run', () => {
  const given = [{ 'api-key': ' ' }, { 'api-key': 'k' }, { 'dry-run': 'true' }];
  expect(given.map((each) => lacksKey(environment(each)))).toEqual([true, false, false]);
});

describe('contradictions:', () => {
  test.each<[Given, RegExp]>([
    [{ prompt: 'x', 'prompt-file': 'y' }, /`prompt` and `prompt-file`/],
    [{ 'context-file': 'a.txt', context: 'none' }, /^`context` is `none`.* `context-file`/],
    [{ 'sort-by': 'ai' }, /`sort-by` and `top` need `window`, which is empty\. Set `window`/],
    [{ operation: 'follow-up', top: '5' }, /`sort-by` and `top` need `window`/],
    [{ window: '7d', context: 'none' }, /`context` is `none`.*`window`.*Remove one of them/],
    [{ 'paths-ignore': '/docs/**' }, /begins with `\/`.* Write it without the slash: `docs\/\*\*`/],
    [{ operation: 'follow-up', paths: 'src/**\n!/src/lib/**' }, /begins with `\/`/],
    [{ operation: 'visitors', window: '30d', 'date-from': '2026-10-01' }, /`window`.*together.*`date-from`/],
    [{ operation: 'visitors', window: '30d', 'date-to': '2026-11-01' }, /`window`.*together.*`date-to`/],
    [{ operation: 'visitors', 'date-from': '2026-10-01', 'date-to': '2026-10-01' }, /exclusive.*to the next day/],
    [{ operation: 'visitors', 'date-from': '2026-10-01T12:00Z', 'date-to': '2026-10-01T14:00+02:00' }, /exclusive/],
    [{ comment: 'false', 'pull-request': 'reuse' }, /need status comments/],
    [{ comment: 'false', 'max-open-pulls': '3' }, /need status comments/],
    [{ comment: 'false', operation: 'follow-up', 'job-id': 'j1' }, /need status comments/],
    [{ 'project-id': 'mint_0123456789abcdef0', 'api-key': 'p1' }, /probably swapped/],
  ])('%j', (given, says) => {
    const refusal = refusalOf(given);
    expect(`${refusal?.message} ${refusal?.remedy}`).toMatch(says);
  });

  test.each<Given>([
    { window: '7d', 'sort-by': 'ai', top: '5' },
    { context: 'none' },
    { window: '7d', paths: 'src/**\n/guides/**' },
    { operation: 'visitors', paths: '/guides/**' },
    { operation: 'visitors', 'sort-by': 'ai', top: '5' },
    { operation: 'visitors', 'date-from': '2026-10-01', 'date-to': '2026-10-01T00:01Z' },
  ])('%j is none', (given) => {
    expect(complaint(given)).toBe('');
  });
});

describe('a secret', () => {
  test('does not appear in any error, for any value', () => {
    const characters = fc.string({ unit: fc.constantFrom('a', 'Z', '9', ' ', '\n', 'é', '`', '“'), minLength: 12 });
    fc.assert(
      fc.property(characters, characters, (key, token) => {
        const said = complaint({ 'api-key': `K${key}K`, 'github-token': `T${token}T`, timeout: 'bad' });
        expect(said).not.toContain(`K${key}K`);
        expect(said).not.toContain(`T${token}T`);
      }),
    );
  });

  test('is masked as it was passed and as it is used', () => {
    const env = environment({ 'api-key': ' docs_key\n', 'previous-api-key': 'docs_old ', 'github-token': 'ghs_token' });
    expect(readSecrets(env)).toEqual([' docs_key\n', 'docs_key', 'docs_old ', 'docs_old', 'ghs_token']);
    expect(readSecrets(environment({ 'api-key': ' ', 'github-token': '' }))).not.toContain('');
    expect(readSecrets({})).toEqual([]);
  });
});

test.each([
  ['', ['failed', 'timed-out', 'quota-exhausted', 'unconfirmed']],
  ['none', []],
  ['failed', ['failed']],
  ['failed\n timed-out , skipped', ['failed', 'timed-out', 'skipped']],
  ['nonsense', []],
])('`fail-on: %j` is read even if other inputs are invalid', (text, verdicts) => {
  expect([...readFailOn({ 'INPUT_FAIL-ON': text })]).toEqual(verdicts);
});

const PUNCTUATION = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];
/** Bytes of an input: Linux passes no longer variable to a process. */
const INPUT_LIMIT = 131_000;
/** Milliseconds for all 32 signs, which take some hundred: time that grows with the square of the length takes far more. */
const HANGS = 20_000;

describe('an input filled to the limit with one sign is taken, or refused in a short message:', () => {
  test.each(Object.keys(DEFAULTS))(
    '`%s`',
    (name) => {
      for (const sign of PUNCTUATION) {
        const refusal = refusalOf({ [name]: sign.repeat(INPUT_LIMIT) });
        expect(refusal?.message.length ?? 0).toBeLessThan(1_000);
      }
    },
    HANGS,
  );
});
