import { describe, expect, test } from '@jest/globals';
import { redactTokens } from '../../../src/sanitize/redact-tokens.ts';
import { readMarkdown, readPlain } from '../../../src/sanitize/sanitize.ts';

const redact = (text: string) => redactTokens({ text, removed: {} });
const letters = (count: number) => 'aB3dE5gH7jK9'.repeat(30).slice(0, count);

// Put together here, so that no scanner takes this file for a leak.
const pem = (label: string, lines: readonly string[], end = '\n') =>
  [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join(end);
const KEY_LINES = [letters(64), letters(64), `${letters(20)}==`];

const SECRETS: readonly (readonly [form: string, secret: string])[] = [
  ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((prefix) => [`GitHub (${prefix})`, `${prefix}_${letters(36)}`] as const),
  ['GitHub (fine-grained)', `github_pat_${letters(22)}_${letters(59)}`],
  ['AWS', `AKIA${'ABCDEFGH234567XY'}`],
  ['AWS (temporary)', `ASIA${'ABCDEFGH234567XY'}`],
  ['Google API key', `AIza${letters(35)}`],
  ['Google OAuth secret', `GOCSPX-${letters(28)}`],
  ['Google access token', `ya29.${letters(60)}`],
  ['Slack bot', `xoxb-${'1234567890'}-${letters(24)}`],
  ['Slack app', `xapp-1-${letters(30)}`],
  ['Slack webhook', `hooks.slack.com/services/T${letters(8)}/B${letters(8)}/${letters(24)}`],
  ['Stripe', `sk_live_${letters(24)}`],
  ['Stripe (restricted)', `rk_test_${letters(24)}`],
  ['Stripe webhook', `whsec_${letters(32)}`],
  ['JSON Web Token', `eyJ${letters(20)}.eyJ${letters(40)}.${letters(43)}`],
  ['private key', pem('PRIVATE KEY', KEY_LINES)],
  ['RSA private key', pem('RSA PRIVATE KEY', KEY_LINES)],
  ['OpenSSH private key', pem('OPENSSH PRIVATE KEY', KEY_LINES)],
  ['private key in one line', pem('EC PRIVATE KEY', KEY_LINES, '\\n')],
  ['private key that was cut', `-----BEGIN PRIVATE KEY-----\n${letters(64)}\n${letters(64)}`],
];

describe('a secret of a well-known form is redacted and counted:', () => {
  test.each(SECRETS)('%s', (_, secret) => {
    const { text, removed } = redact(`Before ${secret}\nand after.`);
    expect(text).toBe('Before [secret redacted]\nand after.');
    expect(removed).toEqual({ tokens: 1 });
  });

  test.each(SECRETS)('%s, in a code span, in quotes and in an address', (_, secret) => {
    for (const [before, after] of [
      ['`', '`'],
      ['"', '"'],
      ['https://x.example/?token=', '&y=1'],
    ]) {
      expect(redact(before + secret + after).text).toBe(`${before}[secret redacted]${after}`);
    }
  });
});

describe('a secret behind an escaped character is redacted:', () => {
  test.each(SECRETS)('%s', (_, secret) => {
    for (const before of ['\\n', 'a\\tb\\r', '?x=y%3D', '\\u0022', '\\\\n'])
      expect(redact(`${before}${secret}`).text).toBe(`${before}[secret redacted]`);
  });
});

test.each(['> ', '+', '-', ' '])('a private key behind “%s” on each line is redacted to its last line', (prefix) => {
  const lines = pem('PRIVATE KEY', KEY_LINES).split('\n');
  const { text } = redact(`x\n${lines.map((line) => prefix + line).join('\n')}\ny`);
  expect(text).not.toMatch(/aB3dE5gH/);
  expect(text).toMatch(/^x\n.*\[secret redacted\]\ny$/s);
});

test.each([
  'A key like ghp_example or AKIA is not one.',
  'See -----BEGIN PRIVATE KEY----- in the docs; the words behind it stay.',
  '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUExample\n-----END CERTIFICATE-----',
  '9c56cc5f0d1d4f5e8a7b6c5d4e3f2a1b0c9d8e7f is a commit, 550e8400-e29b-41d4-a716-446655440000 a UUID.',
  `sk_live_short, xoxb-1, eyJhbGciOiJIUzI1NiJ9 alone, sha512-${'A'.repeat(86)}==`,
])('%j is not changed', (text) => {
  expect(redact(text)).toEqual({ text, removed: {} });
});

test('what readers do not see inside a secret does not hide it', () => {
  const secret = `ghp_${letters(36)}`;
  const { text, removed } = readMarkdown(`The token is ${secret.slice(0, 9)}\u200b${secret.slice(9)}.`);
  expect(text).toBe('The token is [secret redacted].');
  expect(removed).toEqual({ 'invisible characters': 1, tokens: 1 });
});

test('the secrets of a patch are counted, each', () => {
  const patch = `+const a = '${SECRETS[0]?.[1]}';\n+const b = '${SECRETS[6]?.[1]}';`;
  expect(readPlain(patch)).toEqual({
    text: "+const a = '[secret redacted]';\n+const b = '[secret redacted]';",
    removed: { tokens: 2 },
  });
});

test.each(['ghp_', 'eyJ', 'eyJaaaaaaaaaa.', '-----BEGIN PRIVATE KEY-----', '-----BEGIN ', 'xoxb-', 'A', '\n+', '> '])(
  'a text of 131,072 characters that repeats %j is read without delay',
  (part) => {
    const text = part.repeat(Math.ceil(131_072 / part.length));
    expect(redact(text).text.length).toBeGreaterThan(0);
  },
);

describe('a private key is redacted to its end', () => {
  const BODY = [letters(64), letters(64)];

  test.each([
    ['alone', '\n'],
    ['in a quote', '\n> '],
    ['in a patch', '\n+'],
    ['in a list', '\n  '],
    ['in a string', '\\n'],
    ['in a string with two characters per line break', '\\r\\n'],
  ])('%s, with a last line of any length', (_, lineBreak) => {
    for (const last of [[], ['x'], ['short+/8'], ['fifteen/letters'], ['sixteen+letters=']]) {
      const { text, removed } = redact(`a ${pem('RSA PRIVATE KEY', [...BODY, ...last], lineBreak)} b`);
      expect(text).toBe('a [secret redacted] b');
      expect(removed).toEqual({ tokens: 1 });
    }
  });

  test('and the words behind one without its end stay', () => {
    const { text } = redact(`-----BEGIN PRIVATE KEY-----\n${BODY.join('\n')}\nSee below`);
    expect(text).toBe('[secret redacted]\nSee below');
  });
});

test.each(['xoxe.xoxp', 'xoxe.xoxb', 'xoxb'])('a token of Slack is redacted with its prefix: %s', (prefix) => {
  expect(redact(`a ${prefix}-1-${letters(20)} b`).text).toBe('a [secret redacted] b');
});

test('each secret of a form is redacted', () => {
  const { text, removed } = redact(`ghp_${letters(36)} and ghp_${letters(40)}`);
  expect(text).toBe('[secret redacted] and [secret redacted]');
  expect(removed).toEqual({ tokens: 2 });
});
