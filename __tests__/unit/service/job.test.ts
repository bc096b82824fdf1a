import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ServiceError } from '../../../src/errors.ts';
import { hasEnded, type Job, linkOf, parseJob, statusWord, toJson } from '../../../src/service/job.ts';
import { anyUrl } from '../../support/any-text.ts';
import { jobBody, PULL_REQUEST } from '../../support/job-body.ts';
import { READ_AT } from '../../support/sample-job.ts';

const parse = (body: unknown): Job => parseJob(Buffer.from(JSON.stringify(body)), READ_AT);

describe('a job', () => {
  test('with all documented fields is read', () => {
    const archivedAt = '2026-03-02T13:00:00Z';
    expect(parse(jobBody({ status: 'archived', prLink: PULL_REQUEST, archivedAt }))).toEqual({
      id: 'j_8fk2',
      status: 'archived',
      pullRequest: { kind: 'link', url: PULL_REQUEST },
      source: { repository: 'acme/docs', ref: 'main' },
      model: 'writer-2',
      createdAt: '2026-03-02T12:00:00Z',
      archivedAt,
      readAt: READ_AT,
    });
  });

  test('with an id and a status only is read', () => {
    expect(parse({ id: 'j1', status: 'active' })).toEqual({
      id: 'j1',
      status: 'active',
      pullRequest: { kind: 'none' },
      source: { repository: '', ref: '' },
      model: '',
      createdAt: '',
      archivedAt: null,
      readAt: READ_AT,
    });
  });

  test.each([
    { source: null, model: 7, createdAt: [], archivedAt: {} },
    { source: 'acme/docs', model: 'x'.repeat(300) },
    { source: { repository: 1 }, extra: { deep: [1, 2] } },
  ])('with unusable optional fields is read: %j', (fields) => {
    const job = parse(jobBody(fields));
    expect(job.id).toBe('j_8fk2');
    expect(toJson(job)).not.toMatch(/undefined|\[object/);
  });

  test.each(['active', 'completed', 'archived', 'failed'] as const)('may have the status %s', (status) => {
    const job = parse(jobBody({ status }));
    expect(job.status).toBe(status);
    expect(statusWord(job)).toBe(status);
    expect(hasEnded(job)).toBe(status !== 'active');
  });

  test.each(['paused', 'in progress', 'Completed', 'on-hold'])('may have the unknown status %j', (status) => {
    const job = parse(jobBody({ status }));
    expect(job.status).toEqual({ unknown: status });
    expect(statusWord(job)).toBe(status);
    expect(hasEnded(job)).toBe(false);
  });

  test.each(['a', 'j_8fk2', '01J-ABC.def', 'a:b@c=d+e~f', 'x'.repeat(256), '..x'])('may have the id %s', (id) => {
    expect(parse(jobBody({ id })).id).toBe(id);
  });
});

describe('an answer is no job', () => {
  test.each(['', 'null', '[]', '"j1"', '1', 'true', '{', '<html></html>', '\u0000', '\ufeff{}'])(
    'if its body is %j',
    (body) => {
      expect(() => parseJob(Buffer.from(body), READ_AT)).toThrow(ServiceError);
    },
  );

  test.each([
    { field: 'id', value: undefined, says: 'is missing' },
    { field: 'id', value: null, says: 'has the wrong type' },
    { field: 'id', value: 1, says: 'has the wrong type' },
    { field: 'id', value: '', says: 'is not 1 to 256' },
    { field: 'id', value: '.', says: 'is a relative path' },
    { field: 'id', value: '..', says: 'is a relative path' },
    { field: 'id', value: '../x', says: 'is not 1 to 256' },
    { field: 'id', value: 'a/b', says: 'is not 1 to 256' },
    { field: 'id', value: 'a%2Fb', says: 'is not 1 to 256' },
    { field: 'id', value: 'a?b#c', says: 'is not 1 to 256' },
    { field: 'id', value: 'a b', says: 'is not 1 to 256' },
    { field: 'id', value: 'a\r\nb', says: 'is not 1 to 256' },
    { field: 'id', value: 'a\n', says: 'is not 1 to 256' },
    { field: 'id', value: 'x'.repeat(257), says: 'is not 1 to 256' },
    { field: 'status', value: undefined, says: 'is missing' },
    { field: 'status', value: {}, says: 'has the wrong type' },
    { field: 'status', value: '', says: 'is not a word' },
    { field: 'status', value: 'x'.repeat(41), says: 'is not a word' },
    { field: 'status', value: 'a\nb', says: 'is not a word' },
    { field: 'status', value: '::set-output::', says: 'is not a word' },
  ])('if `$field` is $value: it $says', ({ field, value, says }) => {
    expect(() => parse(jobBody({ [field]: value }))).toThrow(`\`${field}\` ${says}`);
  });

  test('and the error says what to check', () => {
    expect(() => parse([])).toThrow(expect.objectContaining({ remedy: expect.stringContaining('`job-path`') }));
  });
});

describe('the link of a job', () => {
  test.each([undefined, null, ''])('is missing if it is %j', (prLink) => {
    expect(parse(jobBody({ prLink })).pullRequest).toEqual({ kind: 'none' });
  });

  test.each([
    [PULL_REQUEST, PULL_REQUEST],
    ['https://git.example:8443/a/-/merge_requests/1?x=y#z', 'https://git.example:8443/a/-/merge_requests/1?x=y#z'],
    ['http://localhost:4000/acme/docs/pull/1', 'http://localhost:4000/acme/docs/pull/1'],
    ['http://127.0.0.1/1', 'http://127.0.0.1/1'],
    ['HTTPS://GitHub.com/a', 'https://github.com/a'],
  ])('may be %s', (prLink, url) => {
    const job = parse(jobBody({ prLink }));
    expect(job.pullRequest).toEqual({ kind: 'link', url });
    expect(linkOf(job)).toBe(url);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://github.com/a',
    'http://github.com/a',
    'http://127.0.0.1.evil.example/a',
    'http://localhost.evil.example/a',
    'http://[::1]:80/1',
    'https://github.com&commat;evil.example/acme/docs/pull/1',
    'https://github.com%26commat;evil.example/acme/docs/pull/1',
    'https://a_b.example/1',
    'https://user@github.com/a',
    'https://user:pass@github.com/a',
    'https://:pass@github.com/a',
    '/acme/docs/pull/1',
    '//github.com/a',
    'github.com/a',
    'https://',
    'https://github.com/a b',
    'https://github.com/a\n',
    ' https://github.com/a',
    'https://github.com/ä',
    `https://github.com/${'a'.repeat(2048)}`,
    7,
    true,
    {},
    [PULL_REQUEST],
  ])('is unusable if it is %j, and nothing of it is kept', (prLink) => {
    const job = parse(jobBody({ prLink }));
    expect(job.pullRequest).toEqual({ kind: 'unusable' });
    expect(linkOf(job)).toBe('');
    expect(JSON.parse(toJson(job))).toHaveProperty('prLink', null);
  });
});

test('any bytes, JSON or fields are a job that fits into a line and a path, or a ServiceError', () => {
  const fields = fc.record(
    {
      id: fc.oneof(fc.string(), fc.jsonValue()),
      status: fc.oneof(fc.string(), fc.constant('active'), fc.jsonValue()),
      prLink: fc.oneof(anyUrl(), fc.string(), fc.jsonValue()),
      source: fc.jsonValue(),
      model: fc.jsonValue(),
      createdAt: fc.jsonValue(),
      archivedAt: fc.jsonValue(),
      __proto__: fc.constant(null),
    },
    { requiredKeys: [] },
  );
  const text = fc.oneof(
    fc.json(),
    fields.map((drawn) => JSON.stringify(drawn)),
  );
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map(Buffer.from),
    text.map((each) => Buffer.from(each)),
  );
  fc.assert(
    fc.property(bytes, (body) => {
      let job: Job;
      try {
        job = parseJob(body, READ_AT);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error; // any other one ends the property
        return !/undefined|\[object/.test(String(error));
      }
      JSON.parse(toJson(job));
      return /^[\x20-\x7e]+$/.test(`${job.id}${statusWord(job)}${linkOf(job)}`);
    }),
    { numRuns: 900 },
  );
});
