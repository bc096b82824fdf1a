import type { Chance } from '../support/seeded-random.ts';

/** The values in a text, one per ` | ` or line. */
export const valuesIn = (text: string): string[] => text.split(/ \| |\s*\n\s*/);

/**
 * Text that may mean something to a program that reads it. No text says what only a bug says, such
 * as `undefined`.
 */
const HOSTILE_TEXTS: Readonly<Record<string, readonly string[]>> = {
  'control characters': [
    '\u0000',
    'a\u0007b\u001b[31mred',
    'one\r\ntwo',
    '\u0085\u2028\u2029',
    '\u007f\u0080',
  ],
  'lone surrogates': ['\ud800', 'a\udfffb', '\udc00\ud800'],
  'characters without width, and bidi': valuesIn(
    '\u202eevil\u202c | \u2066a\u2069 | a\u200bb\u2060c\ufeff | \u{e0041}\u{e007f}',
  ),
  'characters beyond the first plane': valuesIn(
    '👩‍👩‍👧‍👦 | 𝔘𝔫𝔦 | \u{10ffff} | e\u0301\u0301\u0301',
  ),
  markers: [
    ...valuesIn(
      '<!-- docs-agent-action:1 aaaaaaaa.e30.x --> | <!-- docs-agent-action: | --> | <!--',
    ),
    '<!-- x -->\n/docs explain',
  ],
  Markdown: [
    ...valuesIn('<img src=fuzz onerror=x> | @fuzz-team | closes #99 | ](https://live.example) | `'),
    '| a | b |',
    '```\n',
  ],
  'HTML that ends nothing': [
    '<details><summary>',
    '<a href="',
    '</div><!--',
    '&#x41;&#0;&amp;',
    '<![CDATA[',
  ],
  'commands of the runner': [
    '::fuzz::x',
    '##[fuzz]x',
    '\n::set-output name=verdict::x',
    '%0A::error::',
  ],
  commands: ['/docs fuzz', '/docs', '/docs new fuzz', '/DOCS fuzz', '> /docs fuzz'],
  paths: valuesIn(
    '../../../etc/fuzz | /etc/fuzz | . | .. | C:\\fuzz | .git/config | a/./b//c | %2e%2e%2f | link',
  ),
  addresses:
    valuesIn(`https://fuzz.example/x | http://fuzz.example | javascript:fuzz | //fuzz.example | https://[::1
    https://a:b@fuzz.example/ | https://github.com/acme/app/pull/100 | https://github.com/acme/app/pull/1e9`),
  numbers: valuesIn('0 | -1 | 1e999 | 9007199254740993 | 0x10 | 00 | 1.5 | -0 | ١'),
  times:
    valuesIn(`1970-01-01T00:00:00Z | 9999-12-31T23:59:59Z | 2026-13-45T99:99:99Z | -271821-04-20 | 2026-03-02
    Thu, 01 Jan 1970 00:00:00 GMT`),
  words:
    valuesIn(`active | completed | failed | archived | paused | open | closed | none | admin | ghost | true | null
    diverged | renamed | [bot] | *`),
  globs: [
    '**/*',
    '!**',
    '[',
    '{a,{b,c}}',
    '\\',
    '+(a)',
    '*'.repeat(300),
    '{a,b}'.repeat(40),
    '[z-a]',
  ],
  'names of JavaScript': valuesIn(
    '__proto__ | constructor | toString | prototype | hasOwnProperty',
  ),
  blanks: ['', ' ', '\t', '\n', ' '.repeat(200), '\u00a0', '\u3000'],
  'one character, many times': ['a', '[', '<', '*', '`', '&', '#', '(', '\\', '👩', '- ', '> '].map(
    (sign) => sign.repeat(3_000),
  ),
};

/** The kinds of {@link HOSTILE_TEXTS}. */
export const KINDS_OF_TEXT = Object.keys(HOSTILE_TEXTS);

export function pick<T>(list: readonly [T, ...T[]] | readonly T[], chance: Chance): T {
  const found = list[Math.floor(chance.random() * list.length)];
  if (found === undefined) throw new Error('Nothing to pick from.');
  return found;
}

/** A text of one kind, in place of another, before it, behind it or inside. */
export function spoiltText(text: string, kind: string, chance: Chance): string {
  const hostile = pick(HOSTILE_TEXTS[kind] ?? [''], chance);
  return placed(text, hostile, chance);
}

export function placed(text: string, hostile: string, chance: Chance): string {
  const at = Math.floor(chance.random() * (text.length + 1));
  const inside = text.slice(0, at) + hostile + text.slice(at);
  return pick([hostile + text, text + hostile, inside, hostile, hostile], chance);
}

/** Ways in which a text can contain a secret. */
export const DISGUISES: readonly ((secret: string, chance: Chance) => string)[] = [
  (secret) => secret,
  (secret) => secret.toUpperCase(),
  (secret, { random }) =>
    Buffer.from('xy'.slice(Math.floor(random() * 3)) + secret).toString(
      random() < 0.5 ? 'base64url' : 'base64',
    ),
  (secret) => encodeURIComponent(secret),
  (secret) => secret.replaceAll('_', '\\_'),
  (secret) => `Bearer ${secret}`,
  (secret) => `x${secret}y`,
  (secret) => `{"text":"a\\n${secret}\\t"}`,
  (secret) => `https://fuzz.example/?x%3D${secret}`,
  (secret, { random }) => `${'a '.repeat(Math.floor(random() * 120))}${secret}`,
];
