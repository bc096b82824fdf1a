import { type CommandComment, commandRequest } from '../../src/trigger/command-events.ts';
import { dispatchRequest } from '../../src/trigger/history-events.ts';
import { labelRequest, mergeRequest, openedRequest } from '../../src/trigger/thread-events.ts';
import {
  type Actor,
  type IssueOrPull,
  NO_ACTOR,
  type RequestTrigger,
} from '../../src/trigger/trigger.ts';
import { NOON } from './fake-clock.ts';
import {
  BASE,
  completed,
  HEAD,
  push as pushed,
  RULES,
  read,
  released,
} from './trigger-payloads.ts';

const words = (text: string) => ({ text, removed: {} });

export { BASE, HEAD };

const ALICE: Actor = { login: 'alice', id: 501, isBot: false };
const range = { base: BASE, head: HEAD, since: 'merge-base' } as const;

export const ISSUE: IssueOrPull = {
  kind: 'issue',
  number: 31,
  author: { login: 'bob', id: 502, isBot: false },
  url: 'https://github.com/acme/app/issues/31',
  title: words('Explain the new `--json` flag'),
  body: words('What does it print?'),
  createdAt: NOON - 60_000,
  updatedAt: NOON,
};

export const PULL: IssueOrPull = {
  kind: 'pull request',
  number: 32,
  author: { login: 'carol', id: 503, isBot: false },
  url: 'https://github.com/acme/app/pull/32',
  range,
  title: words('Add `--json`'),
  body: words('It prints one object per line.'),
  createdAt: NOON - 60_000,
  updatedAt: NOON,
};

interface By {
  readonly requester?: Actor;
  readonly thread?: IssueOrPull;
}

export const labeled = ({
  requester = ALICE,
  thread = ISSUE,
  label = 'docs',
}: By & { label?: string } = {}) => labelRequest({ requester, thread }, label);

export const opened = ({ requester = ALICE, thread = PULL }: By = {}) =>
  openedRequest({ requester, thread }, 'marked as ready for review');

export const merged = ({ thread = PULL }: Pick<By, 'thread'> = {}) =>
  mergeRequest({ requester: ALICE, thread }, { branch: 'main', commit: HEAD });

interface Said extends By, Partial<Omit<CommandComment, 'html_url'>> {
  readonly url?: string;
  readonly text?: string;
  readonly isFresh?: boolean;
}

export function command({
  requester = ALICE,
  thread = ISSUE,
  text = 'Explain it with an example',
  isFresh = false,
  url = 'https://github.com/acme/app/issues/31#issuecomment-7',
  ...comment
}: Said = {}): RequestTrigger {
  const written = { kind: 'comment', id: 7, html_url: url, ...comment } as const;
  return commandRequest({ requester, thread }, written, { request: words(text), isFresh });
}

/** The request of a payload. */
function requestOf(name: string, { requester = ALICE }: By, payload: object): RequestTrigger {
  const trigger = read(name, { ...payload, sender: requester }, { ...RULES, hasCompare: true });
  if (trigger.kind === 'none') throw new Error(trigger.reason);
  return { ...trigger, requester };
}

type Push = By & Partial<Record<'name' | 'before' | 'head', string>> & { readonly isTag?: boolean };
export const push = ({
  name = 'main',
  isTag = false,
  before = BASE,
  head = HEAD,
  ...by
}: Push = {}) => {
  const commits = { ref: `refs/${isTag ? 'tags' : 'heads'}/${name}`, before, after: head };
  return requestOf('push', by, pushed({ ...commits, repository: { default_branch: name } }));
};

type WorkflowRun = By & Partial<Record<'url' | 'head', string>> & { readonly workflow?: number };
export const workflowRun = ({
  workflow = 77,
  url = 'https://x/5',
  head = HEAD,
  ...by
}: WorkflowRun = {}) =>
  requestOf(
    'workflow_run',
    by,
    completed({ workflow_id: workflow, html_url: url, head_sha: head }),
  );

type Release = By & Partial<Record<'publishedAt' | 'tag', string>> & { readonly id?: number };
export const release = ({
  id = 9001,
  publishedAt = '2026-01-01T12:00:00Z',
  tag = 'v1.3.0',
  ...by
}: Release = {}) =>
  requestOf('release', by, released('published', { id, published_at: publishedAt, tag_name: tag }));

export const LABELED: RequestTrigger = labeled();

/** One trigger of each kind. */
export const TRIGGERS = {
  'labeled issue': LABELED,
  'labeled pull request': labeled({ thread: PULL }),
  'opened pull request': opened(),
  command: command(),
  'bare command': command({ text: '' }),
  'command at a line': command({
    kind: 'review comment',
    line: { path: 'src/json.ts', line: 12, hunk: '@@ -11,2 +11,2 @@\n-table();\n+json();' },
    thread: PULL,
    text: 'Say why',
    isFresh: true,
  }),
  merged: merged(),
  push: push(),
  tag: push({ name: 'v1.3.0', isTag: true, before: '0'.repeat(40) }),
  'workflow run': workflowRun(),
  release: release(),
  schedule: dispatchRequest(NO_ACTOR, 'schedule'),
} as const satisfies Record<string, RequestTrigger>;
