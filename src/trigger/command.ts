import { MARKER_PREFIX } from '../github/comments.ts';
import type { Sanitized } from '../sanitize/sanitize.ts';
import { readMarkdown } from '../sanitize/untrusted.ts';

/** The text of a comment after `trigger-command`. */
export interface Command {
  /** Empty if the thread itself is the request. */
  readonly request: Sanitized;
  /** Its first word is `new`: it creates a job even if the thread has one to continue. */
  readonly isFresh: boolean;
}

/**
 * Parses a comment as a command: its first visible line starts with `word`, followed by white space or the end. Upper and lower case
 * are the same, as in `startsWith` of GitHub's expressions. Quoted and indented lines, code, text in an HTML element, and comments that
 * contain the prefix of a marker are not commands, and return undefined.
 */
export function parseCommand(body: string, word: string): Command | undefined {
  if (body.includes(MARKER_PREFIX)) return undefined;
  const { text, removed } = readMarkdown(body);
  const visible = text.replace(/^(?:[^\S\n]*\n)+/, '').replace(/^ {1,3}(?=\S)/, '');
  const rest = visible.slice(word.length);
  if (visible.slice(0, word.length).toLowerCase() !== word.toLowerCase() || /^\S/.test(rest)) return undefined;
  if (beginsWithTag(body, word)) return undefined;
  const [fresh = ''] = /^[^\S\n]+new(?!\S)/i.exec(rest) ?? [];
  return { request: { text: rest.slice(fresh.length).trim(), removed }, isFresh: fresh !== '' };
}

/** Whether an HTML tag precedes the command. Sanitizing removes tags, but the text in an element may be a quote or code. */
function beginsWithTag(body: string, word: string): boolean {
  const tag = body.search(/<[a-z]/i);
  return tag >= 0 && tag < body.toLowerCase().indexOf(word.toLowerCase());
}
