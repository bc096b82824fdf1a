import { describe, expect, test } from '@jest/globals';
import { DEFAULTS } from '../../../src/inputs/action-metadata.ts';
import { OPERATIONS, operationsOf } from '../../../src/inputs/fields.ts';
import { complaint, type Given, inputs, MINIMUM, refusalOf } from '../../support/sample-inputs.ts';

/** A step whose operation supports the input. */
const stepWith = (name: string, value: string): Given => ({
  operation: operationsOf(name)?.at(-1) ?? 'run',
  [name]: value,
});

const GOOD: readonly [name: string, value: string, parsed: object][] = [
  ['base-url', 'https://agent.example/docs/', { baseUrl: new URL('https://agent.example/docs/') }],
  ['base-url', 'http://localhost:4000', { baseUrl: new URL('http://localhost:4000') }],
  ['base-url', 'http://127.8.9.1:4000', { baseUrl: new URL('http://127.8.9.1:4000') }],
  ['base-url', 'http://[::1]:4000', { baseUrl: new URL('http://[::1]:4000') }],
  ['project-id', 'prj-é_1.2', { projectId: 'prj-é_1.2' }],
  ['project-id', 'x'.repeat(128), { projectId: 'x'.repeat(128) }],
  ['github-token', 'ghs_abc', { githubToken: 'ghs_abc' }],
  ['prompt', 'Explain\nthe flag', { instruction: { kind: 'literal', text: 'Explain\nthe flag' } }],
  ['prompt-file', 'docs/ask.md', { instruction: { kind: 'file', path: 'docs/ask.md' } }],
  ['context', 'patches', { context: 'patches' }],
  ['context-file', 'a.txt\n\n  out/b c.json \r\n', { contextFile: ['a.txt', 'out/b c.json'] }],
  ['compare', 'v1...v/2', { compare: { base: 'v1', head: 'v/2' }, trigger: { hasCompare: true } }],
  [
    'paths',
    'src/**\n\n  *.md \r\n!**/*.test.ts',
    { paths: { include: ['src/**', '*.md', '!**/*.test.ts'] } },
  ],
  ['paths', '!src/lib/**\nsrc/**', { paths: { include: ['!src/lib/**', 'src/**'] } }],
  [
    'paths',
    'My\\ docs/a\\,b\\;c\\|d.{md,mdx}',
    { paths: { include: ['My\\ docs/a\\,b\\;c\\|d.{md,mdx}'] } },
  ],
  ['paths-ignore', '**/*.test.ts', { paths: { exclude: ['**/*.test.ts'] } }],
  ['branches', 'release/*\n!release/1', { trigger: { branches: ['release/*', '!release/1'] } }],
  ['pull-request', 'reuse', { pullRequest: 'reuse', trigger: { reusesPullRequest: true } }],
  ['trigger-label', 'Needs docs', { trigger: { label: 'Needs docs' } }],
  ['trigger-command', '@docs-bot', { trigger: { command: '@docs-bot' } }],
  ['minimum-permission', 'admin', { gate: { minimum: 'admin' } }],
  ['allow-bots', 'renovate[bot]\n Copilot ', { gate: { bots: ['renovate[bot]', 'Copilot'] } }],
  ['dry-run', 'true', { dryRun: true }],
  ['timeout', '1s', { timeout: 1_000 }],
  ['timeout', '1h1m1s', { timeout: 3_661_000 }],
  ['timeout', '24h', { timeout: 86_400_000 }],
  ['timeout', '86400s', { timeout: 86_400_000 }],
  ['comment', 'FALSE', { comment: false }],
  ['wait', 'false', { wait: false }],
  ['notify', 'False', { notify: false }],
  ['key', '{"os": "linux"}', { key: '{"os": "linux"}' }],
  ['issue-number', '31', { issueNumber: 31 }],
  ['job-id', '_~:@=+.-1aZ', { jobId: '_~:@=+.-1aZ' }],
  [
    'date-from',
    '2026-10-01T00:00+02:00',
    { period: { kind: 'dates', from: '2026-09-30T22:00:00.000Z' } },
  ],
  ['date-to', '2026-11-01', { period: { kind: 'dates', to: '2026-11-01' } }],
  ['sort-by', 'human', { sortBy: 'human' }],
  ['top', '256', { top: 256 }],
  ['offset', '999999999999', { offset: 999_999_999_999 }],
  ['window', '366d', { days: 366 }],
  ['max-open-pulls', '1', { limits: { openPulls: 1 } }],
  ['max-jobs-per-day', '999', { limits: { jobsPerDay: 999 } }],
  ['visitors-file', 'my.partial.x.csv', { visitorsFile: 'my.partial.x.csv' }],
  ['visitors-file', '/tmp/v.1/two words.csv', { visitorsFile: '/tmp/v.1/two words.csv' }],
];

test.each(GOOD)('`%s` accepts %j', (name, value, parsed) => {
  expect(inputs(stepWith(name, value))).toMatchObject(parsed);
});

test.each(OPERATIONS)(
  '`%s` refuses what it does not support, unless it is the default',
  (operation) => {
    const plain = inputs({ operation });
    for (const [name, byDefault] of Object.entries(DEFAULTS)) {
      if (name in MINIMUM || ['operation', 'key', 'github-token'].includes(name)) continue;
      expect(inputs({ operation, [name]: byDefault })).toEqual(plain);
      if (operationsOf(name)?.includes(operation) ?? true) continue;
      const [, value = 'other'] = GOOD.find(([known]) => known === name) ?? [];
      expect(complaint({ operation, [name]: value })).toBe(
        `The operation \`${operation}\` does not support \`${name}\`.`,
      );
    }
  },
);

/** The values stand between `¦`. */
const BAD: readonly [name: string, values: string, takes: RegExp][] = [
  [
    'operation',
    'Sweep ¦ fly ¦ cancel ¦ run run',
    /`run`, `follow-up`, `attach`, `sweep` or `visitors`/,
  ],
  [
    'base-url',
    'agent.example ¦ http://agent.example ¦ ftp://agent.example ¦ https:// ¦ https:// x',
    /an address like/,
  ],
  [
    'base-url',
    'https://agent.example?x=1 ¦ https://agent.example/#x ¦ https://agent.example/a b',
    /an address like/,
  ],
  [
    'base-url',
    'https://agent.example\\x ¦ http://127.0.0.1.evil.example ¦ https://@agent.example ¦ /v2',
    /an address/,
  ],
  [
    'project-id',
    'a/b ¦ a b ¦ . ¦ .. ¦ a%2Fb ¦ a?b ¦ a#b ¦ a\\b ¦ a\u0007b ¦ a\u200bb',
    /project identifier/,
  ],
  ['project-id', 'x'.repeat(129), /project identifier/],
  [
    'timeout',
    '30 ¦ soon ¦ 0s ¦ 25h ¦ 1.5h ¦ 30 m ¦ 30M ¦ -5m ¦ 24h1s ¦ 1m1h ¦ s ¦ 5d ¦ 1e3s',
    /with the unit: `90s`/,
  ],
  [
    'fail-on',
    'fail ¦ failed, oops ¦ none, failed ¦ , ¦ Failed',
    /`none`, or some of `pull-request`/,
  ],
  ['context', 'all ¦ Files ¦ files patches', /`none`, `files` or `patches`/],
  [
    'compare',
    'v1 ¦ v1..v2 ¦ ... ¦ v1... ¦ ...v2 ¦ a...b...c ¦ a b...c ¦ -x...y ¦ a/...b ¦ a...b/',
    /`base\.\.\.head`/,
  ],
  [
    'compare',
    'a..b...c ¦ a~1...b ¦ a...b^ ¦ a:b...c ¦ a...* ¦ a...b\\c ¦ a...b\u200b',
    /`base\.\.\.head`/,
  ],
  ['compare', 'https://github.com/acme/app/compare/v1...v2', /`base\.\.\.head`/],
  ['branches', '!main ¦ a/[b', /^`branches` is .*globs like `release\/\*\*`, one per line/],
  ['paths', 'src/@(a|b)', /“src\/@\(a\|b\)”: extended globs/],
  ['branches', '!main', /the default branch always counts/],
  ['pull-request', 'new reuse ¦ true', /`new` or `reuse`/],
  [
    'paths',
    '!docs/** ¦ !docs/**\n!src/**',
    /“!docs\/\*\*”: a list needs a glob without a leading `!`/,
  ],
  ['paths', 'src/**\n! ¦ !\nsrc/**', /“!”: `!` needs a glob/],
  [
    'paths',
    'src/**, docs/** ¦ {a, b} ¦ docs/**,src/** ¦ *.md,{a,b}/** ¦ a\ndocs/**,',
    /: write one glob per line/,
  ],
  [
    'paths-ignore',
    'docs/** src/** ¦ a\tb ¦ docs/**;src/** ¦ a|b ¦ src/(a|b)/** ¦ {a,b;c}',
    /: write one glob per line/,
  ],
  [
    'paths',
    '["docs/**","src/**"] ¦ [docs/**] ¦ [\'*.md\',\'*.mdx\'] ¦ [\n"a"\n] ¦ [a,b]',
    /one glob per line, without/,
  ],
  [
    'branches',
    'main,release/** ¦ main develop ¦ ["main"]',
    /: write one glob per line|one glob per line, without/,
  ],
  [
    'branches',
    'refs/heads/main ¦ a\n!refs/heads/main ¦ /main ¦ refs/main ¦ origin/main',
    /write the name of the branch alone: `main`/,
  ],
  ['paths', 'src\\** ¦ .\\src\\lib\\* ¦ src\\\\** ¦ a\\été', /: folders are separated by `\/`/],
  ['paths', '\'src/**\' ¦ "a" ¦ a\n!"b"', /: remove the quotes/],
  ['paths', '- src/** ¦ a\n- src/**', /“- src\/\*\*”: remove `-`/],
  ['paths', '# the docs ¦ src/**\n# the docs', /“# the docs”: remove the line/],
  ['paths', 'a/{b,c/** ¦ b\na/{b,c/**', /“a\/\{b,c\/\*\*”: `\{` is not closed/],
  ['paths', 'v[0-9]+ ¦ a+', /: `\+` as a quantifier is not supported/],
  [
    'paths-ignore',
    '!docs/** ¦ src/**\n!docs/**',
    /: a leading `!` is not supported here; use it in `paths`/,
  ],
  ['paths-ignore', '!(a) ¦ +(a)', /: extended globs/],
  ['trigger-command', '/docs now ¦ > ¦ > x ¦ `docs` ¦ <docs ¦ ~~~', /one word, like `\/docs`/],
  ['minimum-permission', 'read ¦ none ¦ Write ¦ push', /`triage`, `write`, `maintain` or `admin`/],
  ['allow-bots', '* ¦ renovate* ¦ a b ¦ a, b ¦ x[bot ¦ [bot] ¦ x[bot]y', /without wildcards/],
  ['comment', 'yes ¦ no ¦ 1 ¦ on ¦ tRUE ¦ true false', /`true` or `false`/],
  ['job-id', 'a/b ¦ .. ¦ . ¦ a b ¦ j\u0000 ¦ ä ¦ a,b', /1 to 128 letters, digits or/],
  [
    'window',
    '3 ¦ 0d ¦ 367d ¦ 03d ¦ 1000d ¦ -1d ¦ 1h ¦ 1.5d ¦ 3 d ¦ 3D ¦ d ¦ 1d 2d',
    /from `1d` to `366d`/,
  ],
  ['issue-number', '0 ¦ -1 ¦ 1.5 ¦ #31 ¦ 007 ¦ 12345678901 ¦ 1e3 ¦ null', /number of an issue/],
  ['max-open-pulls', '0 ¦ -1 ¦ 1.5 ¦ 1000 ¦ many', /a number of pull requests, from 1 to 999/],
  ['max-jobs-per-day', '0 ¦ -1 ¦ 1.5 ¦ 1000 ¦ many', /a number of jobs, from 1 to 999/],
  [
    'date-from',
    'yesterday ¦ 2026-02-30 ¦ 2026-13-01 ¦ 01.10.2026 ¦ 2026-10-01 12:00 ¦ 2026-W40',
    /a day like `2026-/,
  ],
  ['date-to', '2026-10-01T12', /a day like `2026-10-31`, or a moment of ISO 8601/],
  ['sort-by', 'Total ¦ people ¦ total, ai ¦ -total', /`total`, `human` or `ai`/],
  ['top', '0 ¦ 257 ¦ 1000 ¦ -1 ¦ 1.5 ¦ 020 ¦ 1e2 ¦ all', /from 1 to 256/],
  ['offset', '-1 ¦ 1.5 ¦ 1e3 ¦ 0x10 ¦ 1234567890123 ¦ end', /the number of a row, from 0/],
  [
    'visitors-file',
    'v ¦ v.CSV ¦ v.xlsx ¦ .csv ¦ out/.csv ¦ out\\.csv ¦ v.json ¦ a\u0000.csv ¦ a.csv/',
    /ends with `\.csv`/,
  ],
  ['visitors-file', 'a.partial.csv ¦ out/v.partial.csv ¦ .partial.csv', /without `\.partial`/],
];

describe.each(BAD)('`%s` does not accept', (name, values, takes) => {
  test.each(values.split(' ¦ ').map((value) => [value]))('%j', (value) => {
    const said = refusalOf(stepWith(name, value))?.message ?? '';
    expect(said).toContain(`\`${name}\` is “`);
    expect(said).toMatch(takes);
    expect(said).not.toMatch(/undefined|\[object|NaN/);
    expect(said.length).toBeLessThan(500);
  });
});

test.each(Object.keys(MINIMUM))('`%s` is required, and white space does not fill it', (name) => {
  for (const blank of ['', ' \n']) {
    const said = refusalOf({ [name]: blank })?.message;
    expect(said).toMatch(
      new RegExp(`^\`${name}\` is empty(; expected |: the secret |: the variable )`),
    );
  }
});

test('the error of an empty `api-key` names the stores of secrets', () => {
  expect(refusalOf({ 'api-key': '' })?.message).toMatch(/Actions.*forks.*Dependabot/);
});
