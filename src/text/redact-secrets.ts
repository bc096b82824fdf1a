import { REDACTED } from '../sanitize/index.ts';

/**
 * Shorter secrets are not searched for in base64, where they would occur by chance, nor in texts
 * that are read: they may be words.
 */
const MIN_ENCODED = 8;

/**
 * UTF-16 units of a secret that are searched for: no server accepts a longer header, and no pattern
 * can be of any length.
 */
const MAX_LENGTH = 4096;

/**
 * Finds whole secrets, in any case: as they are, as the action and JSON escape them, encoded for
 * URLs and, if they are long enough, in base64.
 * @param secrets those that no server may be sent or send back; what is added later is only kept
 * out of what people read.
 */
export function createRedactor(secrets: readonly string[]) {
  const known = new Set(secrets);
  let shown = patternFor(known);
  const exchanged = patternFor(secrets.filter((secret) => secret.length >= MIN_ENCODED));
  return {
    add(secret: string): void {
      shown = patternFor(known.add(secret));
    },
    /** For texts that the action writes: replaces every secret by `***`. */
    redact: (text: string): string => text.replace(shown, '***'),
    /**
     * For texts that the action reads, before they are cut, and sends, which may be JSON: replaces
     * secrets of at least {@link MIN_ENCODED} characters.
     */
    redactExchanged: (text: string): string => text.replace(exchanged, REDACTED),
  };
}

/** The longest form is first, as one secret may be a part of another. */
function patternFor(secrets: Iterable<string>): RegExp {
  const forms = [...secrets]
    .filter(Boolean)
    .flatMap((secret) => formsOf(secret.slice(0, MAX_LENGTH)));
  return new RegExp(
    forms.toSorted((one, other) => other.length - one.length).join('|') || '(?!)',
    'gi',
  );
}

/** The source of a pattern for each form of a secret. */
function formsOf(secret: string): string[] {
  // Up to two backslashes: a sign that is escaped in Markdown, in JSON. JSON may also write any
  // sign as `\\u003d` (RFC 8259, 7).
  const escaped = secret.replace(/[^a-z0-9]/gi, (sign) => {
    return String.raw`(?:\\{0,2}\u${codeOf(sign)}|\\{1,2}u${codeOf(sign)})`;
  });
  const encoded = encodeURIComponent(secret.toWellFormed());
  const forms = [escaped, encoded.replace(/[^a-z0-9]/gi, (sign) => `\\u${codeOf(sign)}`)];
  return secret.length < MIN_ENCODED ? forms : [...forms, ...base64FormsOf(secret)];
}

/**
 * A pattern has signs by their codes. `RegExp.escape` is not in Node 20, which must get as far as the
 * error about its version.
 */
const codeOf = (sign: string): string => sign.charCodeAt(0).toString(16).padStart(4, '0');

/**
 * In base64, a text begins at one of three places of a group of three bytes. Characters that also
 * depend on its neighbors are left out.
 */
const base64FormsOf = (secret: string): string[] =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const whole = bytes
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return whole.replaceAll('+', '[+-]').replaceAll('/', '[/_]');
  });
