import { SUBJECTS } from '../readers/subjects.ts';

// Looked up once: in a test runner's contexts, each access to a global is slow, and this is called a million times.
const { floor } = Math;

const NAMES = Object.keys(SUBJECTS);
const SECTIONS = ['guides', 'reference', 'concepts', 'tutorials', 'integrations', 'operations', 'cli', 'sdk'];
const ASPECTS = [
  ...['overview', 'quickstart', 'configuration', 'errors', 'examples', 'limits', 'migration', 'security'],
  ...['testing', 'troubleshooting', 'versions', 'faq'],
];

/** The path of a page, unique per index. After the current documentation follow the pages of earlier releases. */
export function pagePath(index: number): string {
  const section = index % SECTIONS.length;
  const beyondSection = floor(index / SECTIONS.length);
  // Rotated by the section, so that the first pages have different subjects.
  const subject = (beyondSection + section) % NAMES.length;
  const beyondSubject = floor(beyondSection / NAMES.length);
  const aspect = beyondSubject % ASPECTS.length;
  const release = floor(beyondSubject / ASPECTS.length);
  return `${release === 0 ? '' : `/releases/${release}`}/${SECTIONS[section]}/${NAMES[subject]}/${ASPECTS[aspect]}`;
}
