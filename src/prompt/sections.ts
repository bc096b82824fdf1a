import type { Range } from '../github/comparison.ts';
import { readPlain } from '../sanitize/untrusted.ts';
import { oneLine } from '../text/escape.ts';
import type { Person, Release, RequestTrigger, Thread } from '../trigger/trigger.ts';
import type { Text } from './text.ts';

/** Words of other people, with who wrote them and where. */
export interface Words {
  /** One line of ours. */
  readonly heading: string;
  readonly parts: readonly Text[];
}

/** Who asked for what, in a sentence of ours; undefined where nobody did. */
export function whatHappened(trigger: RequestTrigger): string | undefined {
  const who = name(trigger.askedBy);
  switch (trigger.kind) {
    case 'label':
      return `${who} marked the ${trigger.thread.kind} below as a request: make the change to the documentation that it asks for.`;
    case 'opened':
      return `${who} ${trigger.activity} the ${trigger.thread.kind} below.`;
    case 'command':
      return trigger.command.request.text
        ? `Do what ${who} asks for below as the request.`
        : `${who} asks for a change to the documentation because of the ${trigger.thread.kind} below.`;
    case 'merged':
      return `${who} merged the pull request below.`;
    case 'push':
      return `${who} pushed ${trigger.push.isTag ? 'the tag' : 'to the branch'}${plainName(trigger.push.name)}.`;
    case 'release':
      return `${who} published the release below.`;
    case 'event':
      return undefined;
  }
}

/** What is wanted when the maintainer leaves it to the event. */
export function defaultInstruction(
  trigger: RequestTrigger,
  { hasChanges, hasPages }: { readonly hasChanges: boolean; readonly hasPages: boolean },
): string {
  if (asksInWords(trigger)) {
    return (
      'Make the change to the documentation that is asked for below. Edit only pages that it concerns; if the documentation ' +
      'says it already, or nothing is asked that belongs there, change nothing.'
    );
  }
  if (hasPages && !hasChanges && wordsOf(trigger).length === 0) {
    return (
      'Bring the pages below up to date: they are among the pages of the documentation that are read most. Check each against the ' +
      'product as it is now; edit only what is wrong, outdated or missing, and if a page is right already, leave it.'
    );
  }
  const cause = hasChanges ? 'changes' : trigger.kind === 'release' ? 'release' : 'pull request';
  return (
    `Bring the documentation up to date with the ${cause} below. Edit only pages that need it; if the documentation is ` +
    'right already, change nothing.'
  );
}

function asksInWords(trigger: RequestTrigger): boolean {
  if (trigger.kind === 'command' && trigger.command.request.text) return true;
  return 'thread' in trigger && trigger.thread.kind === 'issue';
}

/** The words that come with a trigger, the request first. */
export function wordsOf(trigger: RequestTrigger): Words[] {
  switch (trigger.kind) {
    case 'label':
    case 'opened':
    case 'merged':
      return [ofThread(trigger.thread)];
    case 'command': {
      const { thread, command, comment, askedBy } = trigger;
      const heading = `the request: a comment by ${name(askedBy)} on ${thread.kind} #${thread.number}, ${comment.url}`;
      const at = comment.path === undefined ? [] : ['At the file ', readPlain(comment.path), '\n\n'];
      return [...(command.request.text ? [{ heading, parts: [...at, command.request] }] : []), ofThread(thread)];
    }
    case 'release':
      return [ofRelease(trigger.release)];
    case 'push':
    case 'event':
      return [];
  }
}

/** The commits that a trigger is about. */
export function rangeOf(trigger: RequestTrigger): Range | undefined {
  if (trigger.kind === 'push') return trigger.push.range;
  return 'thread' in trigger ? trigger.thread.range : undefined;
}

function ofThread({ kind, number, author, url, title, body }: Thread): Words {
  return { heading: `${kind} #${number} by ${oneLine(author, 100)}, ${url}`, parts: ['Title: ', title, '\n\n', body] };
}

function ofRelease({ tag, author, url, title, notes }: Release): Words {
  const heading = `release${plainName(tag)} by ${oneLine(author, 100)}, ${url}`;
  return { heading, parts: ['Title: ', title, '\n\n', notes] };
}

/** The name of a branch or tag, where it can be nothing else: git allows whole sentences. Names stand in lines of ours. */
const plainName = (text: string) => (/^[\w./+#@-]{1,100}$/.test(text) ? ` ${text}` : '');

const name = ({ login }: Person) => oneLine(login, 100) || 'Somebody';
