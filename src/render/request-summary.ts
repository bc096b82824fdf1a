import { REMOVED_KINDS, type Removed } from '../sanitize/removed.ts';
import { plural } from '../text/format.ts';
import type { RichText } from '../text/rich-text.ts';
import type { Authorization } from '../trigger/authorization.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import type { RetryHints } from './retry-hints.ts';

/** What was asked, by whom and where: the facts around an outcome. Strings are as they came. */
export interface RequestSummary {
  readonly requester: string;
  readonly authorization: Authorization;
  readonly title: string;
  /** Whose words the title is; empty where it is the maintainer's instruction. */
  readonly saidBy: string;
  /** Where the request stands. */
  readonly origin: RichText;
  readonly retryHints: RetryHints;
  /** What was taken out of the words, because no reader sees it. */
  readonly removed: Removed;
  /** Why the pages that are read most are some of the first only; empty where they are not, or are not asked for. */
  readonly short: string;
  /** The workflow run, where the runner names it. */
  readonly runUrl: string | undefined;
}

interface Facts extends Pick<RequestSummary, 'authorization' | 'removed' | 'short' | 'runUrl'> {
  readonly trigger: RequestTrigger;
  /** The maintainer's own: the title of requests without words of their own. */
  readonly instruction: string | undefined;
  /** What is to be looked at, where the event brings neither words nor changes, but pages are wanted. */
  readonly refresh: string | undefined;
  /** What a comment begins with to be a request. */
  readonly command: string;
}

export function describeRequest({ trigger, instruction, refresh, command, ...facts }: Facts): RequestSummary {
  const byDefault = refresh ? `Bring up to date: ${refresh}` : 'Bring the documentation up to date';
  const title = instruction ?? byDefault;
  const { quote, origin, requester, retry } = trigger;
  const words = quote ? { title: quote.text, saidBy: quote.author } : { title, saidBy: '' };
  return { ...facts, ...words, requester: requester.login, origin, retryHints: { ...retry, command } };
}

/** `1 HTML comment, 14 invisible characters`, of what readers do not see; empty where nothing was removed. */
export function describeRemoved(removed: Removed): string {
  return REMOVED_KINDS.filter((kind) => kind !== 'tokens' && kind !== 'collapsed sections')
    .flatMap((kind) => (removed[kind] ? [plural(removed[kind], kind.slice(0, -1))] : []))
    .join(', ');
}

/** `1 secret redacted`, of what readers do see; empty where there was none. */
export const describeRedacted = ({ tokens = 0 }: Removed): string =>
  tokens > 0 ? `${plural(tokens, 'secret')} redacted` : '';

/** `2 collapsed sections`: they are sent, but a reader may not have opened them; empty where there are none. */
export const describeCollapsed = ({ 'collapsed sections': sections }: Removed): string =>
  sections ? plural(sections, 'collapsed section') : '';
