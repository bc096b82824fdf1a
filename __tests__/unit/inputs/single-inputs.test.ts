import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readFailOn } from '../../../src/inputs/inputs.ts';
import { readSecrets } from '../../../src/runtime/runner.ts';
import { complaint, environment } from '../../support/sample-inputs.ts';

describe('a secret', () => {
  test.each([
    { 'api-key': 'docs_SECRET\ninner line' },
    { 'api-key': 'docs_SECRET with blanks' },
    { 'api-key': 'docs_SECRET_ü' },
    { 'previous-api-key': 'docs_SECRET\ninner line' },
    { 'github-token': 'ghs_SECRET\u0000' },
    { 'github-token': 'ghs_SECRET x' },
    { 'base-url': 'https://user:SECRET@agent.example' },
    { 'base-url': 'https://agent.example?token=SECRET' },
    { 'base-url': 'user:SECRET@agent.example' },
  ])('does not appear in the error of %j', (given) => {
    const said = complaint(given);
    expect(said).toContain(`\`${Object.keys(given)[0]}\``);
    expect(said).not.toContain('SECRET');
  });

  test('does not appear in any error, for any value', () => {
    const characters = fc.string({ unit: fc.constantFrom('a', 'Z', '9', ' ', '\n', 'é', '`', '“'), minLength: 12 });
    fc.assert(
      fc.property(characters, characters, (key, token) => {
        const said = complaint({ 'api-key': `K${key}K`, 'github-token': `T${token}T`, timeout: 'bad' });
        expect(said).not.toContain(`K${key}K`);
        expect(said).not.toContain(`T${token}T`);
      }),
    );
  });

  test.each(['api-key', 'previous-api-key', 'github-token'])(
    'with white space is an error that says so: `%s`',
    (name) => {
      for (const value of ['a b', 'a\nb']) {
        expect(complaint({ [name]: value })).toMatch(new RegExp(`^\`${name}\` contains white space, line breaks`));
      }
    },
  );

  test.each([
    ['https://user@agent.example', '“https://***@agent.example”'],
    ['https://user:SECRET@agent.example', '“https://***@agent.example”'],
    ['https://agent.example/a@b/user:SECRET@c', '“https://agent.example/***@b/***@c”'],
    ['https://agent.example/?key=SECRET', '“https://agent.example/?***”'],
  ])('in an address is replaced in the error: %s', (address, shown) => {
    expect(complaint({ 'base-url': address })).toContain(shown);
  });

  test('is masked as it was passed and as it is used', () => {
    const env = environment({ 'api-key': ' docs_key\n', 'previous-api-key': 'docs_old ', 'github-token': 'ghs_token' });
    expect(readSecrets(env)).toEqual([' docs_key\n', 'docs_key', 'docs_old ', 'docs_old', 'ghs_token']);
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
