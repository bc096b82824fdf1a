import type { Chance } from '../support/seeded-random.ts';
import { pick } from './hostile-texts.ts';
import type { Changed } from './json-changes.ts';

type Operator = (bytes: Buffer, at: number, chance: Chance) => Buffer;

const INVALID_UTF8 = [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xc0, 0xaf], [0xe2, 0x82]];

const inserted = (bytes: Buffer, at: number, added: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at)]);

/** A number of bytes from 1 to `max`. */
const some = (max: number, { random }: Chance) => 1 + Math.floor(random() * max);

const OPERATORS: Readonly<Record<string, Operator>> = {
  'one bit is flipped': (bytes, at, { random }) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    return copy;
  },
  'ten bits are flipped': (bytes, _, { random }) => {
    const copy = Buffer.from(bytes);
    for (let count = 0; count < 10; count++) {
      const at = Math.floor(random() * copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    }
    return copy;
  },
  'the rest is cut off': (bytes, at) => bytes.subarray(0, at),
  'the start is cut off': (bytes, at) => bytes.subarray(at),
  'some bytes are left out': (bytes, at, chance) =>
    Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + some(20, chance))]),
  'random bytes are inserted': (bytes, at, chance) =>
    inserted(
      bytes,
      at,
      Uint8Array.from({ length: some(8, chance) }, () => Math.floor(chance.random() * 256)),
    ),
  'invalid UTF-8 is inserted': (bytes, at, chance) => inserted(bytes, at, Uint8Array.from(pick(INVALID_UTF8, chance))),
  'NUL is inserted': (bytes, at) => inserted(bytes, at, Uint8Array.of(0)),
  'a part is repeated': (bytes, at, chance) => {
    const part = bytes.subarray(at, at + some(40, chance));
    return inserted(bytes, at, Buffer.concat(Array(some(30, chance)).fill(part)));
  },
  'the whole is there twice': (bytes) => Buffer.concat([bytes, bytes]),
  'nothing is left': () => Buffer.alloc(0),
  'a byte order mark comes first': (bytes) => inserted(bytes, 0, Uint8Array.of(0xef, 0xbb, 0xbf)),
  'text follows': (bytes) => Buffer.concat([bytes, Buffer.from(' fuzz')]),
  'a digit is another': (bytes, _, chance) => {
    const digits = [...bytes.keys()].filter((at) => /\d/.test(String.fromCharCode(bytes[at] ?? 0)));
    const copy = Buffer.from(bytes);
    if (digits.length > 0) copy[pick(digits, chance)] = 0x30 + Math.floor(chance.random() * 10);
    return copy;
  },
  'it is HTML': () => Buffer.from('<html><title>502 Bad Gateway</title></html>'),
  'it is one word': (_, __, chance) =>
    Buffer.from(pick(['null', 'true', '0', '[]', '{}', '""', 'NULL', 'fuzz'], chance)),
  'it is UTF-16': (bytes) => Buffer.from(bytes.toString(), 'utf16le'),
  'it is compressed': (bytes) => Buffer.concat([Uint8Array.of(0x1f, 0x8b, 8, 0), bytes]),
};

/** Bytes of which some are changed. */
export function changeBytes(bytes: Buffer, chance: Chance): Changed<Buffer> {
  const how = pick(Object.keys(OPERATORS), chance);
  const at = Math.floor(chance.random() * bytes.length);
  const content = OPERATORS[how]?.(bytes, at, chance) ?? bytes;
  return { content, how, note: `${how} at byte ${at} of ${bytes.length}` };
}
