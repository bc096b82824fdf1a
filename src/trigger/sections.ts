import { oneLine } from '../text/escape.ts';
import type { Actor, IssueOrPull, Section } from './trigger.ts';

export function threadSection({ kind, number, author, url, title, body }: IssueOrPull): Section {
  return { heading: `${kind} #${number} by ${oneLine(author, 100)}, ${url}`, parts: ['Title: ', title, '\n\n', body] };
}

/**
 * A branch or tag name with a leading space, for a trusted line of the prompt; empty if it could be read as text, as git allows whole
 * sentences.
 */
export const plainName = (text: string): string => (/^[\w./+#@-]{1,100}$/.test(text) ? ` ${text}` : '');

/** The requester's login, for a trusted line of the prompt. */
export const nameOf = ({ login }: Actor): string => oneLine(login, 100) || 'an unknown account';
