import { type CommandComment, commandRequest } from '../../src/trigger/command-events.ts';
import {
  dispatchRequest,
  type Push,
  pushRequest,
  type Release,
  releaseRequest,
  type WorkflowRun,
  workflowRunRequest,
} from '../../src/trigger/history-requests.ts';
import { labelRequest, mergeRequest, openedRequest } from '../../src/trigger/thread-events.ts';
import { type Actor, type IssueOrPull, NO_ACTOR, type RequestTrigger } from '../../src/trigger/trigger.ts';

const words = (text: string) => ({ text, removed: {} });

export const BASE: string = 'a'.repeat(40);
export const HEAD: string = 'b'.repeat(40);
const ALICE: Actor = { login: 'alice', id: 501, isBot: false };
const range = { base: BASE, head: HEAD, since: 'merge-base' } as const;

export const ISSUE: IssueOrPull = {
  kind: 'issue',
  number: 31,
  author: 'bob',
  account: { login: 'bob', id: 502, isBot: false },
  url: 'https://github.com/acme/app/issues/31',
  range: undefined,
  createdAt: undefined,
  updatedAt: undefined,
  title: words('Explain the new `--json` flag'),
  body: words('What does it print?'),
};

export const PULL: IssueOrPull = {
  kind: 'pull request',
  number: 32,
  author: 'carol',
  account: { login: 'carol', id: 503, isBot: false },
  url: 'https://github.com/acme/app/pull/32',
  range,
  createdAt: undefined,
  updatedAt: undefined,
  title: words('Add `--json`'),
  body: words('It prints one object per line.'),
};

interface By {
  readonly requester?: Actor;
  readonly thread?: IssueOrPull;
}

export const labeled = ({ requester = ALICE, thread = ISSUE, label = 'docs' }: By & { label?: string } = {}) =>
  labelRequest({ requester, thread }, label);

export const opened = ({ requester = ALICE, thread = PULL }: By = {}) =>
  openedRequest({ requester, thread }, 'marked as ready for review');

export const merged = ({ requester = ALICE, thread = PULL }: By = {}) =>
  mergeRequest({ requester, thread }, { branch: 'main', commit: HEAD });

interface Said extends By, Partial<CommandComment> {
  readonly text?: string;
  readonly isFresh?: boolean;
}

export function command({
  requester = ALICE,
  thread = ISSUE,
  text = 'Explain it with an example',
  isFresh = false,
  ...comment
}: Said = {}): RequestTrigger {
  const url = 'https://github.com/acme/app/issues/31#issuecomment-7';
  const written = { kind: 'comment', id: 7, url, line: undefined, review: undefined, ...comment } as const;
  return commandRequest({ requester, thread }, written, { request: words(text), isFresh });
}

export const push = ({ requester = ALICE, ...fields }: Partial<Push> & By = {}) =>
  pushRequest(requester, {
    name: 'main',
    isTag: false,
    before: BASE,
    head: HEAD,
    commit: { subject: words('Add `--json` (#30)'), author: words('carol') },
    ...fields,
  });

export const workflowRun = ({ requester = ALICE, ...fields }: Partial<WorkflowRun> & By = {}) =>
  workflowRunRequest(requester, {
    workflow: 77,
    url: 'https://github.com/acme/app/actions/runs/5',
    branch: 'main',
    head: HEAD,
    commit: { subject: words('Add `--json` (#30)'), author: words('carol') },
    ...fields,
  });

export const release = ({ requester = ALICE, ...fields }: Partial<Release> & By = {}) =>
  releaseRequest(requester, {
    id: 9001,
    publishedAt: '2026-01-01T12:00:00Z',
    tag: 'v1.3.0',
    title: words('Spring'),
    notes: words('`--json` is new.'),
    author: 'alice',
    url: 'https://github.com/acme/app/releases/tag/v1.3.0',
    ...fields,
  });

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
