import { oneLine } from '../text/escape.ts';
import type { Actor, IssueOrPull, Section } from './trigger.ts';

export function threadSection({ kind, number, author, url, title, body }: IssueOrPull): Section {
  return { heading: `${kind} #${number} by ${oneLine(author, 100)}, ${url}`, parts: ['Title: ', title, '\n\n', body] };
}

/** The name of a branch or tag, where it can be nothing else: git allows whole sentences. Names stand in lines of ours. */
export const plainName = (text: string): string => (/^[\w./+#@-]{1,100}$/.test(text) ? ` ${text}` : '');

/** The requester's name, on a line of ours. */
export const nameOf = ({ login }: Actor): string => oneLine(login, 100) || 'Somebody';
