import type { Trigger } from '../trigger/trigger.ts';

/** What was asked, by whom and where: the facts around an outcome. All texts are as they came. */
export interface Request {
  readonly askedBy: string;
  /** One line. */
  readonly title: string;
  /** Where the request stands, in words: `label on #31`. */
  readonly origin: string;
  /** How to ask again, in words. */
  readonly again: string;
  /** The workflow run, where the runner names it. */
  readonly runUrl: string | undefined;
}

/** @param instruction the maintainer's own, the title of requests without a thread. */
export function describeRequest(trigger: RequestTrigger, instruction: string | undefined, runUrl?: string): Request {
  const { askedBy } = trigger;
  if (trigger.kind === 'event') {
    const title = instruction ?? '';
    return { askedBy, title, runUrl, origin: trigger.event.replaceAll('_', ' '), again: 'run the workflow again' };
  }
  const { thread, label } = trigger;
  return {
    ...{ askedBy, title: thread.title, runUrl },
    origin: `label on #${thread.number}`,
    again: `remove the label ${label} and add it again`,
  };
}

export type RequestTrigger = Exclude<Trigger, { kind: 'none' }>;
