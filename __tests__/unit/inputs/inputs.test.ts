import { describe, expect, test } from '@jest/globals';
import { DEFAULTS } from '../../../src/inputs/action-metadata.ts';
import type { AskInputs } from '../../../src/inputs/inputs.ts';
import { lacksKey } from '../../../src/inputs/inputs.ts';
import { RULES } from '../../support/default-rules.ts';
import { complaint, environment, type Given, inputs, MINIMUM } from '../../support/sample-inputs.ts';

/** The inputs of a step that starts a job or sends a follow-up. */
function asking(given: Given): AskInputs {
  const read = inputs(given);
  if (read.operation === 'run' || read.operation === 'follow-up') return read;
  throw new Error(`This operation sends no prompt: ${read.operation}`);
}

test('every input but the three required ones has a default', () => {
  expect(inputs({})).toEqual({
    operation: 'run',
    baseUrl: new URL('https://agent.example'),
    projectId: 'p1',
    apiKey: 'docs_key',
    jobId: null,
    jobPath: '/v2/agent/{projectId}/job/{id}',
    githubToken: '',
    previousApiKey: '',
    instruction: { kind: 'default' },
    context: 'files',
    contextFiles: [],
    compare: null,
    paths: { include: [], exclude: [] },
    pages: null,
    trigger: RULES,
    gate: { minimum: 'write', bots: [] },
    timeout: 1_800_000,
    pullRequest: 'new',
    limits: { openPulls: null, jobsPerDay: null },
    wait: true,
    comment: true,
    notify: true,
    issueNumber: null,
    key: '',
  });
});

test('an empty or blank input means its default, as reusable workflows pass them', () => {
  const optional = Object.keys(DEFAULTS).filter((name) => !(name in MINIMUM) && name !== 'key');
  for (const blank of ['', '  ', '\n']) {
    expect(inputs(Object.fromEntries(optional.map((name) => [name, blank])))).toEqual(inputs({}));
  }
});

test('`key` keeps its white space, so that legs of a matrix stay distinct', () => {
  expect(asking({ key: '' }).key).toBe('');
  for (const key of [' ', '\n', ' linux', 'linux ', 'linux']) expect(asking({ key }).key).toBe(key);
});

test('white space around any other value is ignored', () => {
  const padded = Object.fromEntries(Object.entries(MINIMUM).map(([name, value]) => [name, ` ${value}\n`]));
  expect(inputs(padded)).toEqual(inputs({}));
});

const secret = { token: 'ghs_abc', key: 'docs_abc' };

const GOOD: readonly [name: string, value: string, read: (inputs: AskInputs) => unknown, parsed: unknown][] = [
  ['base-url', 'https://agent.example/docs/', ({ baseUrl }) => baseUrl.href, 'https://agent.example/docs/'],
  ['base-url', 'http://localhost:4000', ({ baseUrl }) => baseUrl.origin, 'http://localhost:4000'],
  ['base-url', 'http://127.8.9.1:4000', ({ baseUrl }) => baseUrl.origin, 'http://127.8.9.1:4000'],
  ['base-url', 'http://[::1]:4000', ({ baseUrl }) => baseUrl.origin, 'http://[::1]:4000'],
  ['project-id', 'prj-é_1.2', ({ projectId }) => projectId, 'prj-é_1.2'],
  ['project-id', 'x'.repeat(128), ({ projectId }) => projectId, 'x'.repeat(128)],
  ['api-key', secret.key, ({ apiKey }) => apiKey, secret.key],
  ['previous-api-key', secret.key, ({ previousApiKey }) => previousApiKey, secret.key],
  ['github-token', secret.token, ({ githubToken }) => githubToken, secret.token],
  ['prompt', 'Explain\nthe flag', ({ instruction }) => instruction, { kind: 'literal', text: 'Explain\nthe flag' }],
  ['prompt-file', 'docs/ask.md', ({ instruction }) => instruction, { kind: 'file', path: 'docs/ask.md' }],
  ['context', 'patches', ({ context }) => context, 'patches'],
  ['context-file', 'a.txt\n\n  out/b c.json \r\n', ({ contextFiles }) => contextFiles, ['a.txt', 'out/b c.json']],
  ['compare', 'v1.2.0...release/1.3', ({ compare }) => compare, { base: 'v1.2.0', head: 'release/1.3' }],
  [
    'compare',
    'https://github.com/acme/app.js/compare/release/1.2...release%2F1.3%2Bä',
    ({ compare }) => compare,
    {
      base: 'release/1.2',
      head: 'release/1.3+ä',
      page: { origin: 'https://github.com', owner: 'acme', repo: 'app.js' },
    },
  ],
  [
    'compare',
    'https://GHE.example:8443/acme/app/compare/a...b',
    ({ compare }) => compare?.page,
    { origin: 'https://ghe.example:8443', owner: 'acme', repo: 'app' },
  ],
  ['paths', 'src/**\n\n  *.md \r\n', ({ paths }) => paths.include, ['src/**', '*.md']],
  ['paths', 'src/**\n!**/*.test.ts', ({ paths }) => paths.include, ['src/**', '!**/*.test.ts']],
  ['paths', '!src/lib/**\nsrc/**', ({ paths }) => paths.include, ['!src/lib/**', 'src/**']],
  ['branches', 'release/*\n!release/1', ({ trigger }) => trigger.branches, ['release/*', '!release/1']],
  ['pull-request', 'reuse', ({ pullRequest, trigger }) => [pullRequest, trigger.reusesPullRequest], ['reuse', true]],
  ['compare', 'v1...v2', ({ trigger }) => trigger.hasCompare, true],
  ['paths-ignore', '**/*.test.ts', ({ paths }) => paths.exclude, ['**/*.test.ts']],
  ['trigger-label', 'Needs docs', ({ trigger }) => trigger.label, 'Needs docs'],
  ['trigger-label', '*', ({ trigger }) => trigger.label, '*'],
  ['trigger-command', '@docs-bot', ({ trigger }) => trigger.command, '@docs-bot'],
  ['minimum-permission', 'admin', ({ gate }) => gate.minimum, 'admin'],
  ['allow-bots', 'renovate[bot]\n Copilot ', ({ gate }) => gate.bots, ['renovate[bot]', 'Copilot']],
  ['dry-run', 'false', ({ apiKey }) => apiKey, 'docs_key'],
  ['dry-run', 'true', ({ apiKey }) => apiKey, null],
  ['timeout', '1s', ({ timeout }) => timeout, 1_000],
  ['timeout', '90s', ({ timeout }) => timeout, 90_000],
  ['timeout', '1h30m', ({ timeout }) => timeout, 5_400_000],
  ['timeout', '1h1m1s', ({ timeout }) => timeout, 3_661_000],
  ['timeout', '24h', ({ timeout }) => timeout, 86_400_000],
  ['timeout', '86400s', ({ timeout }) => timeout, 86_400_000],
  ['comment', 'false', ({ comment }) => comment, false],
  ['comment', 'FALSE', ({ comment }) => comment, false],
  ['comment', 'True', ({ comment }) => comment, true],
  ['wait', 'false', ({ wait }) => wait, false],
  ['notify', 'False', ({ notify }) => notify, false],
  ['key', '{"os": "linux"}', ({ key }) => key, '{"os": "linux"}'],
  ['issue-number', '31', ({ issueNumber }) => issueNumber, 31],
  ['job-path', '/jobs/{id}?p={projectId}', ({ jobPath }) => jobPath, '/jobs/{id}?p={projectId}'],
];

test.each(GOOD)('`%s` accepts %j', (name, value, read, parsed) => {
  expect(read(asking({ [name]: value }))).toEqual(parsed);
});

const BAD: readonly [name: string, values: readonly string[], takes: RegExp][] = [
  [
    'operation',
    ['Sweep', 'fly', 'cancel', 'Run', 'run run', 'follow up'],
    /`run`, `follow-up`, `attach`, `sweep`, `visitors`, `report` or `gaps`/,
  ],
  [
    'base-url',
    [
      ...[
        'agent.example',
        'http://agent.example',
        'ftp://agent.example',
        'https://',
        'https:// x',
        'javascript:alert(1)',
      ],
      ...[
        'https://agent.example?x=1',
        'https://agent.example/#x',
        'https://agent.example/?',
        'https://agent.example/a b',
      ],
      ...['https://agent.example\\x', 'http://127.0.0.1.evil.example', 'https://@agent.example', '/v2', '$AGENT_URL'],
    ],
    /an address like/,
  ],
  [
    'project-id',
    ['a/b', 'a b', '.', '..', 'a%2Fb', 'a?b', 'a#b', 'a\\b', 'a\u0007b', 'a\u200bb', 'x'.repeat(129)],
    /project identifier/,
  ],
  [
    'timeout',
    ['30', 'soon', '0s', '25h', '1.5h', '30 m', '30M', '-5m', '24h1s', '1m1h', 's', '5d', '1e3s', '999999s'],
    /with the unit: `90s`/,
  ],
  ['fail-on', ['fail', 'failed, oops', 'none, failed', ',', 'Failed'], /`none`, or some of `pull-request`/],
  ['context', ['all', 'Files', 'files patches'], /`none`, `files` or `patches`/],
  [
    'compare',
    [
      ...['v1', 'v1..v2', '...', 'v1...', '...v2', 'a...b...c', 'a b...c', '-x...y', 'a/...b', 'a...b/', 'a..b...c'],
      ...['a~1...b', 'a...b^', 'a:b...c', 'a...*', 'a...b\\c', 'a...b\u200b'],
      ...['https://github.com/acme/app/compare/a...b?expand=1', 'https://github.com/acme/app/compare/a...b#files'],
      ...[
        'https://github.com/acme/app/compare/a..b',
        'https://github.com/acme/app/compare/b',
        'https://github.com/acme/app',
      ],
      ...[
        'https://github.com/acme/app/compare/a...eve:b',
        'https://github.com/acme/app/compare/a...b/',
        'ftp://x/a/b/compare/a...b',
      ],
      ...['https://eve@github.com/acme/app/compare/a...b', 'https://github.com/acme/../compare/a...b'],
      ...['https://github.com/acme/app/compare/a...%ff', 'https://github.com/acme/app/compare/a...b%20c'],
      ...['https://[/acme/app/compare/a...b', 'https://github.com/a/b/c/compare/a...b'],
    ],
    /`base\.\.\.head`/,
  ],
  ['branches', ['!main', 'a/[b'], /^`branches` is .*globs like `release\/\*\*`, one per line/],
  ['branches', ['!main'], /the default branch always counts/],
  ['pull-request', ['new reuse', 'true'], /`new` or `reuse`/],
  ['paths', ['!docs/**', '!docs/**\n!src/**'], /“!docs\/\*\*”: a list needs a glob without a leading `!`/],
  ['paths', ['src/**\n!', '!\nsrc/**'], /“!”: `!` needs a glob/],
  ['paths', ['src/**, docs/**', '{a, b}'], /: write one glob per line/],
  ['paths', ["'src/**'", '"a"', 'a\n!"b"'], /: remove the quotes/],
  ['paths', ['- src/**', 'a\n- src/**'], /“- src\/\*\*”: remove `-`/],
  ['paths', ['# the docs', 'src/**\n# the docs'], /“# the docs”: remove the line/],
  ['paths', ['a/{b,c/**', 'b\na/{b,c/**'], /“a\/\{b,c\/\*\*”: `\{` is not closed/],
  ['paths', ['a/[b', 'b\n!a/[b'], /: `\[` is not closed/],
  ['paths', ['users/{id}'], /: `\{…\}` has no comma/],
  ['paths', ['v[0-9]+', 'a+'], /: `\+` as a quantifier is not supported/],
  ['paths', ['!(a|b)', 'src/*.@(ts|js)'], /: extended globs like `[!@]\(…\)` are not supported/],
  ['paths', ['x'.repeat(1_001), `a\n!${'x'.repeat(1_001)}`], /: it has more than 1,000 characters/],
  [
    'paths-ignore',
    ['!docs/**', 'src/**\n!docs/**'],
    /“!docs\/\*\*”: a leading `!` is not supported here; use it in `paths`/,
  ],
  ['paths-ignore', ['!(a)', '+(a)'], /: extended globs/],
  ['paths-ignore', ['docs/]'], /“docs\/\]”: `\]` closes nothing/],
  ['trigger-command', ['/docs now', '>', '> x', '`docs`', '<docs', '~~~', 'x'.repeat(60)], /one word, like `\/docs`/],
  ['minimum-permission', ['read', 'none', 'Write', 'push'], /`triage`, `write`, `maintain` or `admin`/],
  ['allow-bots', ['*', 'renovate*', 'a b', 'a, b', 'x[bot', '[bot]', 'x[bot]y'], /without wildcards/],
  ['dry-run', ['yes', '1'], /`true` or `false`/],
  ['wait', ['yes', '0', 'never'], /`true` or `false`/],
  ['notify', ['yes', '@alice'], /`true` or `false`/],
  ['job-id', ['a/b', '..', '.', 'a b', 'j\u0000', 'ä', 'x'.repeat(257), 'a,b'], /1 to 256 letters, digits or/],
  [
    'window',
    ['3', '0d', '367d', '03d', '1000d', '-1d', '1h', '1.5d', '3 d', '3D', 'd', '1w', '1d 2d'],
    /from `1d` to `366d`/,
  ],
  ['comment', ['yes', 'no', '1', 'on', 'tRUE', 'true false'], /`true` or `false`/],
  ['issue-number', ['0', '-1', '1.5', '#31', '007', '12345678901', '1e3', 'null'], /number of an issue/],
  [
    'job-path',
    [
      ...[
        'jobs/{id}',
        '//evil.example/{id}',
        '/jobs',
        '/jobs/{projectId}',
        '/\\evil.example/{id}',
        '/{id}#x',
        '/a b/{id}',
      ],
      ...[
        '/../{id}',
        '/x/../{id}',
        '/./{id}',
        '/{id}/..',
        'https://evil.example/{id}',
        '/{}/evil.example/{id}',
        '/ä/{id}',
      ],
    ],
    /starts with one `\/` and contains `\{id\}`/,
  ],
  ['max-open-pulls', ['0', '-1', '1.5', '1000', 'many'], /a number of pull requests, from 1 to 999/],
  ['max-jobs-per-day', ['0', '-1', '1.5', '1000', 'many'], /a number of jobs, from 1 to 999/],
  ['cost-per-run', ['-1', '1,5', '$2', '1e3', '2 EUR'], /an amount like `1.5`, without a currency/],
  ['report-file', ['report', 'report.ndjson', 'r.partial.csv', '.csv'], /a path that ends with `.csv`/],
];

describe.each(BAD)('`%s` does not accept', (name, values, takes) => {
  test.each(values.map((value) => [value]))('%j', (value) => {
    const said = complaint({ [name]: value });
    expect(said).toContain(`\`${name}\` is “`);
    expect(said).toMatch(takes);
    expect(said).not.toMatch(/undefined|\[object|NaN/);
    expect(said.length).toBeLessThan(500);
  });
});

test.each(Object.keys(MINIMUM))('`%s` is required, and white space does not fill it', (name) => {
  for (const blank of ['', ' \n']) {
    expect(complaint({ [name]: blank })).toMatch(
      new RegExp(`^\`${name}\` is empty(; expected |: the secret |: the variable )`),
    );
  }
});

test('the error of an empty `api-key` names the stores of secrets', () => {
  expect(complaint({ 'api-key': '' })).toMatch(/Actions.*forks.*Dependabot/);
});

test('a dry run needs no `api-key`', () => {
  expect(inputs({ 'api-key': '', 'dry-run': 'true' })).toMatchObject({ apiKey: null });
  expect(lacksKey(environment({ 'dry-run': 'true' }))).toBe(false);
  expect(lacksKey(environment({ 'api-key': ' ' }))).toBe(true);
  expect(lacksKey(environment({ 'api-key': 'docs_key' }))).toBe(false);
});

test('`prompt` and `prompt-file` exclude each other', () => {
  expect(complaint({ prompt: 'x', 'prompt-file': 'y' })).toMatch(/`prompt` and `prompt-file`/);
});

test('the error names all invalid inputs, one per line', () => {
  const lines = complaint({ 'base-url': '', timeout: '30', comment: 'maybe', 'job-path': 'x' }).split('\n');
  expect(lines.map((line) => /^`([\w-]+)`/.exec(line)?.[1])).toEqual(['base-url', 'timeout', 'comment', 'job-path']);
});

test('`context-file` and `context: none` exclude each other', () => {
  expect(complaint({ 'context-file': 'a.txt', context: 'none' })).toMatch(
    /^`context-file` adds files .* `context` is `none`/,
  );
  expect(complaint({ context: 'none' })).toBe('');
});
