import { REMOVED_KINDS, type Removed } from '../sanitize/removed.ts';
import { plural, type RichText } from '../text/format.ts';
import type { Authorization } from '../trigger/authorization.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import type { RetryHints } from './retry-hints.ts';

/** What was requested, by whom and where. The strings are untrusted and not escaped. */
export interface RequestSummary {
  readonly requester: string;
  readonly authorization: Authorization;
  readonly title: string;
  /** The author of the title; empty if the title is the maintainer's instruction. */
  readonly saidBy: string;
  /** Where the request was made. */
  readonly origin: RichText;
  readonly retryHints: RetryHints;
  /** What sanitizing removed from the untrusted text. */
  readonly removed: Removed;
  /** Why the ranking of the most visited pages is partial; empty if it is complete or not used. */
  readonly short: string;
  /** URL of the workflow run; undefined if the runner does not provide its number. */
  readonly runUrl: string | undefined;
}

interface Facts extends Pick<RequestSummary, 'authorization' | 'removed' | 'short' | 'runUrl'> {
  readonly trigger: RequestTrigger;
  /** The maintainer's instruction: the title if the event contains no text that is a request. */
  readonly instruction: string | undefined;
  /** The pages to update, if the request has neither text nor changes. */
  readonly refresh: string | undefined;
  /** The start of a comment that is a request. */
  readonly command: string;
}

export function describeRequest({ trigger, instruction, refresh, command, ...facts }: Facts): RequestSummary {
  const byDefault = refresh ? `Bring up to date: ${refresh}` : 'Bring the documentation up to date';
  const title = instruction ?? byDefault;
  const { quote, origin, requester, retry } = trigger;
  const titleAndAuthor = quote ? { title: quote.text, saidBy: quote.author } : { title, saidBy: '' };
  return { ...facts, ...titleAndAuthor, requester: requester.login, origin, retryHints: { ...retry, command } };
}

/** `1 HTML comment, 14 invisible characters`: what readers do not see; empty if nothing was removed. */
export function describeRemoved(removed: Removed): string {
  return REMOVED_KINDS.filter((kind) => kind !== 'tokens' && kind !== 'collapsed sections')
    .flatMap((kind) => (removed[kind] ? [plural(removed[kind], kind.slice(0, -1))] : []))
    .join(', ');
}

/** `1 secret redacted`: visible text that was replaced; empty if there was none. */
export const describeRedacted = ({ tokens = 0 }: Removed): string =>
  tokens > 0 ? `${plural(tokens, 'secret')} redacted` : '';

/** `2 collapsed sections`: sent, although a reader may not have opened them; empty if there are none. */
export const describeCollapsed = ({ 'collapsed sections': sections }: Removed): string =>
  sections ? plural(sections, 'collapsed section') : '';
