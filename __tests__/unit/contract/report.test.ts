import { describe, expect, test } from '@jest/globals';
import { parseDescription } from '../../../scripts/contract/description.ts';
import { type Exchange, findUnnamed, nameOperation, parseViolations } from '../../../scripts/contract/exchange.ts';
import { type CheckedStep, hasFailed, renderReport } from '../../../scripts/contract/report.ts';

const DESCRIPTION = parseDescription('jobs.json', '{"openapi":"3.1.0","info":{"title":"Jobs"},"paths":{}}');

const exchange: Exchange = { operation: 'GET /job', status: 200, file: 'jobs.json', violations: [], unnamed: [] };

const stepWith = (changes: Partial<Exchange>, verdict = 'exported'): CheckedStep => ({
  step: { operation: 'visitors', expected: 'exported', verdict, log: 'the log' },
  exchanges: [{ ...exchange, ...changes }],
});

const invalid = (side: 'request' | 'response', isError = true) => ({
  violations: [{ side, isError, text: 'body.id: is wrong' }],
});

const fails = (...steps: CheckedStep[]) => hasFailed({ descriptions: [DESCRIPTION], steps });
const render = (...steps: CheckedStep[]) => renderReport({ descriptions: [DESCRIPTION], steps });

describe('the comparison with a description', () => {
  test('passes if every request and answer is valid', () => {
    expect(fails(stepWith({}))).toBe(false);
    expect(render(stepWith({}))).toMatch(/visitors +GET \/job +1 +200 +0\n/);
  });

  test.each(['request', 'response'] as const)('fails on an invalid %s', (side) => {
    expect(fails(stepWith(invalid(side)))).toBe(true);
    expect(render(stepWith(invalid(side)))).toContain(`visitors: GET /job, ${side} (200): body.id: is wrong`);
  });

  test('ignores that requests for error answers are invalid, but not that the answers are', () => {
    expect(fails({ ...stepWith(invalid('request')), step: undefined })).toBe(false);
    expect(fails({ ...stepWith(invalid('response')), step: undefined })).toBe(true);
  });

  test.each([
    ['an unlisted status', { status: 401, ...invalid('response', false) }, 'GET /job: body.id: is wrong (401)'],
    ['a field without description', { unnamed: ['links'] }, 'GET /job: no description of `links` (200)'],
  ])('lists %s, and passes', (_, changes, line) => {
    expect(fails(stepWith(changes))).toBe(false);
    expect(render(stepWith(changes))).toContain(line);
  });

  test('fails on an operation that no description contains, also if only error answers of it were requested', () => {
    const other = stepWith({ operation: 'GET /other', file: undefined });
    for (const step of [other, { ...other, step: undefined }]) {
      expect(fails(stepWith({}), step)).toBe(true);
      expect(render(stepWith({}), step)).toContain('GET /other (200): no description contains this operation');
    }
  });

  test('fails if a description contains no operation of the interface', () => {
    expect(fails(stepWith({ file: undefined }))).toBe(true);
    expect(render(stepWith({ file: undefined }))).toContain('without any operation of the interface: 1\n  jobs.json');
  });

  test('fails if a step ends in another way than expected, and shows its log', () => {
    expect(fails(stepWith({}, 'error'))).toBe(true);
    expect(render(stepWith({}, 'error'))).toContain('visitors ended with `error` instead of `exported`:\nthe log');
  });
});

test("an exchange reads Prism's violations", () => {
  expect(parseViolations(null)).toEqual([]);
  const header = JSON.stringify([
    { location: ['request', 'body', 'prompt'], severity: 'Error', code: 'minLength', message: 'too short' },
    { location: ['response'], severity: 'Warning', message: 'Unable to match' },
  ]);
  expect(parseViolations(header)).toEqual([
    { side: 'request', isError: true, text: 'body.prompt: too short' },
    { side: 'response', isError: false, text: 'Unable to match' },
  ]);
});

test('an exchange is named after the operation of the interface, or after its path', () => {
  expect(nameOperation('GET', '/v2/agent/acme/job/1')).toBe('GET /v2/agent/{projectId}/job/{id}');
  expect(nameOperation('GET', '/other')).toBe('GET /other');
});

test('an exchange finds fields and parameters that the description does not name', () => {
  const names = new Set(['prompt', 'limit', 'visitors', 'path']);
  const bodies = ['{"prompt":"x"}', '{"visitors":[{"path":"/","total":1}],"hasMore":false}', 'no JSON'];
  const query = new URLSearchParams('limit=1&offset=2');
  expect(findUnnamed({ names }, { query, bodies })).toEqual(['offset', 'hasMore', 'total']);
});
