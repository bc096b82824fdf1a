import { expect, test } from '@jest/globals';
import { releaseNotes } from '../../scripts/release-notes.ts';

const CHANGELOG = `# Changelog

## 1.2.3 (2026-12-31)

- Reads \`window\`.

### Fixed

- A lease ends.

## 1.2.30 (2026-11-30)

- Another release.

## 1.2.2 (unreleased)

- Nothing yet.

## 1.2.1 (2026-10-01)
`;

test('the notes of a release are its section of the changelog, without the heading', () => {
  expect(releaseNotes(CHANGELOG, 'v1.2.3', '1.2.3')).toBe('- Reads `window`.\n\n### Fixed\n\n- A lease ends.\n');
});

test('the first line of a changelog may be a section', () => {
  expect(releaseNotes('## 1.0.0 (2026-01-01)\n\n- First.\n', 'v1.0.0', '1.0.0')).toBe('- First.\n');
});

test.each([
  ['a tag that is not the version of package.json', 'v1.2.4', '1.2.3', 'package.json has version 1.2.3'],
  ['a tag without `v`', '1.2.3', '1.2.3', 'The tag is 1.2.3'],
  ['a version without a section', 'v1.2.0', '1.2.0', 'no section "## 1.2.0 (<date>)"'],
  ['a section without a date', 'v1.2.2', '1.2.2', '"## 1.2.2 (unreleased)" must end with the date'],
  ['an empty section', 'v1.2.1', '1.2.1', 'says nothing about 1.2.1'],
])('%s is refused', (_, tag, version, message) => {
  expect(() => releaseNotes(CHANGELOG, tag, version)).toThrow(message);
});
