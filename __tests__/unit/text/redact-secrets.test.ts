import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { escapeMarkdown } from '../../../src/text/format.ts';
import { createRedactor } from '../../../src/text/redact-secrets.ts';
import { anyText } from '../../support/any-text.ts';

const KEY = 'docs_9f8e7d6c5b4a39281706';
const SIGNS = 'docs_>>>???9f8e~~~';
const QUOTED = 'docs_"9f8e\\7d6c"';

const base64 = (text: string) => Buffer.from(text).toString('base64');

const redactorOf = (...secrets: string[]) => createRedactor(secrets);

const redact = (text: string, ...secrets: string[]) =>
  redactorOf(...(secrets.length > 0 ? secrets : [KEY, SIGNS, QUOTED])).redact(text);

describe('a secret', () => {
  test.each([
    ['as it is', `key ${KEY}!`, 'key ***!'],
    ['in capitals', `key ${KEY.toUpperCase()}!`, 'key ***!'],
    ['with the escapes of Markdown', `key ${KEY.replace('_', '\\_')}!`, 'key ***!'],
    ['encoded for URLs', `key ${encodeURIComponent(SIGNS).toLowerCase()}!`, 'key ***!'],
    ['in JSON', JSON.stringify({ key: QUOTED }), '{"key":"***"}'],
    [
      'in JSON that writes each sign as a number',
      `"${KEY.replace(/[^a-z0-9]/gi, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`,
      '"***"',
    ],
    ['with the escapes of Markdown, in JSON', JSON.stringify(KEY.replace('_', '\\_')), '"***"'],
    ['in base64', `key ${base64(`ab${KEY}`)}!`, 'key YWJ***!'],
    ['in base64url', `key ${Buffer.from(`a${SIGNS}`).toString('base64url')}!`, 'key YW***g!'],
  ])('is taken out %s', (_, text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  test.each(['docs_9f8e7d6c5b4a3928170', '9f8e7d6c5b4a39281706', '00000000'])(
    'is a whole one: a part of one, such as “%s”, is any text',
    (part) => {
      expect(redact(`part ${part}!`, KEY, `ghs_00000000${KEY}`)).toBe(`part ${part}!`);
    },
  );

  test('of eight characters is taken out in base64, a shorter one is not', () => {
    expect(redact(base64('k3y-0f-8'), 'k3y-0f-8')).toBe('***g=');
    expect(redact(base64('k3y-0f7'), 'k3y-0f7')).toBe(base64('k3y-0f7'));
  });

  test('as long as a token of GitHub is taken out, plain and encoded', () => {
    const token = `ghs_12345_eyJ${'hB3_dE5-gH7.'.repeat(40)}x`;
    for (const text of [token, token.replaceAll('_', '\\_'), token.toUpperCase()])
      expect(redact(`a ${text}! b`, token)).toBe('a ***! b');
    expect(redact(base64(token), token)).toMatch(/^\*\*\*.?=*$/);
  });

  test('is taken out where it is shorter than eight characters', () => {
    expect(redact('the key abc_12 is short', 'abc_12')).toBe('the key *** is short');
  });

  test('is taken out whole where another secret is a part of it', () => {
    expect(redact('x abcdefghij y', 'cdef', 'abcdefghij')).toBe('x *** y');
  });
});

test('a text without a secret is not changed', () => {
  const redactor = redactorOf(KEY, 'ghs_0123456789abcdef');
  fc.assert(fc.property(anyText(), (text) => redactor.redact(text) === text));
});

test('a text that was read loses only secrets that cannot be words', () => {
  const { redactExchanged } = redactorOf(KEY, 'abc_12');
  expect(redactExchanged(`a ${KEY}, abc_12`)).toBe('a [secret redacted], abc_12');
});

test('no secret is left in its Markdown form, with any signs', () => {
  const signs = fc.string({
    unit: fc.constantFrom(...'abzAZ09_-.:+=~!$%^*()[]{}|"'),
    minLength: 8,
    maxLength: 24,
  });
  fc.assert(
    fc.property(signs, fc.constantFrom('', 'x ', '`', '"'), (secret, around) =>
      [`${around}${secret}${around}`, escapeMarkdown(`${around}${secret}${around}`, 500)].every(
        (text) => redact(text, secret).includes('***'),
      ),
    ),
    { numRuns: 150 },
  );
});

test('no secret is left with any text around it, in any encoding', () => {
  const secret = fc.stringMatching(/^[a-z]{2,12}_[A-Za-z0-9_-]{8,60}$/);
  const writings: ((text: string) => string)[] = [
    (text) => text,
    encodeURIComponent,
    base64,
    JSON.stringify,
  ];
  fc.assert(
    fc.property(
      secret,
      fc.constantFrom(...writings),
      fc.string(),
      fc.string(),
      (key, write, before, after) => {
        const written = write(before + key + after);
        return !redact(written, key).includes(key) && redact(written, key).includes('***');
      },
    ),
  );
});

test('JSON loses secrets and stays JSON', () => {
  const { redactExchanged } = redactorOf(KEY, QUOTED);
  const json = JSON.stringify({ a: [`\n${KEY}`, `\\${QUOTED}`], n: 8 });
  expect(JSON.parse(redactExchanged(json))).toEqual({
    a: ['\n[secret redacted]', '\\[secret redacted]'],
    n: 8,
  });
});

test.each(['d', 'docs_', '\\', 'docs_9f8e7d6c5b4a3928170'])(
  'a text of 250,000 characters that repeats %j has no secret',
  (part) => {
    const text = part.repeat(Math.ceil(250_000 / part.length));
    expect(redact(text)).toBe(text);
  },
);
