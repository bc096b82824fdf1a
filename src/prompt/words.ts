import type { Range } from '../github/comparison.ts';
import { oneLine } from '../text/defuse.ts';
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
      return `${who} marked the ${trigger.thread.kind} below as a request.`;
    case 'opened':
      return `${who} brought up the ${trigger.thread.kind} below (${trigger.activity}).`;
    case 'command':
      return trigger.command.request.text
        ? `${who} asks for what stands below as the request.`
        : `${who} asks for what the ${trigger.thread.kind} below is about.`;
    case 'merged':
      return `${who} merged the pull request below.`;
    case 'push':
      return `${who} pushed ${trigger.push.isTag ? 'the tag' : 'to the branch'} ${oneLine(trigger.push.name, 200)}.`;
    case 'release':
      return `${who} published the release below.`;
    case 'event':
      return undefined;
  }
}

/** What is wanted when the maintainer leaves it to the event. */
export function defaultInstruction(trigger: RequestTrigger, hasChanges: boolean): string {
  const isRequest = trigger.kind === 'command' || ('thread' in trigger && trigger.thread.kind === 'issue');
  if (isRequest) {
    return (
      'Make the change to the documentation that is asked for below. Edit only pages that it concerns; if the documentation ' +
      'says it already, or nothing is asked that belongs there, change nothing.'
    );
  }
  const cause = !hasChanges && trigger.kind === 'release' ? 'release' : 'changes';
  return (
    `Bring the documentation up to date with the ${cause} below. Edit only pages that need it; if the ` +
    'documentation is right already, change nothing.'
  );
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
      const at = comment.path === undefined ? '' : `, at ${oneLine(comment.path, 300)}`;
      const heading = `the request: a comment by ${name(askedBy)} on ${thread.kind} #${thread.number}${at}, ${comment.url}`;
      return [...(command.request.text ? [{ heading, parts: [command.request] }] : []), ofThread(thread)];
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
  const heading = `release ${oneLine(tag, 200)} by ${oneLine(author, 100)}, ${url}`;
  return { heading, parts: ['Title: ', title, '\n\n', notes] };
}

const name = ({ login }: Person) => oneLine(login, 100) || 'Somebody';
