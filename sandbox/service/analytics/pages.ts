const SUBJECTS = [
  ...[
    'authentication',
    'webhooks',
    'billing',
    'search',
    'deployments',
    'environments',
    'logging',
    'metrics',
  ],
  ...['permissions', 'projects', 'queues', 'rate-limits', 'regions', 'secrets', 'storage', 'teams'],
];
const SECTIONS = [
  'guides',
  'reference',
  'concepts',
  'tutorials',
  'integrations',
  'operations',
  'cli',
  'sdk',
];
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

/**
 * The path of a page, unique per index. After the current documentation follow the pages of earlier
 * releases.
 */
export function pagePath(index: number): string {
  const section = index % SECTIONS.length;
  const beyondSection = Math.floor(index / SECTIONS.length);
  // Rotated by the section, so that the first pages have different subjects.
  const subject = (beyondSection + section) % SUBJECTS.length;
  const beyondSubject = Math.floor(beyondSection / SUBJECTS.length);
  const aspect = beyondSubject % ASPECTS.length;
  const release = Math.floor(beyondSubject / ASPECTS.length);
  return `${release === 0 ? '' : `/releases/${release}`}/${SECTIONS[section]}/${SUBJECTS[subject]}/${ASPECTS[aspect]}`;
}
