import { describe, expect, test } from '@jest/globals';
import { readMarkdown, readPlain, redactTokens } from '../../../src/sanitize/index.ts';

const redact = (text: string) => redactTokens({ text, removed: {} });
const letters = (count: number) => 'aB3dE5gH7jK9'.repeat(30).slice(0, count);

// Put together here, so that no scanner takes this file for a leak.
const pem = (label: string, lines: readonly string[], end = '\n') =>
  [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join(end);
const KEY_LINES = [letters(64), letters(64), `${letters(20)}==`];

const jwt = `eyJ${letters(20)}.eyJ${letters(400)}.${letters(20)}_-${letters(60)}`;
const hex = (count: number) => '0f1e2d3c4b5a6978'.repeat(10).slice(0, count);
const pgp = ['-----BEGIN PGP', 'PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\nComment: x\n\nlQHY'].join(' ');

const SECRETS: readonly (readonly [form: string, secret: string])[] = [
  ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].flatMap(
    (prefix) =>
      [
        [`GitHub (${prefix})`, `${prefix}_${letters(36)}`],
        [`GitHub (${prefix}, stateless)`, `${prefix}_1234567_${jwt}`],
      ] as const,
  ),
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
  ['Anthropic', `sk-ant-api03-${letters(93)}AA`],
  ['OpenAI (project)', `sk-proj-${letters(74)}T3Blbk${`FJ${letters(74)}`}`],
  ['OpenAI (service account)', `sk-svcacct-${letters(58)}_-${letters(20)}`],
  ['OpenAI (legacy)', `sk-${letters(20)}T3Blbk${`FJ${letters(20)}`}`],
  ['OpenRouter', `sk-or-v1-${hex(64)}`],
  ['npm', `npm_${letters(36)}`],
  ['PyPI', `pypi-${`AgEIcHlwaS5vcmc${letters(80)}`}`],
  ['RubyGems', `rubygems_${hex(48)}`],
  ['GitLab', `glpat-${letters(20)}`],
  ['GitLab (routable)', `glpat-${letters(27)}.01.${letters(9)}`],
  ['GitLab (runner)', `glrt-t1_${letters(27)}`],
  ['GitLab (runner registration)', `GR1348941${letters(20)}`],
  ['Hugging Face', `hf_${letters(34)}`],
  ['Mintlify', `mint_${letters(24)}`],
  ['ReadMe', `rdme_${hex(70)}`],
  ['Docker', `dckr_pat_${letters(27)}`],
  ['SendGrid', `SG.${letters(22)}.${letters(43)}`],
  ['Brevo', `xkeysib-${hex(64)}-${letters(16)}`],
  ['Twilio', `SK${hex(32)}`],
  ['Shopify', `shpat_${hex(32)}`],
  ['Atlassian', `ATATT3${letters(180)}`],
  ['Azure (storage)', `AccountKey=${letters(86)}==`],
  ['Azure (Entra)', `${letters(3)}8Q~${letters(34)}`],
  ['Databricks', `dapi${hex(32)}`],
  ['DigitalOcean', `dop_v1_${hex(64)}`],
  ['Grafana', `glsa_${letters(32)}_${hex(8)}`],
  ['Grafana Cloud', `glc_${letters(60)}=`],
  ['Sentry', `sntrys_eyJ${letters(80)}_${letters(43)}`],
  ['Sentry (user)', `sntryu_${hex(64)}`],
  ['Vault', `hvs.${letters(95)}`],
  ['Terraform', `${letters(14)}.atlasv1.${letters(67)}`],
  ['Heroku', `HRKU-AA${letters(58)}`],
  ['Fly.io', `fm2_${letters(120)}`],
  ['Doppler', `dp.pt.${letters(43)}`],
  ['Linear', `lin_api_${letters(40)}`],
  ['Notion', `ntn_${'1234567890'}1${letters(35)}`],
  ['Postman', `PMAK-${hex(24)}-${hex(34)}`],
  ['PlanetScale', `pscale_tkn_${letters(43)}`],
  ['Supabase', `sbp_${hex(40)}`],
  ['1Password', `ops_eyJ${letters(300)}`],
  ['age', `AGE-SECRET-KEY-1${'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'.repeat(2).slice(0, 58)}`],
  [
    'PGP private key',
    `${pgp}${letters(60)}\n${letters(64)}\n${letters(7)}=\n=njUN\n-----END PGP PRIVATE KEY BLOCK-----`,
  ],
  ['private key', pem('PRIVATE KEY', KEY_LINES)],
  ['RSA private key', pem('RSA PRIVATE KEY', KEY_LINES)],
  ['OpenSSH private key', pem('OPENSSH PRIVATE KEY', KEY_LINES)],
  ['private key in one line', pem('EC PRIVATE KEY', KEY_LINES, '\\n')],
  ['private key that was cut', `-----BEGIN PRIVATE KEY-----\n${letters(64)}\n${letters(64)}`],
];

/** What a text may have before a token: escapes, and color codes with and without their ESC. */
const BEFORE = [
  '\\n',
  'a\\tb\\r',
  '?x=y%3D',
  '\\u0022',
  '\\\\n',
  '\x1b[36m',
  '[36m',
  '[0K',
  'x\x1b[1;31m',
  '\\u001b[36m',
  '\\x1b[0m',
  '_',
  'A_',
  '-',
  '=',
  ':',
  '(',
  '"',
  "'",
  '`',
  '<',
];

describe('a secret of a well-known form is redacted and counted:', () => {
  test.each(SECRETS)('%s', (_, secret) => {
    const { text, removed } = redact(`Before ${secret}\nand after.`);
    expect(text).toBe('Before [secret redacted]\nand after.');
    expect(removed).toEqual({ tokens: 1 });
  });

  test.each(SECRETS)('%s, in a code span, in quotes and in an address', (_, secret) => {
    const around = (shown: string) => `\`${shown}\` "${shown}" https://x.example/?token=${shown}&y=1`;
    expect(redact(around(secret))).toEqual({ text: around('[secret redacted]'), removed: { tokens: 3 } });
  });
});

describe('a secret behind an escape, a color code, an underscore or a quote is redacted:', () => {
  test.each(SECRETS)('%s', (_, secret) => {
    for (const before of BEFORE) expect(redact(`${before}${secret}`).text).toBe(`${before}[secret redacted]`);
    expect(redact(`KEY_${secret}_x`).text).toContain('[secret redacted]');
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
  'task-force-of-many-people, disk-image-for-the-new-machine, risk-assessment-2024-with-many-words',
  'glpat-token_for_different_git_platform, ghp_the_name_of_the_token_that_you_created, xoxb-your-bot-token-here',
  `sk_live_short, xoxb-1, eyJhbGciOiJIUzI1NiJ9 alone, sha512-${'A'.repeat(86)}==`,
])('%j is not changed', (text) => {
  expect(redact(text)).toEqual({ text, removed: {} });
});

describe('a secret with a distinctive prefix is redacted within a word:', () => {
  const isDistinctive = ([, secret]: (typeof SECRETS)[number]) =>
    /^(?:gh[pousr]_|github_pat_|gl[a-z]+-|xox|xapp|sk_live|whsec|GOCSPX|pypi-|dop_v1|shpat|-----)/.test(secret);

  test.each(SECRETS.filter(isDistinctive))('%s', (_, secret) => {
    expect(redact(`token${secret}`).text).toBe('token[secret redacted]');
  });

  test.each(['task', 'disk', 'risk', 'half', '0'])('a short prefix begins no token within a word: %s', (word) => {
    for (const secret of [`sk-${letters(20)}T3Blbk${`FJ${letters(20)}`}`, `hf_${letters(34)}`, `npm_${letters(36)}`])
      expect(redact(`${word}${secret}`).text).toBe(`${word}${secret}`);
  });
});

describe('a secret in a line of a patch, with a full stop after it, and at the cut of a text is redacted:', () => {
  // A text of 262 KB takes a twentieth of a second, so each secret is cut at one place: near its start, or near its end.
  test.each(SECRETS.map(([form, secret], at) => ({ form, secret, isCutEarly: at % 2 === 0 })))('$form', (row) => {
    const { secret, isCutEarly } = row;
    const lines = secret.replaceAll('\n', '\n+');
    expect(readPlain(`+key: ${lines}\n-b`).text).toBe('+key: [secret redacted]\n-b');
    expect(redact(`It is ${secret}. More`).text).toBe('It is [secret redacted]. More');
    const [before, line = ''] = ['b '.repeat(131_000), secret.split('\n')[0]];
    const length = isCutEarly ? 8 : line.length - 1;
    const { text } = readMarkdown(`${before.slice(0, 262_080 - length - 1)} ${secret}${' c'.repeat(200)}`);
    expect(text.slice(-200).replace('-----BEGIN', '').includes(secret.slice(0, 12))).toBe(false);
  });
});

describe('the password of an address is redacted, and the address stays:', () => {
  const password = ['hB3', 'dE5gH7'].join('');
  test.each([
    [`https://bob:${password}@git.example/x.git`, 'https://bob:[secret redacted]@git.example/x.git'],
    [`postgres://app:${password}!@db:5432/app`, 'postgres://app:[secret redacted]@db:5432/app'],
    [`redis://:${password}@[::1]:6379`, 'redis://:[secret redacted]@[::1]:6379'],
    [
      `+  url = https://x-access-token:${password}@github.com`,
      '+  url = https://x-access-token:[secret redacted]@github.com',
    ],
  ])('%s', (text, expected) => {
    expect(redact(text).text).toBe(expected);
  });

  test.each([
    'https://user:password@host.example',
    'https://user:my-secret-password@host.example, mysql://USER:PASSWORD@host',
    'postgres://postgres:postgres@localhost, amqp://guest:guest@rabbit, mysql://benutzer:passwort@host',
    'https://user:<password>@host, https://user:\u0024{PASSWORD1}@host, https://user:$TOKEN2@host, https://user:***@host',
    'https://user:{{ password_1 }}@host, https://x:%s@host, https://u:[pass1]@host',
    'docker://alpine:3.20@sha256:0123456789abcdef, http://localhost:8080/@scope/name',
  ])('%s stays', (text) => {
    expect(redact(text)).toEqual({ text, removed: {} });
  });
});

describe('the credentials of a header are redacted:', () => {
  const basic = Buffer.from(`x-access-token:${letters(40)}`).toString('base64');
  test.each([
    [`\textraheader = AUTHORIZATION: basic ${basic}`, '\textraheader = AUTHORIZATION: basic [secret redacted]'],
    [`curl -H "Authorization: Bearer ${letters(40)}" x`, 'curl -H "Authorization: Bearer [secret redacted]" x'],
    [`{"Authorization": "token ${letters(40)}"}`, '{"Authorization": "token [secret redacted]"}'],
    [`"{\\"Authorization\\": \\"Bearer ${letters(40)}\\"}"`, '"{\\"Authorization\\": \\"Bearer [secret redacted]\\"}"'],
    [`Authorization=Basic%20${basic}`, 'Authorization=Basic%20[secret redacted]'],
  ])('%j', (text, expected) => {
    expect(redact(text).text).toBe(expected);
  });

  test.each([
    'Authorization: Bearer YOUR_ACCESS_TOKEN_2',
    'Authorization: Basic BASE_64_ENCODED_AUTH_STRING, `Authorization: Bearer <token>`, Authorization: Bearer \u0024{TOKEN_1234567890}',
    'Authorization: token goes-here-and-is-long',
  ])('%s stays', (text) => {
    expect(redact(text)).toEqual({ text, removed: {} });
  });
});

test('what readers do not see inside a secret does not hide it', () => {
  const secret = `ghp_${letters(36)}`;
  const { text, removed } = readMarkdown(`The token is ${secret.slice(0, 9)}\u200b${secret.slice(9)}.`);
  expect(text).toBe('The token is [secret redacted].');
  expect(removed).toEqual({ 'invisible characters': 1, tokens: 1 });
});

test.each([
  'ghp_',
  'eyJ',
  'eyJ-',
  'eyJaaaaaaaaaa.',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY-----A: b\n',
  '-----BEGIN ',
  'xoxb-',
  'sk-',
  'A',
  'a_',
  '\n+',
  '> ',
  '://a:',
  '://a:1',
  'authorization: basic 1',
])('a text of 250,000 characters that repeats %j is read without delay', (part) => {
  const text = part.repeat(Math.ceil(250_000 / part.length));
  expect(redact(text).text.length).toBeGreaterThan(0);
});

describe('a private key is redacted to its end', () => {
  const BODY = [letters(64), letters(64)];

  test.each([
    ['alone', '\n'],
    ['in a quote', '\n> '],
    ['in a patch', '\n+'],
    ['in a list', '\n  '],
    ['in a string', '\\n'],
    ['in a string with two characters per line break', '\\r\\n'],
    ['in a colored patch', '[m\n[32m+'],
    ['in a log with times', '\n2026-11-23T08:00:00.1234567Z '],
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
