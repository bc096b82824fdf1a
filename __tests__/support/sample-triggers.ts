import { type CommandComment, commandRequest } from '../../src/trigger/command-events.ts';
import { dispatchRequest } from '../../src/trigger/history-events.ts';
import { readTrigger } from '../../src/trigger/read-trigger.ts';
import { labelRequest, mergeRequest, openedRequest } from '../../src/trigger/thread-events.ts';
import { type Actor, type IssueOrPull, NO_ACTOR, type RequestTrigger } from '../../src/trigger/trigger.ts';
import { RULES } from './default-rules.ts';

const words = (text: string) => ({ text, removed: {} });

export const BASE: string = 'a'.repeat(40);
export const HEAD: string = 'b'.repeat(40);
const ALICE: Actor = { login: 'alice', id: 501, isBot: false };
const range = { base: BASE, head: HEAD, since: 'merge-base' } as const;

export const ISSUE: IssueOrPull = {
  kind: 'issue',
  number: 31,
  author: { login: 'bob', id: 502, isBot: false },
  url: 'https://github.com/acme/app/issues/31',
  title: words('Explain the new `--json` flag'),
  body: words('What does it print?'),
};

export const PULL: IssueOrPull = {
  kind: 'pull request',
  number: 32,
  author: { login: 'carol', id: 503, isBot: false },
  url: 'https://github.com/acme/app/pull/32',
  range,
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
  const trigger = readTrigger({ name, payload: { sender: requester, ...payload } }, { ...RULES, hasCompare: true });
  if (trigger.kind === 'none') throw new Error(trigger.reason);
  return { ...trigger, requester };
}

const head_commit = { message: 'Add `--json` (#30)', author: { username: 'carol' } };

interface Push extends By {
  readonly name?: string;
  readonly isTag?: boolean;
  readonly before?: string;
  readonly head?: string;
}

export const push = ({ name = 'main', isTag = false, before = BASE, head: after = HEAD, ...by }: Push = {}) => {
  const ref = `refs/${isTag ? 'tags' : 'heads'}/${name}`;
  return requestOf('push', by, { ref, before, after, repository: { default_branch: name }, head_commit });
};

interface WorkflowRun extends By {
  readonly workflow?: number;
  readonly url?: string;
  readonly head?: string;
}

export const workflowRun = ({
  workflow: workflow_id = 77,
  url: html_url = 'https://github.com/acme/app/actions/runs/5',
  head: head_sha = HEAD,
  ...by
}: WorkflowRun = {}) => {
  const run = { event: 'push', conclusion: 'success', head_branch: 'main', head_repository: { id: 1 }, head_commit };
  const workflow_run = { ...run, workflow_id, html_url, head_sha };
  return requestOf('workflow_run', by, {
    action: 'completed',
    repository: { id: 1, default_branch: 'main' },
    workflow_run,
  });
};

interface Release extends By {
  readonly id?: number;
  readonly publishedAt?: string;
  readonly tag?: string;
}

export const release = ({
  id = 9001,
  publishedAt: published_at = '2026-01-01T12:00:00Z',
  tag: tag_name = 'v1.3.0',
  ...by
}: Release = {}) => {
  const html_url = 'https://github.com/acme/app/releases/tag/v1.3.0';
  const about = { name: 'Spring', body: '`--json` is new.', author: ALICE, html_url };
  return requestOf('release', by, { action: 'published', release: { id, published_at, tag_name, ...about } });
};

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
