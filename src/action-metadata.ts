// Generated from action.yml and package.json by `npm run generate`; do not edit.

export const VERSION = '0.1.0';

/** Every declared input and its default; empty where it has none. */
export const DEFAULTS = {
  'base-url': '',
  'project-id': '',
  'api-key': '',
  'github-token': '',
  operation: 'run',
  prompt: '',
  'prompt-file': '',
  context: 'files',
  compare: '',
  paths: '',
  'paths-ignore': '',
  'trigger-label': 'docs',
  'trigger-command': '/docs',
  'minimum-permission': 'write',
  'allow-bots': '',
  wait: 'true',
  timeout: '30m',
  'fail-on': 'failed, timed-out, quota-exhausted, unconfirmed',
  'job-id': '',
  comment: 'true',
  notify: 'true',
  'issue-number': '',
  key: '',
  window: '',
  'date-from': '',
  'date-to': '',
  'sort-by': 'total',
  top: '20',
  offset: '0',
  'visitors-file': '',
  'dry-run': 'false',
  'job-path': '/v2/agent/{projectId}/job/{id}',
} as const;
