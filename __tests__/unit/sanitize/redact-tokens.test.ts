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
const pgp = [
  '-----BEGIN PGP',
  'PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\nComment: x\n\nlQHY',
].join(' ');

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
  ['Slack (rotated)', `xoxe.xoxp-1-${letters(20)}`],
  ['Slack bot (rotated)', `xoxe.xoxb-1-${letters(20)}`],
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

const REDACTED = '[secret redacted]';

/** What a text may have before a token: escapes, and color codes with and without their ESC. */
const BEFORE = [
  ...[
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
  ],
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

/** Where a secret may stand. */
const AROUND: readonly ((shown: string) => string)[] = [
  (shown) => `Before ${shown}\nand after.`,
  (shown) => `\`${shown}\` "${shown}" https://x.example/?token=${shown}&y=1`,
  (shown) => `It is ${shown}. More`,
  ...BEFORE.map((before) => (shown: string) => before + shown),
];

describe('a secret of a well-known form is redacted wherever it stands, and counted:', () => {
  test.each(SECRETS)('%s', (_, secret) => {
    for (const around of AROUND) expect(redact(around(secret)).text).toBe(around(REDACTED));
    expect(redact(`${secret} ${secret}`).removed).toEqual({ tokens: 2 });
    expect(redact(`KEY_${secret}_x`).text).toContain(REDACTED);
    expect(readPlain(`+key: ${secret.replaceAll('\n', '\n+')}\n-b`).text).toBe(
      `+key: ${REDACTED}\n-b`,
    );
  });
});

test.each([
  'A key like ghp_example or AKIA is not one.',
  'See -----BEGIN PRIVATE KEY----- in the docs; the words behind it stay.',
  '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUExample\n-----END CERTIFICATE-----',
  '9c56cc5f0d1d4f5e8a7b6c5d4e3f2a1b0c9d8e7f is a commit, 550e8400-e29b-41d4-a716-446655440000 a UUID.',
  'task-force-of-many-people, disk-image-for-the-new-machine, risk-assessment-2024-with-many-words',
  'glpat-token_for_different_git_platform, ghp_the_name_of_the_token_that_you_created, xoxb-your-bot-token-here',
  `sk_live_short, xoxb-1, eyJhbGciOiJIUzI1NiJ9 alone, sha512-${'A'.repeat(86)}==`,
  'https://user:password@host.example',
  'https://user:my-secret-password@host.example, mysql://USER:PASSWORD@host',
  'postgres://postgres:postgres@localhost, amqp://guest:guest@rabbit, mysql://benutzer:passwort@host',
  'https://user:<password>@host, https://user:\u0024{PASSWORD1}@host, https://user:$TOKEN2@host, https://user:***@host',
  'https://user:{{ password_1 }}@host, https://x:%s@host, https://u:[pass1]@host',
  'docker://alpine:3.20@sha256:0123456789abcdef, http://localhost:8080/@scope/name',
  'Authorization: Bearer YOUR_ACCESS_TOKEN_2',
  'Authorization: Basic BASE_64_ENCODED_AUTH_STRING, `Authorization: Bearer <token>`, Authorization: Bearer \u0024{TOKEN_1234567890}',
  'Authorization: token goes-here-and-is-long',
])('%j is not changed', (text) => {
  expect(redact(text)).toEqual({ text, removed: {} });
});

describe('a secret with a distinctive prefix is redacted within a word:', () => {
  const isDistinctive = ([, secret]: (typeof SECRETS)[number]) =>
    /^(?:gh[pousr]_|github_pat_|gl[a-z]+-|xox|xapp|sk_live|whsec|GOCSPX|pypi-|dop_v1|shpat|-----)/.test(
      secret,
    );

  test.each(SECRETS.filter(isDistinctive))('%s', (_, secret) => {
    expect(redact(`token${secret}`).text).toBe(`token${REDACTED}`);
  });

  test.each(['task', 'disk', 'risk', 'half', '0'])(
    'a short prefix begins no token within a word: %s',
    (word) => {
      for (const secret of [
        `sk-${letters(20)}T3Blbk${`FJ${letters(20)}`}`,
        `hf_${letters(34)}`,
        `npm_${letters(36)}`,
      ])
        expect(redact(`${word}${secret}`).text).toBe(`${word}${secret}`);
    },
  );
});

// A text of 262 KB takes a twentieth of a second, so each secret is cut at one place: near its
// start, or near its end.
test.each(SECRETS.map(([form, secret], at) => ({ form, secret, isCutEarly: at % 2 === 0 })))(
  'a secret at the cut of a text is left out: $form',
  ({ secret, isCutEarly }) => {
    const [before, line = ''] = ['b '.repeat(131_000), secret.split('\n')[0]];
    const length = isCutEarly ? 8 : line.length - 1;
    const { text } = readMarkdown(
      `${before.slice(0, 262_080 - length - 1)} ${secret}${' c'.repeat(200)}`,
    );
    expect(text.slice(-200).replace('-----BEGIN', '').includes(secret.slice(0, 12))).toBe(false);
  },
);

const password = ['hB3', 'dE5gH7'].join('');
const basic = Buffer.from(`x-access-token:${letters(40)}`).toString('base64');
test.each([
  `https://bob:«${password}»@git.example/x.git`,
  `postgres://app:«${password}!»@db:5432/app`,
  `redis://:«${password}»@[::1]:6379`,
  `+  url = https://x-access-token:«${password}»@github.com`,
  `\textraheader = AUTHORIZATION: basic «${basic}»`,
  `curl -H "Authorization: Bearer «${letters(40)}»" x`,
  `{"Authorization": "token «${letters(40)}»"}`,
  `"{\\"Authorization\\": \\"Bearer «${letters(40)}»\\"}"`,
  `Authorization=Basic%20«${basic}»`,
])(
  'the password of an address and the credentials of a header are redacted, and the rest stays: %s',
  (text) => {
    expect(redact(text.replaceAll(/[«»]/g, '')).text).toBe(text.replace(/«.*»/, REDACTED));
  },
);

test('what readers do not see inside a secret does not hide it', () => {
  const secret = `ghp_${letters(36)}`;
  const { text, removed } = readMarkdown(
    `The token is ${secret.slice(0, 9)}\u200b${secret.slice(9)}.`,
  );
  expect(text).toBe('The token is [secret redacted].');
  expect(removed).toEqual({ 'invisible characters': 1, tokens: 1 });
});

test.each([
  'ghp_',
  'eyJ',
  'eyJ-',
  'eyJaaaaaaaaaa.',
  'xoxb-',
  'sk-',
  'A',
  'a_',
  '\n+',
  '> ',
  '://a:',
  '://a:1',
  '-----BEGIN ',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY-----A: b\n',
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
    ['in lines that are indented or removed', '\n-'],
    ['in a string', '\\n'],
    ['in a string with two characters per line break', '\\r\\n'],
    ['in a colored patch', '[m\n[32m+'],
    ['in a log with times', '\n2026-11-23T08:00:00.1234567Z '],
  ])('%s, with a last line of any length', (_, lineBreak) => {
    for (const last of [[], ['x'], ['short+/8'], ['fifteen/letters'], ['sixteen+letters=']]) {
      const { text, removed } = redact(
        `a ${pem('RSA PRIVATE KEY', [...BODY, ...last], lineBreak)} b`,
      );
      expect(text).toBe('a [secret redacted] b');
      expect(removed).toEqual({ tokens: 1 });
    }
  });

  test('and the words behind one without its end stay', () => {
    const { text } = redact(`-----BEGIN PRIVATE KEY-----\n${BODY.join('\n')}\nSee below`);
    expect(text).toBe('[secret redacted]\nSee below');
  });
});
