import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULTS } from '../../../src/inputs/action-metadata.ts';
import { lacksKey, readFailOn } from '../../../src/inputs/inputs.ts';
import { readSecrets } from '../../../src/runtime/runner.ts';
import {
  complaint,
  environment,
  type Given,
  inputs,
  MINIMUM,
  refusalOf,
} from '../../support/sample-inputs.ts';
import { RULES } from '../../support/trigger-payloads.ts';

test('without other inputs, all have their defaults', () => {
  expect(inputs({})).toMatchObject({
    operation: 'run',
    baseUrl: new URL('https://agent.example'),
    projectId: 'p1',
    apiKey: 'docs_key',
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
    days: 3,
    offset: 0,
    visitorsFile: null,
  });
});

test.each<[Given, object]>([
  [{ operation: 'sweep' }, { days: 3 }],
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
  for (const key of ['', ' ', '\n', ' linux', 'linux ', 'linux'])
    expect(inputs({ key })).toMatchObject({ key });
});

test('white space around any other value is ignored', () => {
  const padded = Object.fromEntries(
    Object.entries(MINIMUM).map(([name, value]) => [name, ` ${value}\n`]),
  );
  expect(inputs(padded)).toEqual(inputs({}));
});

test('the error of an operation names all inputs that it does not support', () => {
  const said = complaint({
    operation: 'sweep',
    prompt: 'Do it',
    wait: 'false',
    'issue-number': '31',
  });
  expect(said).toBe('The operation `sweep` does not support `prompt`, `wait`, `issue-number`.');
});

test('a run lacks the key if `api-key` is blank, except a dry run', () => {
  const given = [{ 'api-key': ' ' }, { 'api-key': 'k' }, { 'dry-run': 'true' }];
  expect(given.map((each) => lacksKey(environment(each)))).toEqual([true, false, false]);
});

describe('contradictions:', () => {
  test.each<[Given, RegExp]>([
    [{ prompt: 'x', 'prompt-file': 'y' }, /`prompt` and `prompt-file`/],
    [
      { 'context-file': 'a.txt', context: 'none' },
      /^`context` is `none`, .* without `context-file`\. Set `context` to/,
    ],
    [{ window: '7d', context: 'none' }, /^`context` is `none`, .* without `window`\./],
    [
      { window: '7d', 'context-file': 'a', context: 'none' },
      / without `window` and `context-file`\./,
    ],
    [{ 'sort-by': 'ai' }, /^`window` is empty, which `sort-by` needs\. Set `window`/],
    [{ operation: 'follow-up', top: '5' }, /^`window` is empty, which `top` needs\./],
    [{ 'sort-by': 'ai', top: '5' }, /^`window` is empty, which `sort-by` and `top` need\./],
    [
      { operation: 'visitors', window: '30d', 'date-from': '2026-10-01' },
      /^`window` .* together with `date-from`\./,
    ],
    [
      { operation: 'visitors', window: '30d', 'date-to': '2026-11-01' },
      /^`window` .* together with `date-to`\./,
    ],
    [{ 'paths-ignore': '/docs/**' }, /begins with `\/`.* Write it without the slash: `docs\/\*\*`/],
    [{ operation: 'follow-up', paths: 'src/**\n!/src/lib/**' }, /begins with `\/`/],
    [
      { operation: 'visitors', 'date-from': '2026-10-01', 'date-to': '2026-10-01' },
      /exclusive.*to the next day/,
    ],
    [
      {
        operation: 'visitors',
        'date-from': '2026-10-01T12:00Z',
        'date-to': '2026-10-01T14:00+02:00',
      },
      /exclusive/,
    ],
    [
      { comment: 'false', 'pull-request': 'reuse' },
      /status comments, which `pull-request: reuse` needs\./,
    ],
    [
      { comment: 'false', 'max-open-pulls': '3' },
      /status comments, which `max-open-pulls` needs\./,
    ],
    [
      { comment: 'false', 'max-open-pulls': '3', 'max-jobs-per-day': '3' },
      /which `max-open-pulls` and `max-jobs-per-day` need\./,
    ],
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

describe('an unknown input', () => {
  test.each([
    ['projectid', 'Did you mean `project-id`?'],
    ['max_open_pulls', 'Did you mean `max-open-pulls`?'],
    ['label', 'Did you mean `trigger-label`?'],
    ['command', 'Did you mean `trigger-command` or `comment`?'],
    ['timeout-minutes', 'Did you mean `timeout`?'],
    ['max-open-prs', 'Did you mean `max-open-pulls`?'],
    ['prompts', 'Did you mean `prompt`?'],
    ['token', 'Did you mean `github-token`?'],
  ])('that resembles a known one is an error, also if it is empty: `%s`', (name, question) => {
    for (const value of ['x', '']) {
      const said = refusalOf({ [name]: value });
      expect(said?.message).toBe(`\`${name}\` is not an input of this action. ${question}`);
      expect(said?.headline).toBe('Unknown input');
    }
  });

  test.each(['debug', 'model', 'colour', 'x'.repeat(100_000)])(
    'that resembles none is left to the runner: %.20s',
    (name) => {
      expect(complaint({ [name]: 'x' })).toBe('');
    },
  );

  test('comes before the input that is missing for it', () => {
    expect(complaint({ projectid: 'p1', 'project-id': '' })).toMatch(
      /^`projectid` is not an input/,
    );
  });
});

describe('a malformed input that resembles a valid one is answered with that:', () => {
  test.each([
    [
      { 'fail-on': 'failed, timeout' },
      /; `timeout` is not one of them\. Did you mean `timed-out`\?$/,
    ],
    [{ 'fail-on': 'Quota' }, /; `Quota` is not one of them\. Did you mean `quota-exhausted`\?$/],
    [{ 'fail-on': 'never' }, /; `never` is not one of them\.$/],
    [{ 'fail-on': 'none, failed' }, /; `none` stands alone\.$/],
    [{ 'fail-on': 'canceled' }, /Did you mean `cancelled`\?$/],
    [{ operation: 'followup' }, /Did you mean `follow-up`\?$/],
    [{ 'minimum-permission': 'maintainer' }, /Did you mean `maintain`\?$/],
    [{ 'sort-by': 'humans', window: '3d' }, /Did you mean `human`\?$/],
    [{ context: 'file' }, /Did you mean `files`\?$/],
    [{ window: '30' }, /Did you mean `30d`\?$/],
    [{ window: '4w' }, /Did you mean `28d`\?$/],
    [{ window: '2 weeks' }, /Did you mean `14d`\?$/],
    [{ window: '48h' }, /Did you mean `2d`\?$/],
    [{ window: '60w' }, /from `1d` to `366d`\.$/],
    [{ timeout: '30 minutes' }, /Did you mean `30m`\?$/],
    [{ timeout: '1.5h' }, /Did you mean `90m`\?$/],
    [{ timeout: '1800' }, /Did you mean `1800s`\?$/],
    [{ compare: 'v1..v2' }, /Did you mean `v1\.\.\.v2`\?$/],
    [{ compare: 'main' }, /base\.\.\.head`: two branches, tags or commits\.$/],
    [{ 'issue-number': '#31' }, /Did you mean `31`\?$/],
    [{ 'issue-number': 'https://github.com/acme/app/issues/31' }, /Did you mean `31`\?$/],
    [{ 'project-id': '"p1"' }, /without blanks, quotes and /],
    [
      { 'api-key': 'DOCS_AGENT_KEY' },
      /^`api-key` is the name of a secret, not its value: write `\$\{\{ secrets\.NAME \}\}`; /,
    ],
    [{ timeout: '90 sec' }, /Did you mean `90s`\?$/],
    [{ timeout: '3d' }, /`1h30m`\.$/],
    [
      { 'project-id': 'My Docs' },
      /without blanks, .*; this text has a blank, so it may be the name of the project; the page of the API keys .*$/,
    ],
    [
      { 'api-key': `mint_dsc_${'a'.repeat(20)}` },
      /^`api-key` starts with `mint_dsc_`, so it is an assistant key; expected the admin/,
    ],
    [
      { 'api-key': `mint_us_${'a'.repeat(20)}` },
      /^`api-key` starts with `mint_us_`, so it is the key of an account; expected/,
    ],
  ] satisfies [Given, RegExp][])('%j', (given, says) => {
    expect(complaint(given)).toMatch(says);
  });
});

describe('a secret', () => {
  test('does not appear in any error, for any value', () => {
    const characters = fc.string({
      unit: fc.constantFrom('a', 'Z', '9', ' ', '\n', 'é', '`', '“'),
      minLength: 12,
    });
    fc.assert(
      fc.property(characters, characters, (key, token) => {
        const said = complaint({
          'api-key': `K${key}K`,
          'github-token': `T${token}T`,
          timeout: 'bad',
        });
        expect(said).not.toContain(`K${key}K`);
        expect(said).not.toContain(`T${token}T`);
      }),
    );
  });

  test('is masked as it was passed and as it is used', () => {
    const env = environment({ 'api-key': ' docs_key\n', 'github-token': 'ghs_token' });
    expect(readSecrets(env)).toEqual([' docs_key\n', 'docs_key', 'ghs_token']);
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
/**
 * Milliseconds for all 32 signs, which take some hundred: time that grows with the square of the
 * length takes far more.
 */
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
