import { REMOVED_KINDS, type Removed } from '../sanitize/removed.ts';
import { plural } from '../text/format.ts';
import type { Admission } from '../trigger/authorization.ts';
import type { RequestTrigger, Thread } from '../trigger/trigger.ts';
import { type Ways, waysOf } from './retry-hints.ts';
import type { Phrase } from './rich-text.ts';

/** What was asked, by whom and where: the facts around an outcome. Strings are as they came. */
export interface Request {
  readonly askedBy: string;
  readonly admission: Admission;
  readonly title: string;
  /** Whose words the title is; empty where it is the maintainer's instruction. */
  readonly saidBy: string;
  /** Where the request stands. */
  readonly origin: Phrase;
  readonly ways: Ways;
  /** What was taken out of the words, because no reader sees it. */
  readonly removed: Removed;
  /** Why the pages that are read most are some of the first only; empty where they are not, or are not asked for. */
  readonly short: string;
  /** The workflow run, where the runner names it. */
  readonly runUrl: string | undefined;
}

interface Facts extends Pick<Request, 'admission' | 'removed' | 'short' | 'runUrl'> {
  readonly trigger: RequestTrigger;
  /** The maintainer's own: the title of requests without words of their own. */
  readonly instruction: string | undefined;
  /** What is to be looked at, where the event brings neither words nor changes, but pages are wanted. */
  readonly refresh: string | undefined;
  /** What a comment begins with to be a request. */
  readonly command: string;
}

export function describeRequest({ trigger, instruction, refresh, command, ...facts }: Facts): Request {
  const byDefault = refresh ? `Bring up to date: ${refresh}` : 'Bring the documentation up to date';
  const title = instruction ?? byDefault;
  const words = quoteOf(trigger) ?? { title, saidBy: '' };
  const { login: askedBy } = trigger.askedBy;
  return { ...facts, ...words, askedBy, origin: originOf(trigger), ways: waysOf(trigger, command) };
}

/** The request in somebody's own words. */
function quoteOf(trigger: RequestTrigger): Pick<Request, 'title' | 'saidBy'> | undefined {
  switch (trigger.kind) {
    case 'command':
      if (trigger.command.request.text) return { title: trigger.command.request.text, saidBy: trigger.askedBy.login };
      return quoteOfThread(trigger.thread);
    case 'label':
    case 'opened':
    case 'merged':
      return quoteOfThread(trigger.thread);
    case 'push':
    case 'release':
    case 'event':
      return undefined;
  }
}

const quoteOfThread = ({ title, author }: Thread) => ({ title: title.text, saidBy: author });

function originOf(trigger: RequestTrigger): Phrase {
  switch (trigger.kind) {
    case 'label':
      return ['label on ', threadLink(trigger.thread)];
    case 'opened':
      return [`${trigger.activity} `, threadLink(trigger.thread)];
    case 'merged':
      return ['merged ', threadLink(trigger.thread)];
    case 'command':
      return ['comment on ', { link: `#${trigger.thread.number}`, to: trigger.comment.url }];
    case 'push':
      return ['push to ', { code: trigger.push.name }];
    case 'release':
      return ['release ', { code: trigger.release.tag }];
    case 'event':
      return [trigger.event.replaceAll('_', ' ')];
  }
}

const threadLink = ({ number, url }: { number: number; url: string }) => ({ link: `#${number}`, to: url });

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
