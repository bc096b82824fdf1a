/** So many characters of a secret in a row are a leak, and twice as many of one in base64. */
const RUN = 8;

/** What readers, browsers and programs make of a text; the last one reads markers. */
const READINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('\\', ''),
  (text) =>
    text.replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  (text) => text.replace(/[\w+/-]{40,}/g, (run) => Buffer.from(run, 'base64').toString()),
];

/** Parts of these secrets that a text holds, however they are written. */
export function leaksIn(text: string, secrets: readonly string[]): string[] {
  const readings = new Set(READINGS.map((read) => read(text)));
  return [...readings].join('\n').toLowerCase().match(patternFor(secrets)) ?? [];
}

const patterns = new Map<string, RegExp>();

/** Matches what is a leak of one of the secrets. Making it takes longer than to look for it. */
function patternFor(secrets: readonly string[]): RegExp {
  const key = secrets.join('\n');
  const known = patterns.get(key) ?? new RegExp(secrets.flatMap(leaksOf).join('|') || NOTHING, 'g');
  patterns.set(key, known);
  return known;
}

const NOTHING = '(?!)';

const leaksOf = (secret: string): string[] =>
  [
    ...runsOf(secret.slice(secret.indexOf('_') + 1).toLowerCase(), RUN),
    ...encodingsOf(secret).flatMap((each) => runsOf(each, 2 * RUN)),
  ].map(RegExp.escape);

const runsOf = (text: string, length: number) =>
  Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) =>
    text.slice(at, at + length),
  );

/** In base64, in lower case, without the characters that depend on what is around the secret. */
const encodingsOf = (secret: string): string[] =>
  ['', 'x', 'xx'].map((before) =>
    Buffer.from(before + secret)
      .toString('base64')
      .slice(4, -4)
      .toLowerCase(),
  );
