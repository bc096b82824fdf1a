/** So many characters of a secret in a row are a leak. */
const RUN = 8;

/** What readers, browsers and programs make of a text. */
const READINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('\\', ''),
  (text) => text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))),
  (text) => text.replace(/&#x([\da-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16))),
  (text) => text.replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  (text) => text.replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
];

/** Parts of these secrets that a text holds, however they are written. */
export function leaksIn(text: string, secrets: readonly string[]): string[] {
  const readings = new Set(READINGS.map((read) => read(text)));
  const texts = [...readings].map((reading) =>
    reading.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').toLowerCase(),
  );
  return secrets.flatMap((secret) => {
    const behindPrefix = secret.slice(secret.indexOf('_') + 1).toLowerCase();
    const runs = [...runsOf(behindPrefix, RUN), ...encodingsOf(secret).flatMap((each) => runsOf(each, 2 * RUN))];
    return runs.filter((run) => texts.some((each) => each.includes(run)));
  });
}

const runsOf = (text: string, length: number) =>
  Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));

/** In hexadecimal and in base64, in lower case, without the characters that depend on what is around the secret. */
const encodingsOf = (secret: string): string[] => [
  Buffer.from(secret).toString('hex'),
  ...['', 'x', 'xx'].map((before) =>
    Buffer.from(before + secret)
      .toString('base64')
      .slice(4, -4)
      .toLowerCase(),
  ),
];
