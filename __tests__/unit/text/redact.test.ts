import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRedactor } from '../../../src/text/redact.ts';
import { anyText } from '../../support/any-text.ts';

const KEY = 'docs_9f8e7d6c5b4a39281706';

function redactorOf(...secrets: string[]) {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

const redact = (text: string, ...secrets: string[]) =>
  redactorOf(...(secrets.length > 0 ? secrets : [KEY])).redact(text);

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
    ['twice in a row', `${KEY}${KEY}`, '***'],
    ['cut at its end', 'key docs_9f8e7d6c5b', 'key docs_***'],
    ['cut at its start', '4a39281706 is its end', '*** is its end'],
    ['cut to eight characters', 'it begins with 9f8e7d6c', 'it begins with ***'],
    ['cut to seven characters', 'it begins with 9f8e7d6', 'it begins with 9f8e7d6'],
  ])('is taken out %s', (_, text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  test('leaves its prefix alone, which may be an ordinary word', () => {
    expect(redact('The documentation is short', 'documentation_9f8e7d6c5b4a')).toBe('The documentation is short');
  });

  test('is taken out where it is shorter than eight characters', () => {
    expect(redact('the key abc_12 is short', 'abc_12')).toBe('the key *** is short');
  });

  test('is taken out whole where another secret is a part of it', () => {
    expect(redact('x abcdefghij y', 'abcdefghij', 'cdef')).toBe('x *** y');
  });
});

test('a text without a secret is not changed', () => {
  const redactor = redactorOf(KEY, 'ghs_0123456789abcdef');
  fc.assert(fc.property(anyText(), (text) => redactor.redact(text) === text));
});

test('no run of eight characters of a secret is left, wherever it is cut, and with any text around it', () => {
  const secret = fc.stringMatching(/^[a-z]{2,12}_[A-Za-z0-9_-]{8,40}$/);
  fc.assert(
    fc.property(secret, fc.nat(60), fc.nat(60), fc.string(), fc.string(), (key, from, length, before, after) => {
      const shown = redact(before + key.slice(from, from + length) + after, key).toLowerCase();
      const behindPrefix = key.slice(key.indexOf('_') + 1).toLowerCase();
      const runs = Array.from({ length: behindPrefix.length - 7 }, (_, at) => behindPrefix.slice(at, at + 8));
      return runs.every((run) => !shown.includes(run));
    }),
  );
});
