import type { Trigger } from '../trigger/trigger.ts';
import type { Phrase } from './phrase.ts';

/** What was asked, by whom and where: the facts around an outcome. Strings are as they came. */
export interface Request {
  readonly askedBy: string;
  /** One line, or the first of many. */
  readonly title: string;
  /** Where the request stands. */
  readonly origin: Phrase;
  /** How to ask again. */
  readonly again: Phrase;
  /** The workflow run, where the runner names it. */
  readonly runUrl: string | undefined;
}

export type RequestTrigger = Exclude<Trigger, { kind: 'none' }>;

/** @param instruction the maintainer's own: the title of requests without a thread. */
export function describeRequest(trigger: RequestTrigger, instruction: string | undefined, runUrl?: string): Request {
  const { askedBy } = trigger;
  if (trigger.kind === 'event') {
    const origin = [trigger.event.replaceAll('_', ' ')];
    return { askedBy, title: instruction ?? '', origin, again: ['run the workflow again'], runUrl };
  }
  const { thread, label } = trigger;
  return {
    ...{ askedBy, title: thread.title, runUrl },
    origin: ['label on ', { link: `#${thread.number}`, to: thread.url }],
    again: ['remove the label ', { code: label }, ' and add it again'],
  };
}
