import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { escapeMarkdown } from '../../../src/text/format.ts';
import { createRedactor, parseRedacted, redactBody } from '../../../src/text/redact-secrets.ts';
import { anyText } from '../../support/any-text.ts';

const KEY = 'docs_9f8e7d6c5b4a39281706';
const SIGNS = 'docs_>>>???9f8e~~~';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const codes = (text: string, write: (hex: string) => string) =>
  [...text].map((letter) => write(letter.charCodeAt(0).toString(16))).join('');

const redactorOf = (...secrets: string[]) => createRedactor(secrets);

const redact = (text: string, ...secrets: string[]) =>
  redactorOf(...(secrets.length > 0 ? secrets : [KEY, SIGNS])).redact(text);

describe('a secret', () => {
  test.each([
    ['as it is', `key ${KEY}!`, 'key ***!'],
    ['in capitals', `key ${KEY.toUpperCase()}!`, 'key ***!'],
    ['with the escapes of Markdown', `key ${KEY.replace('_', '\\_')}!`, 'key ***!'],
    ['with the escapes of URLs', `key ${KEY.replace('_', '%5f')}!`, 'key ***!'],
    ['with a numeric entity', `key ${KEY.replace('_', '&#95;')}!`, 'key ***!'],
    ['with a named entity', `key ${KEY.replace('_', '&lowbar;')}!`, 'key ***!'],
    ['with an entity for a letter', `key ${KEY.replace('9f', '&#x39;f')}!`, 'key ***!'],
    ['with a character of no width inside', `key docs_9f8e\u200b7d6c5b4a39281706!`, 'key ***!'],
    ['with an entity of no width inside', `key docs_9f8e&#8203;7d6c5b4a39281706!`, 'key ***!'],
    ['broken by a line break', 'key docs_9f8e\n7d6c5b4a39281706!', 'key ***!'],
    ['broken into lines with blanks around', 'key docs_\t \r\n  9f8e7d6c5b4a\n\n 39281706!', 'key ***!'],
    ['broken by invisible characters', 'key docs_9f8e\0\u001b\u2028\r7d6c5b4a39281706!', 'key ***!'],
    ['twice in a row', `${KEY}${KEY}`, '***'],
    ['in hexadecimal', `key ${Buffer.from(KEY).toString('hex').toUpperCase()}!`, 'key ***!'],
    ['in base64', `key ${base64(`ab${KEY}`)}!`, 'key YWJ***!'],
    ['in base64url', `key ${Buffer.from(`a${SIGNS}`).toString('base64url')}!`, 'key YW***g!'],
    ['as JSON escapes it', `key ${codes(KEY, (code) => `\\u${code.padStart(4, '0')}`)}!`, 'key ***!'],
    ['as a URL may write it', `key ${codes(KEY, (code) => `%${code}`)}!`, 'key ***!'],
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
    for (const text of [token, token.replaceAll('_', '\\_'), token.replaceAll('_', '%5F'), token.toUpperCase()])
      expect(redact(`a ${text}! b`, token)).toBe('a ***! b');
    expect(redact(base64(token), token)).toMatch(/^\*\*\*.?=*$/);
    expect(redact(`a ${codes(token, (code) => `\\u${code.padStart(4, '0')}`)}! b`, token)).toBe('a ***! b');
  });

  test.each([
    ['base64', 64],
    ['base64', 76],
    ['hex', 60],
  ] as const)('is taken out in %s that is broken into lines of %d characters', (encoding, width) => {
    const token = `ghs_12345_eyJ${'hB3_dE5-gH7.'.repeat(40)}x`;
    const lines = Buffer.from(`ab${token}`)
      .toString(encoding)
      .replace(new RegExp(`.{${width}}`, 'g'), '$&\n');
    expect(redact(lines, token)).toMatch(/^.{3,4}\*\*\*.?=*\n?$/);
  });

  test('is taken out where it is shorter than eight characters', () => {
    expect(redact('the key abc_12 is short', 'abc_12')).toBe('the key *** is short');
  });

  test('is taken out whole where another secret is a part of it', () => {
    expect(redact('x abcdefghij y', 'cdef', 'abcdefghij')).toBe('x *** y');
  });
});

test('blanks without a line break keep the parts of a secret apart', () => {
  expect(redact('docs_9f8e 7d6c5b4a39281706', KEY)).toBe('docs_9f8e 7d6c5b4a39281706');
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
    unit: fc.constantFrom(...'abzAZ09_-.:/+=~!@#$%^&*()<>[]{}|`"\\'),
    minLength: 8,
    maxLength: 24,
  });
  fc.assert(
    fc.property(signs, fc.constantFrom('', 'x ', '`', '"'), (secret, around) =>
      [`${around}${secret}${around}`, escapeMarkdown(`${around}${secret}${around}`, 500)].every((text) =>
        redact(text, secret).includes('***'),
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
    (text) => Buffer.from(text).toString('hex'),
    base64,
    JSON.stringify,
  ];
  fc.assert(
    fc.property(secret, fc.constantFrom(...writings), fc.string(), fc.string(), (key, write, before, after) => {
      const written = write(before + key + after);
      return !redact(written, key).includes(key) && redact(written, key).includes('***');
    }),
  );
});

describe('JSON', () => {
  test('loses secrets in its strings, however they are escaped, and stays JSON', () => {
    const { redactExchanged } = redactorOf(KEY);
    const json = `{"a":["\\n${codes(KEY, (code) => `\\u00${code}`)}"],"n":8}`;
    expect(parseRedacted(json, redactExchanged)).toEqual({ a: ['\n[secret redacted]'], n: 8 });
  });

  test.each(['\n', '\u2028', '\\'])('loses a secret that %j breaks', (sign) => {
    const json = JSON.stringify({ a: `${KEY.slice(0, 9)}${sign}${KEY.slice(9)}` });
    expect(redactBody(json, redactorOf(KEY).redactExchanged)).toBe('{"a":"[secret redacted]"}');
  });

  test('without a secret is parsed as it is', () => {
    expect(parseRedacted('{"a":[1,"b"]}', redactorOf(KEY).redactExchanged)).toEqual({ a: [1, 'b'] });
    expect(() => parseRedacted(KEY, redactorOf(KEY).redactExchanged)).toThrow(SyntaxError);
  });
});

test.each([
  'd',
  'docs_',
  '\\',
  '&#',
  '%64',
  'd\u200b',
  'd\n',
  'd \n ',
  ' ',
  '\n',
  ' \n',
  'docs_9f8e7d6c5b4a3928170',
  '\\u0064',
])('a text of 250,000 characters that repeats %j has no secret', (part) => {
  const text = part.repeat(Math.ceil(250_000 / part.length));
  expect(redact(text)).toBe(text);
});
