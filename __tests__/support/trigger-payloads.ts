import { readTrigger } from '../../src/trigger/read-trigger.ts';
import type { Trigger, TriggerRules } from '../../src/trigger/trigger.ts';

/** Which events are requests, by the defaults of the inputs. */
export const RULES: TriggerRules = {
  label: 'docs',
  command: '/docs',
  branches: [],
  hasCompare: false,
  reusesPullRequest: false,
};

/** Rules under which opening an issue is a request, and no label is. */
export const NO_LABEL: TriggerRules = { ...RULES, label: '*' };

export const BASE = 'a'.repeat(40);
export const HEAD = 'b'.repeat(40);
export const MERGE = 'c'.repeat(40);

/** Below are payloads of events, and parts of them. */
export const sender = { login: 'alice', id: 501, type: 'User' };

/** The trigger of an event's payload, by default under the rules of the inputs' defaults. */
export const read = (name: string, payload: unknown, rules = RULES): Trigger =>
  readTrigger({ name, payload }, rules);

export const thread = (extra: object = {}) => ({
  number: 31,
  title: 'Explain `--json`',
  body: 'Please.',
  html_url: 'https://github.com/acme/app/issues/31',
  user: { login: 'bob' },
  created_at: '2026-01-01T09:00:00Z',
  updated_at: '2026-01-01T12:00:00Z',
  ...extra,
});

export const pull = (extra: object = {}) =>
  thread({
    draft: false,
    merged: false,
    merge_commit_sha: null,
    base: { sha: BASE, ref: 'main' },
    head: { sha: HEAD },
    ...extra,
  });

export const onIssue = (action: string, extra: object = {}) => ({
  action,
  sender,
  issue: thread(),
  ...extra,
});

export const onPull = (action: string, extra: object = {}) => ({
  action,
  sender,
  pull_request: pull(),
  ...extra,
});

export const labeled = (label: string, extra: object = {}) =>
  onIssue('labeled', { label: { name: label }, ...extra });

export const said = (body: unknown) => ({
  id: 7,
  body,
  html_url: 'https://github.com/acme/app/issues/31#issuecomment-7',
  user: sender,
});

export const reviewed = (body: unknown) => ({
  ...said(body),
  submitted_at: '2026-01-01T12:00:00Z',
});

export const saidAtLine = (body: unknown) => ({
  ...said(body),
  path: 'src/json.ts',
  diff_hunk: '@@ -1 +1,2 @@\n a\n+b',
  line: 2,
  original_line: 2,
  pull_request_review_id: 70,
});

export const push = (extra: object = {}) => ({
  ref: 'refs/heads/main',
  before: BASE,
  after: HEAD,
  sender,
  repository: { default_branch: 'main' },
  head_commit: { message: 'Add `--json`\n\nFor jq.', author: { name: 'Carol', username: 'carol' } },
  ...extra,
});
export const completed = (run: object = {}, extra: object = {}) => ({
  action: 'completed',
  sender,
  repository: { id: 1, default_branch: 'main' },
  workflow_run: {
    workflow_id: 77,
    event: 'push',
    conclusion: 'success',
    html_url: 'https://github.com/acme/app/actions/runs/5',
    head_branch: 'main',
    head_sha: HEAD,
    head_commit: { message: 'Add `--json`', author: { name: 'Carol' } },
    head_repository: { id: 1 },
    ...run,
  },
  ...extra,
});
export const released = (action: string, extra: object = {}) => ({
  action,
  sender,
  release: {
    id: 9001,
    published_at: '2026-01-01T12:00:00Z',
    tag_name: 'v1.3.0',
    name: 'Spring',
    body: 'Notes<!-- x -->',
    html_url: 'https://github.com/r/1',
    author: sender,
    ...extra,
  },
});
