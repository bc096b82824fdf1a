import { NOBODY, type RequestTrigger, type Thread } from '../../src/trigger/trigger.ts';

const words = (text: string) => ({ text, removed: {} });

export const BASE: string = 'a'.repeat(40);
export const HEAD: string = 'b'.repeat(40);
const askedBy = { login: 'alice', id: 501, isBot: false };
const range = { base: BASE, head: HEAD, since: 'merge-base' } as const;

export const ISSUE: Thread = {
  ...{ kind: 'issue', number: 31, author: 'bob', url: 'https://github.com/acme/app/issues/31', range: undefined },
  updatedAt: undefined,
  ...{ title: words('Explain the new `--json` flag'), body: words('What does it print?') },
};

const PULL: Thread = {
  ...{ kind: 'pull request', number: 32, author: 'carol', url: 'https://github.com/acme/app/pull/32', range },
  updatedAt: undefined,
  ...{ title: words('Add `--json`'), body: words('It prints one object a line.') },
};

export const LABELLED = { kind: 'label', askedBy, label: 'docs', thread: ISSUE } as const satisfies RequestTrigger;

const comment = {
  kind: 'comment',
  id: 7,
  url: 'https://github.com/acme/app/issues/31#issuecomment-7',
  path: undefined,
} as const;

/** One of each way in which a run can be asked for. */
export const TRIGGERS = {
  'labelled issue': LABELLED,
  'labelled pull request': { ...LABELLED, thread: PULL },
  'opened pull request': { kind: 'opened', askedBy, activity: 'marked as ready for review', thread: PULL },
  command: {
    ...{ kind: 'command', askedBy, comment, thread: ISSUE },
    command: { request: words('Explain it with an example'), isFresh: false },
  },
  'bare command': {
    ...{ kind: 'command', askedBy, comment, thread: ISSUE },
    command: { request: words(''), isFresh: false },
  },
  'command at a line': {
    ...{ kind: 'command', askedBy, comment: { ...comment, kind: 'at a line', path: 'src/json.ts' }, thread: PULL },
    command: { request: words('Say why'), isFresh: true },
  },
  merged: { kind: 'merged', askedBy, thread: PULL },
  push: {
    ...{ kind: 'push', askedBy },
    push: { name: 'main', isTag: false, before: BASE, head: HEAD, range: { ...range, since: 'base' } },
  },
  tag: {
    kind: 'push',
    askedBy,
    push: { name: 'v1.3.0', isTag: true, before: '0'.repeat(40), head: HEAD, range: undefined },
  },
  release: {
    ...{ kind: 'release', askedBy },
    release: {
      ...{ id: 9001, publishedAt: '2026-01-01T12:00:00Z' },
      ...{ tag: 'v1.3.0', title: words('Spring'), notes: words('`--json` is new.'), author: 'alice' },
      url: 'https://github.com/acme/app/releases/tag/v1.3.0',
    },
  },
  schedule: { kind: 'event', askedBy: NOBODY, event: 'schedule' },
} as const satisfies Record<string, RequestTrigger>;
