/** What readers ask and search about one subject of the documentation. */
export interface Subject {
  readonly category: string;
  /** A question that the documentation does not answer, and one that it answers. */
  readonly open: string;
  readonly answered: string;
  /** Words for a search that finds nothing, and for one that finds the page. */
  readonly lost: string;
  readonly found: string;
}

const subject = (category: string, open: string, answered: string, lost: string, found: string): Subject => ({
  ...{ category, open, answered, lost, found },
});

/** By the second part of a page's path. */
export const SUBJECTS: Readonly<Record<string, Subject>> = {
  authentication: subject(
    'Authentication',
    'How do I rotate a key without downtime?',
    'How do I log in?',
    'rotate api key',
    'api key',
  ),
  webhooks: subject(
    'Webhooks',
    'How do I verify the signature of a webhook?',
    'How do I add a webhook?',
    'webhook signature',
    'webhooks',
  ),
  billing: subject(
    'Billing',
    'Can I change the currency of my invoice?',
    'Where are my invoices?',
    'invoice currency',
    'invoice',
  ),
  search: subject('Search', 'Does the search ignore accents?', 'How do I filter results?', 'fuzzy search', 'filters'),
  deployments: subject(
    'Deployments',
    'How do I roll back a deployment?',
    'How do I deploy a branch?',
    'rollback',
    'deploy',
  ),
  environments: subject(
    'Environments',
    'Can an environment have its own domain?',
    'How do I add an environment?',
    'custom domain',
    'staging',
  ),
  logging: subject('Logging', 'How long are logs kept?', 'Where do I see logs?', 'log retention', 'logs'),
  metrics: subject(
    'Metrics',
    'Can I export metrics to Prometheus?',
    'Which metrics are there?',
    'prometheus',
    'dashboard',
  ),
  permissions: subject(
    'Permissions',
    'Can a guest read only one project?',
    'Which roles are there?',
    'guest access',
    'roles',
  ),
  projects: subject(
    'Projects',
    'How do I move a project to another team?',
    'How do I create a project?',
    'transfer project',
    'projects',
  ),
  queues: subject(
    'Queues',
    'What happens to a message after the last retry?',
    'How do I pause a queue?',
    'dead letter',
    'queues',
  ),
  'rate-limits': subject(
    'Rate limits',
    'Is the limit counted per key or per account?',
    'What is the rate limit?',
    'limit per key',
    '429',
  ),
  regions: subject('Regions', 'Can data stay in the EU?', 'Which regions are there?', 'data residency', 'regions'),
  secrets: subject('Secrets', 'Are secrets visible in build logs?', 'How do I add a secret?', 'mask secret', 'secrets'),
  storage: subject(
    'Storage',
    'How do I restore a deleted file?',
    'How large may a file be?',
    'restore backup',
    'upload',
  ),
  teams: subject('Teams', 'How do I merge two teams?', 'How do I invite a member?', 'merge teams', 'invite'),
};
