import type { Sanitized } from '../sanitize/sanitize.ts';
import { readMarkdown } from '../sanitize/untrusted.ts';
import { MARKER_PREFIX } from '../text/marker-prefix.ts';

/** What somebody wrote after `trigger-command`. */
export interface Command {
  /** Empty where the thread itself says what is wanted. */
  readonly request: Sanitized;
  /** `new` is its first word: a job of its own, whatever the thread holds. */
  readonly isFresh: boolean;
}

/**
 * Reads a comment as a command: its first visible line starts with `word`, as a word of its own, in any case, as `startsWith`
 * of GitHub's expressions finds it. Quoted and indented lines, code, what is in an HTML
 * element, and whatever holds our marker never are one.
 */
export function parseCommand(body: string, word: string): Command | undefined {
  if (body.includes(MARKER_PREFIX)) return undefined;
  const { text, removed } = readMarkdown(body);
  const visible = text.replace(/^(?:[^\S\n]*\n)+/, '').replace(/^ {1,3}(?=\S)/, '');
  const rest = visible.slice(word.length);
  if (visible.slice(0, word.length).toLowerCase() !== word.toLowerCase() || /^\S/.test(rest)) return undefined;
  if (beginsWithTag(body, word)) return undefined;
  const isFresh = /^[^\S\n]+new(?!\S)/i.test(rest);
  const request = isFresh ? rest.replace(/^\s+new/i, '') : rest;
  return { request: { text: request.trim(), removed }, isFresh };
}

/** Sanitizing takes the tags out, but what is in an element may be a quote or code. */
function beginsWithTag(body: string, word: string): boolean {
  const tag = body.search(/<[a-z]/i);
  return tag >= 0 && tag < body.toLowerCase().indexOf(word.toLowerCase());
}
