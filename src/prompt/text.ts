import { addRemoved, type Removed } from '../sanitize/removed.ts';
import type { Sanitized } from '../sanitize/sanitize.ts';
import { readPlain } from '../sanitize/untrusted.ts';
import { oneLine } from '../text/escape.ts';
import type { Text } from '../trigger/trigger.ts';

export const textOf = (parts: readonly Text[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');

/** What sanitizing removed from all parts. */
export const removedOf = (parts: readonly Text[]): Removed =>
  parts.reduce<Removed>((sum, part) => (typeof part === 'string' ? sum : addRemoved(sum, part.removed)), {});

/** An untrusted name for use within a line, sanitized. @param max UTF-16 units. */
export function onOneLine(text: string, max = 300): Sanitized {
  const sanitized = readPlain(text);
  return { ...sanitized, text: oneLine(sanitized.text, max) };
}
