import type { Sanitized } from './removed.ts';

/**
 * Replaces a secret in a text that the action reads. No id, address or status has these characters.
 */
export const REDACTED = '[secret redacted]';

/**
 * Well-known formats of tokens. Prefixes and alphabets are those of gitleaks 8.30.1
 * (config/gitleaks.toml; also its `private-key` and `curl-auth-header`), except where the issuer
 * documents a newer form: GitHub's stateless tokens (changelog of 2026-05-15), Mintlify's admin
 * keys (API introduction), Docker's and Supabase's access tokens. There are no upper bounds,
 * because issuers lengthen tokens. These occur in no word.
 */
const DISTINCTIVE: Readonly<Record<string, RegExp>> = {
  GitHub: /gh[pousr]_[\w.-]{35,}[\w-]/,
  'GitHub, fine-grained': /github_pat_\w{22,}/,
  GitLab:
    /gl(?:pat|ptt|cbt|dt|rt|rtr|ft|ffct|imt|agent|oas|soat|wt)-[\w.=-]{19,}[\w=-]|GR1348941[\w-]{20,}/,
  Slack: /xox[abeoprs](?:\.xox[bp])?-\d[A-Za-z0-9-]{9,}|xapp-\d-[A-Za-z0-9-]{10,}/,
  'Slack, webhook': /hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{20,}/,
  Stripe: /[rs]k_(?:live|test|prod)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}={0,2}/,
  'Google, OAuth': /GOCSPX-[\w-]{28}/,
  PyPI: /pypi-AgE[\w-]{50,}/,
  RubyGems: /rubygems_[a-f0-9]{48}/,
  ReadMe: /rdme_[a-z0-9]{70,}/,
  Docker: /dckr_(?:pat|oat)_[\w-]{20,}/,
  Brevo: /xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}/,
  Shopify: /shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32,}/,
  Atlassian: /ATATT3[\w=-]{100,}/,
  DigitalOcean: /do[opr]_v1_[a-f0-9]{64}/,
  Grafana: /glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/]{32,}={0,2}/,
  Sentry: /sntrys_eyJ[\w+/=]{40,}|sntryu_[a-f0-9]{64}/,
  Heroku: /HRKU-AA[\w-]{58}/,
  Linear: /lin_api_[A-Za-z0-9]{40}/,
  Postman: /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/,
  PlanetScale: /pscale_(?:tkn|oauth|pw)_[\w=.-]{31,}[\w=-]/,
  age: /AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}/,
};

/** These need a character before them that is no letter or digit, or the end of an escape. */
const SHORT: Readonly<Record<string, RegExp>> = {
  Google: /AIza[\w-]{35}|ya29\.[\w-]{20,}/,
  AWS: /(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])|ABSK[A-Za-z0-9+/]{109,}={0,2}/,
  'JSON Web Token': /eyJ[\w-]{10,500}\.eyJ[\w-]{10,}(?:\.[\w-]+)?/,
  Anthropic: /sk-ant-[\w-]{20,}/,
  OpenAI: /sk-(?:(?:proj|svcacct|admin)-[\w-]{40,}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20,})/,
  'OpenRouter, DeepSeek': /sk-(?:or-v1-)?[a-f0-9]{32,}/,
  npm: /npm_[A-Za-z0-9]{36,}/,
  'Hugging Face': /(?:hf|api_org)_[A-Za-z0-9]{34,}/,
  Mintlify: /mint_(?!dsc_)(?:[a-z]{2,4}_)?[A-Za-z0-9]{20,}/,
  SendGrid: /SG\.[\w-]{22}\.[\w-]{43}/,
  Twilio: /SK[0-9a-f]{32}(?![A-Za-z0-9])/,
  Azure: /AccountKey=[A-Za-z0-9+/]{86}==|[\w~.]{3}\dQ~[\w~.-]{31,34}/,
  Databricks: /dapi[a-f0-9]{32}/,
  HashiCorp: /hv[bs]\.[\w-]{90,}|[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,}/,
  'Fly.io': /fm[12][ar]?_[A-Za-z0-9+/]{100,}={0,3}/,
  Doppler: /dp\.(?:pt|st|sa|ct)\.[\w.-]{39,}[\w-]/,
  Notion: /ntn_\d{11}[A-Za-z0-9]{35}/,
  Supabase: /sbp_[a-f0-9]{40}/,
  '1Password': /ops_eyJ[A-Za-z0-9+/]{250,}={0,3}/,
};

/**
 * An escape, such as `\n` or `%3D`, and the color codes of terminals, which may have lost their
 * ESC, end the word before.
 */
const BEGIN = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[a-z]|\\x[\dA-Fa-f]{2}|\\u[\dA-Fa-f]{4}|%[\dA-Fa-f]{2}|\[[\d;?]{0,20}[A-Za-z]))`;

const anyOf = (formats: Readonly<Record<string, RegExp>>): string =>
  Object.values(formats)
    .map(({ source }) => source)
    .join('|');

/**
 * Between the lines of a key: the marks of quotes and patches, how strings write a line break,
 * colors, and the times of a log.
 */
const GAP = String.raw`(?:\s|\\+[nrt]|["',>+]|-(?!-)|\[[\d;]{0,20}m|\d{4}-\d\d-\d\dT[\d:.]{8,20}Z)*`;
/** Key blocks (RFC 7468, RFC 9580): up to their end, or as far as the lines are base64. */
const KEY_BLOCK = new RegExp(
  `-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----` +
    String.raw`(?:${GAP}[A-Z][A-Za-z-]{2,20}: [^\n\\]{0,200}(?=[\n\\]))*` +
    `(?:${GAP}[A-Za-z0-9+/=]{16,})+` +
    `(?:(?:${GAP}[A-Za-z0-9+/=]{1,15}){0,2}${GAP}-?-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?`,
  'g',
);

/**
 * The password of an address. Words in one case of letters are what documentation writes in its
 * place, and `@sha256:` follows the tag of an image.
 */
const URL_PASSWORD = new RegExp(
  String.raw`(?<=:\/\/[^\s:@/?#"'<>]{0,100}:)(?!(?:[A-Z]?[a-z]+(?:[_.-]+[a-z]+)*|[A-Z]+(?:[_.-]+[A-Z]+)*)@)` +
    String.raw`[^\s:@/?#"'<>\x60$\{\}\[\]()*|\\]{3,200}(?=@(?!sha\d)[\w\[])`,
  'g',
);
/** The credentials of a header, as curl and actions/checkout write it. */
const CREDENTIALS =
  /(?<=authorization[\\"']{0,4}\s{0,3}(?::|=>?)\s{0,3}[\\"']{0,4}(?:basic|bearer|token)(?:\s|%20){1,3})(?=\S{0,200}\d)[\w.~+/-]{16,}={0,2}/gi;

const SINGLE = [
  new RegExp(`${anyOf(DISTINCTIVE)}|${BEGIN}(?:${anyOf(SHORT)})`, 'g'),
  URL_PASSWORD,
  CREDENTIALS,
];

/**
 * Words in one case of letters, such as `glpat-name_of_your_token` and `YOUR_TOKEN_2`:
 * documentation writes them in place of tokens.
 */
const PLACEHOLDER = /^(?:[a-z]+(?:[_-][a-z]+){3,15}|(?:[a-z]+[_-])?[A-Z\d]+(?:_[A-Z\d]+){2,15})$/;

/** Replaces secrets of well-known formats: people paste them by mistake. */
export const withoutTokens = (text: string): string =>
  SINGLE.reduce(
    (current, format) =>
      current.replace(format, (found) => (PLACEHOLDER.test(found) ? found : REDACTED)),
    text.replace(KEY_BLOCK, REDACTED),
  );

/** Does so in a sanitized text. Counts what is replaced now or was before. */
export function redactTokens({ text, removed }: Sanitized): Sanitized {
  const redacted = withoutTokens(text);
  const tokens = redacted.split(REDACTED).length - 1;
  return { text: redacted, removed: tokens > 0 ? { ...removed, tokens } : removed };
}

/**
 * UTF-16 units; more than most tokens have. A part of a longer one is itself long enough to be
 * recognized.
 */
const LONGEST_TOKEN = 4096;

/**
 * The start of a text that was cut, without its last word, which may be a part of a token that is
 * too short to be recognized.
 */
export function startWithoutCutToken(start: string): string {
  const lastBlank = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'));
  return start.slice(0, Math.max(0, lastBlank, start.length - LONGEST_TOKEN));
}
