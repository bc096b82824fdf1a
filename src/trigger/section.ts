import type { CodeLine } from '../github/reviews.ts';
import { addRemoved, type Removed, readPlain, type Sanitized } from '../sanitize/index.ts';
import { oneLine } from '../text/escape.ts';

/** Trusted text (`string`), or sanitized untrusted text. */
export type Text = string | Sanitized;

/** A part of the prompt: untrusted text with a heading that names its author and address. */
export interface Section {
  /** One trusted line. */
  readonly heading: string;
  readonly parts: readonly Text[];
}

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

/** @param heading what has the branch or tag. */
export const refSection = (heading: string, kind: 'Branch' | 'Tag', name: string): Section => ({
  heading,
  parts: [`${kind}: `, onOneLine(name), '\n'],
});

/**
 * A name that the workflow gives, such as a path, with a leading space, for a heading; empty if it could be read as text, or if it
 * holds a secret.
 */
export const plainName = (text: string): string =>
  /^[\w./+#@-]{1,100}$/.test(text) && readPlain(text).text === text ? ` ${text}` : '';

/** The requester's login, for a trusted line of the prompt. */
export const nameOf = ({ login }: { readonly login: string }): string => oneLine(login, 100) || 'an unknown account';

/** Lines of a hunk that the prompt shows, counted from its end: the commented line is the last one. */
const MAX_HUNK_LINES = 40;

/** A comment on a line as part of a section: the place, the diff up to the line, and the text of the comment. */
export function lineCommentParts({ path, line, hunk }: CodeLine, text: Sanitized): Text[] {
  const place = line === undefined ? 'File ' : `Line ${line} of `;
  const diff = hunk ? [shorten(readPlain(hunk)), '\n\n'] : [];
  return [place, readPlain(path), '\n\n', ...diff, text];
}

/** The header and the last lines of a hunk. Secrets were redacted before, so that no cut can hide a part of one. */
function shorten(hunk: Sanitized): Sanitized {
  const [header = '', ...lines] = hunk.text.split('\n');
  const surplus = lines.length - MAX_HUNK_LINES;
  if (surplus <= 0) return hunk;
  return { ...hunk, text: [header, `[${surplus} lines left out]`, ...lines.slice(surplus)].join('\n') };
}
