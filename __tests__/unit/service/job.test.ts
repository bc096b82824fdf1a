import { describe, expect, test } from '@jest/globals';
import {
  hasEnded,
  type Job,
  linkOf,
  parseJob,
  statusWord,
  toJson,
} from '../../../src/service/job.ts';
import { jobBody, PULL_REQUEST } from '../../support/job-body.ts';
import { READ_AT, sampleJob } from '../../support/sample-job.ts';

const parse = (body: unknown): Job => parseJob(Buffer.from(JSON.stringify(body)), READ_AT);

describe('a job', () => {
  test('with all documented fields is read', () => {
    const archivedAt = '2026-03-02T13:00:00Z';
    expect(parse(jobBody({ status: 'archived', prLink: PULL_REQUEST, archivedAt }))).toEqual({
      ...sampleJob('archived', PULL_REQUEST),
      archivedAt,
    });
  });

  test.each([
    {},
    { source: null, model: 7, createdAt: [], archivedAt: {}, prLink: '' },
    { source: 'acme/docs', model: 'x'.repeat(300), extra: { deep: [1, 2] } },
  ])('with an id and a status only is read, whatever the other fields are: %j', (fields) => {
    const job = {
      ...sampleJob(),
      id: 'j1',
      source: { repository: '', ref: '' },
      model: '',
      createdAt: '',
    };
    expect(parse({ id: 'j1', status: 'active', ...fields })).toEqual(job);
  });

  test.each(['active', 'completed', 'archived', 'failed'] as const)(
    'may have the status %s',
    (status) => {
      const job = parse(jobBody({ status }));
      expect([job.status, statusWord(job), hasEnded(job)]).toEqual([
        status,
        status,
        status !== 'active',
      ]);
    },
  );

  test.each(['paused', 'in progress', 'on-hold'])('may have the unknown status %j', (status) => {
    const job = parse(jobBody({ status }));
    expect([job.status, statusWord(job), hasEnded(job)]).toEqual([
      { unknown: status },
      status,
      false,
    ]);
  });

  test.each(['Completed', 'COMPLETED'])(
    'may have the status %j, in any case of letters',
    (status) => {
      const job = parse(jobBody({ status }));
      expect([job.status, hasEnded(job)]).toEqual(['completed', true]);
    },
  );

  test.each(['a', 'j_8fk2', '01J-ABC.def', 'a:b@c=d+e~f', 'x'.repeat(128), '..x'])(
    'may have the id %s',
    (id) => {
      expect(parse(jobBody({ id })).id).toBe(id);
    },
  );
});

describe('an answer is no job', () => {
  test.each(['', 'null', '[]', '"j1"', '1', 'true', '{', '<html></html>', '\u0000', '\ufeff{}'])(
    'if its body is %j, and the error says what to check',
    (body) => {
      const remedy = expect.stringContaining('Check `base-url`');
      expect(() => parseJob(Buffer.from(body), READ_AT)).toThrow(
        expect.objectContaining({ remedy }),
      );
    },
  );

  const TOO_LONG = 'x'.repeat(257);
  test.each<[field: string, says: string, values: readonly unknown[]]>([
    ['id', 'is missing', [undefined]],
    ['id', 'has the wrong type', [null, 1]],
    ['id', 'is a relative path', ['.', '..']],
    [
      'id',
      'is not 1 to 128',
      ['', '../x', 'a/b', 'a%2Fb', 'a?b#c', 'a b', 'a\r\nb', 'a\n', TOO_LONG],
    ],
    ['status', 'is missing', [undefined]],
    ['status', 'has the wrong type', [{}]],
    ['status', 'is not a word', ['', 'x'.repeat(41), 'a\nb', '::set-output::']],
  ])('if `%s` %s', (field, says, values) => {
    for (const value of values)
      expect(() => parse(jobBody({ [field]: value }))).toThrow(`\`${field}\` ${says}`);
  });
});

describe('the link of a job', () => {
  const linkIn = (prLink: unknown) => parse(jobBody({ prLink })).pullRequest;

  test('is missing if it is null, empty or not there', () => {
    const none = [
      undefined,
      null,
      '',
      'null',
      ' null\n',
      'undefined',
      'None',
      'NULL',
      'nil',
      'false',
      false,
      '  ',
    ];
    for (const prLink of none) expect(linkIn(prLink)).toEqual({ kind: 'none' });
  });

  test.each([
    [PULL_REQUEST, PULL_REQUEST],
    [
      'https://git.example:8443/a/-/merge_requests/1?x=y#z',
      'https://git.example:8443/a/-/merge_requests/1?x=y#z',
    ],
    ['http://localhost:4000/acme/docs/pull/1', 'http://localhost:4000/acme/docs/pull/1'],
    ['http://127.0.0.1/1', 'http://127.0.0.1/1'],
    ['HTTPS://GitHub.com/a', 'https://github.com/a'],
  ])('may be %s', (prLink, url) => {
    expect(linkIn(prLink)).toEqual({ kind: 'link', url });
  });

  test.each<[what: string, links: readonly unknown[]]>([
    ['no text', [7, true, {}, [PULL_REQUEST]]],
    [
      'of another scheme',
      ['javascript:alert(1)', 'data:text/html,x', 'ftp://github.com/a', 'http://github.com/a'],
    ],
    [
      'to a host like this machine',
      ['http://127.0.0.1.evil.example/a', 'http://localhost.evil.example/a'],
    ],
    ['to a host that is not plain', ['http://[::1]:80/1', 'https://a_b.example/1', 'https://']],
    [
      'with an entity',
      [
        'https://github.com&commat;evil.example/acme/docs/pull/1',
        'https://github.com%26commat;x.y/1',
      ],
    ],
    [
      'with a user',
      ['https://user@github.com/a', 'https://user:pass@github.com/a', 'https://:pass@github.com/a'],
    ],
    ['relative', ['/acme/docs/pull/1', '//github.com/a', 'github.com/a']],
    ['with blanks', ['https://github.com/a b', 'https://github.com/a\n', ' https://github.com/a']],
    ['with other letters', ['https://github.com/ä']],
    ['too long', [`https://github.com/${'a'.repeat(2048)}`]],
  ])('is unusable if it is %s, and nothing of it is kept', (_, links) => {
    for (const prLink of links) {
      const job = parse(jobBody({ prLink }));
      expect([job.pullRequest, linkOf(job)]).toEqual([{ kind: 'unusable' }, '']);
      expect(JSON.parse(toJson(job))).toHaveProperty('prLink', null);
    }
  });
});
