import { describe, expect, test } from '@jest/globals';
import type { VisitorsInputs } from '../../../src/inputs/inputs.ts';
import { type Given, inputs, refusalOf } from '../../support/sample-inputs.ts';

function exporting(given: Given): VisitorsInputs {
  const read = inputs({ operation: 'visitors', ...given });
  if (read.operation === 'visitors') return read;
  throw new Error(`This operation exports nothing: ${read.operation}`);
}

/** The error of invalid inputs with its remedy; empty for valid ones. */
function complaint(given: Given): string {
  const refusal = refusalOf(given);
  return refusal ? `${refusal.message} ${refusal.remedy}` : '';
}

test('`visitors` exports all time by default, from the first row on, ranked by all visitors', () => {
  expect(exporting({})).toEqual({
    operation: 'visitors',
    baseUrl: new URL('https://agent.example'),
    projectId: 'p1',
    apiKey: 'docs_key',
    timeout: 1_800_000,
    paths: { include: [], exclude: [] },
    offset: 0,
    file: null,
    period: { kind: 'dates', from: undefined, to: undefined },
    sortBy: 'total',
    top: 20,
  });
});

describe('the period', () => {
  test.each<[Given, VisitorsInputs['period']]>([
    [{ window: '30d' }, { kind: 'window', days: 30 }],
    [{ window: '1d' }, { kind: 'window', days: 1 }],
    [
      { 'date-from': '2026-10-01', 'date-to': '2026-11-01' },
      { kind: 'dates', from: '2026-10-01', to: '2026-11-01' },
    ],
    [{ 'date-from': '2026-10-01' }, { kind: 'dates', from: '2026-10-01', to: undefined }],
    [{ 'date-to': '2026-11-01' }, { kind: 'dates', from: undefined, to: '2026-11-01' }],
    [
      { 'date-from': '2026-10-01T00:00+02:00', 'date-to': '2026-10-01' },
      { kind: 'dates', from: '2026-09-30T22:00:00.000Z', to: '2026-10-01' },
    ],
  ])('is read from %j', (given, period) => {
    expect(exporting(given).period).toEqual(period);
  });

  test.each<Given>([
    { window: '30d', 'date-from': '2026-10-01' },
    { window: '30d', 'date-to': '2026-11-01' },
    { window: '30d', 'date-from': '2026-10-01', 'date-to': '2026-11-01' },
  ])('is either a window or dates: %j', (given) => {
    expect(complaint({ operation: 'visitors', ...given })).toMatch(/`window`.*together.*`date-from` or `date-to`.*Set/);
  });

  test.each([
    ['2026-10-01', '2026-10-01'],
    ['2026-10-02', '2026-10-01'],
    ['2026-10-01T12:00Z', '2026-10-01'],
    ['2026-10-01T12:00Z', '2026-10-01T14:00+02:00'],
  ])('from %s to %s is empty, and the remedy is to set the next day', (from, to) => {
    const said = complaint({ operation: 'visitors', 'date-from': from, 'date-to': to });
    expect(said).toMatch(/`date-from` is not before `date-to`, which is exclusive.*set `date-to` to the next day/);
  });

  test('may be shorter than a day', () => {
    expect(complaint({ operation: 'visitors', 'date-from': '2026-10-01', 'date-to': '2026-10-01T00:01Z' })).toBe('');
  });
});

const GOOD: readonly [name: string, value: string, read: (inputs: VisitorsInputs) => unknown, parsed: unknown][] = [
  ['sort-by', 'human', ({ sortBy }) => sortBy, 'human'],
  ['sort-by', 'ai', ({ sortBy }) => sortBy, 'ai'],
  ['top', '1', ({ top }) => top, 1],
  ['top', '256', ({ top }) => top, 256],
  ['offset', '0', ({ offset }) => offset, 0],
  ['offset', '999999999999', ({ offset }) => offset, 999_999_999_999],
  ['visitors-file', 'visitors.csv', ({ file }) => file, { path: 'visitors.csv', format: 'csv' }],
  ['visitors-file', 'partial.csv', ({ file }) => file, { path: 'partial.csv', format: 'csv' }],
  ['visitors-file', 'my.partial.x.csv', ({ file }) => file, { path: 'my.partial.x.csv', format: 'csv' }],
  ['visitors-file', 'out/v.1/all.ndjson', ({ file }) => file, { path: 'out/v.1/all.ndjson', format: 'ndjson' }],
  ['visitors-file', '/tmp/two words.csv', ({ file }) => file, { path: '/tmp/two words.csv', format: 'csv' }],
  ['paths', '/docs/**\n/blog/*', ({ paths }) => paths, { include: ['/docs/**', '/blog/*'], exclude: [] }],
  ['paths-ignore', '/internal/**', ({ paths }) => paths, { include: [], exclude: ['/internal/**'] }],
  ['timeout', '2h', ({ timeout }) => timeout, 7_200_000],
];

test.each(GOOD)('`%s` accepts %j', (name, value, read, parsed) => {
  expect(read(exporting({ [name]: value }))).toEqual(parsed);
});

const DATES = ['yesterday', '2026-02-30', '2026-13-01', '01.10.2026', '2026-10-01 12:00', '2026-10-01T12', '2026-W40'];

const BAD: readonly [name: string, values: readonly string[], takes: RegExp][] = [
  ['date-from', DATES, /a day like `2026-10-31`, or a moment of ISO 8601/],
  ['date-to', DATES, /a day like `2026-10-31`, or a moment of ISO 8601/],
  ['sort-by', ['Total', 'people', 'total, ai', '-total'], /`total`, `human` or `ai`/],
  ['top', ['0', '257', '1000', '-1', '1.5', '020', '1e2', 'all'], /from 1 to 256/],
  ['offset', ['-1', '1.5', '1e3', '0x10', '1234567890123', 'end'], /the number of a row, from 0/],
  [
    'visitors-file',
    [
      'visitors',
      'visitors.CSV',
      'visitors.xlsx',
      '.csv',
      'out/.csv',
      'out\\.csv',
      'visitors.json',
      'a\u0000.csv',
      'a\nb.csv',
      'a.csv/',
      'a.partial.csv',
      'out/v.partial.ndjson',
      '.partial.csv',
    ],
    /ends with `\.csv` or `\.ndjson`/,
  ],
];

describe.each(BAD)('`%s` does not accept', (name, values, takes) => {
  test.each(values.map((value) => [value]))('%j', (value) => {
    const said = complaint({ operation: 'visitors', [name]: value });
    expect(said).toContain(`\`${name}\` is “`);
    expect(said).toMatch(takes);
    expect(said).not.toMatch(/undefined|\[object|NaN/);
  });
});

test.each<Given>([
  { prompt: 'Do it' },
  { 'prompt-file': 'ask.md' },
  { context: 'none' },
  { compare: 'a...b' },
  { wait: 'false' },
  { 'dry-run': 'true' },
  { 'minimum-permission': 'admin' },
  { 'allow-bots': 'renovate[bot]' },
  { comment: 'false' },
  { 'issue-number': '31' },
  { 'trigger-label': 'x' },
  { 'trigger-command': '/x' },
  { notify: 'false' },
  { 'job-path': '/jobs/{id}' },
  { 'job-id': 'j_8fk2' },
])('`visitors` does not support %j', (given) => {
  const [name] = Object.keys(given);
  expect(complaint({ operation: 'visitors', ...given })).toContain(
    `The operation \`visitors\` does not support \`${name}\`.`,
  );
});

test('`visitors` ignores the inputs that the runner always fills in', () => {
  expect(exporting({ 'github-token': 'ghs_abc', key: '{"os": "linux"}' })).toEqual(exporting({}));
});

describe.each<Given>([{ operation: 'run' }, { operation: 'follow-up', 'job-id': 'j_8fk2' }])('with %j', (asks) => {
  test('`window` selects pages, ranked by `sort-by` and `top`', () => {
    expect(inputs(asks)).toMatchObject({ pages: null });
    expect(inputs({ ...asks, window: '30d', 'sort-by': 'ai', top: '5' })).toMatchObject({
      pages: { period: { kind: 'window', days: 30 }, sortBy: 'ai', top: 5 },
    });
  });

  test.each<Given>([{ 'sort-by': 'ai' }, { top: '5' }, { 'sort-by': 'human', top: '1' }])(
    '%j needs `window`',
    (ranking) => {
      expect(complaint({ ...asks, ...ranking })).toMatch(
        /`sort-by` and `top` need `window`, which is empty\. Set `window`/,
      );
      expect(complaint({ ...asks, ...ranking, window: '7d' })).toBe('');
    },
  );

  test('`window` excludes `context: none`', () => {
    expect(complaint({ ...asks, window: '7d', context: 'none' })).toMatch(/`context` is `none`.*Remove one of them/);
    for (const context of ['files', 'patches']) expect(complaint({ ...asks, window: '7d', context })).toBe('');
  });
});
