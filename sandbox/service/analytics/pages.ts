/**
 * What readers ask and search about one subject: a question that the documentation does not answer, and one that it answers; words for a
 * search that finds nothing, and for one that finds the page.
 */
type Subject = readonly [open: string, answered: string, lost: string, found: string];

/** By the second part of a page's path. */
export const SUBJECTS: Readonly<Record<string, Subject>> = {
  authentication: ['How do I rotate a key without downtime?', 'How do I log in?', 'rotate api key', 'api key'],
  webhooks: ['How do I verify the signature of a webhook?', 'How do I add a webhook?', 'webhook signature', 'webhooks'],
  billing: ['Can I change the currency of my invoice?', 'Where are my invoices?', 'invoice currency', 'invoice'],
  search: ['Does the search ignore accents?', 'How do I filter results?', 'fuzzy search', 'filters'],
  deployments: ['How do I roll back a deployment?', 'How do I deploy a branch?', 'rollback', 'deploy'],
  environments: ['Can an environment have its own domain?', 'How do I add an environment?', 'custom domain', 'staging'],
  logging: ['How long are logs kept?', 'Where do I see logs?', 'log retention', 'logs'],
  metrics: ['Can I export metrics to Prometheus?', 'Which metrics are there?', 'prometheus', 'dashboard'],
  permissions: ['Can a guest read only one project?', 'Which roles are there?', 'guest access', 'roles'],
  projects: ['How do I move a project to another team?', 'How do I create a project?', 'transfer project', 'projects'],
  queues: ['What happens to a message after the last retry?', 'How do I pause a queue?', 'dead letter', 'queues'],
  'rate-limits': ['Is the limit counted per key or per account?', 'What is the rate limit?', 'limit per key', '429'],
  regions: ['Can data stay in the EU?', 'Which regions are there?', 'data residency', 'regions'],
  secrets: ['Are secrets visible in build logs?', 'How do I add a secret?', 'mask secret', 'secrets'],
  storage: ['How do I restore a deleted file?', 'How large may a file be?', 'restore backup', 'upload'],
  teams: ['How do I merge two teams?', 'How do I invite a member?', 'merge teams', 'invite'],
};

const NAMES = Object.keys(SUBJECTS);
const SECTIONS = ['guides', 'reference', 'concepts', 'tutorials', 'integrations', 'operations', 'cli', 'sdk'];
const ASPECTS = [
  'overview',
  'quickstart',
  'configuration',
  'errors',
  'examples',
  'limits',
  'migration',
  'security',
  'testing',
  'troubleshooting',
  'versions',
  'faq',
];

/** The path of a page, unique per index. After the current documentation follow the pages of earlier releases. */
export function pagePath(index: number): string {
  const section = index % SECTIONS.length;
  const beyondSection = Math.floor(index / SECTIONS.length);
  // Rotated by the section, so that the first pages have different subjects.
  const subject = (beyondSection + section) % NAMES.length;
  const beyondSubject = Math.floor(beyondSection / NAMES.length);
  const aspect = beyondSubject % ASPECTS.length;
  const release = Math.floor(beyondSubject / ASPECTS.length);
  return `${release === 0 ? '' : `/releases/${release}`}/${SECTIONS[section]}/${NAMES[subject]}/${ASPECTS[aspect]}`;
}
