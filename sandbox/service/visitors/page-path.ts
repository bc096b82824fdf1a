const SECTIONS = ['guides', 'reference', 'concepts', 'tutorials', 'integrations', 'operations', 'cli', 'sdk'];
const SUBJECTS = [
  ...['authentication', 'webhooks', 'billing', 'search', 'deployments', 'environments', 'logging', 'metrics'],
  ...['permissions', 'projects', 'queues', 'rate-limits', 'regions', 'secrets', 'storage', 'teams'],
];
const ASPECTS = [
  ...['overview', 'quickstart', 'configuration', 'errors', 'examples', 'limits', 'migration', 'security'],
  ...['testing', 'troubleshooting', 'versions', 'faq'],
];

/** The path of a page, unique per index. After the current documentation follow the pages of earlier releases. */
export function pagePath(index: number): string {
  const [rest, section] = divide(index, SECTIONS.length);
  const [more, subject] = divide(rest, SUBJECTS.length);
  const [release, aspect] = divide(more, ASPECTS.length);
  // Rotated by the section, so that the first pages have different subjects.
  const words = [SECTIONS[section], SUBJECTS[(subject + section) % SUBJECTS.length], ASPECTS[aspect]];
  return `${release === 0 ? '' : `/releases/${release}`}/${words.join('/')}`;
}

const divide = (value: number, by: number): [quotient: number, rest: number] => [Math.floor(value / by), value % by];
