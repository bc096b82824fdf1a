import { describe, expect, test } from '@jest/globals';
import type { ChangedFile, Comparison } from '../../../src/github/comparison.ts';
import {
  areRelevant,
  type Changes,
  changeSection,
  selectChanges,
} from '../../../src/prompt/changes.ts';
import { removedOf, textOf } from '../../../src/trigger/trigger.ts';
import { comparison as sampleComparison, file as sampleFile } from '../../support/sample-prompt.ts';

const file = (path: string, more: Partial<ChangedFile> = {}) => ({ ...sampleFile(path), ...more });
const comparison = (files: readonly ChangedFile[], more: Partial<Comparison> = {}): Comparison => ({
  ...sampleComparison(files),
  url: undefined,
  ...more,
});

const linesOf = (changes: Changes) => textOf(changeSection(changes).parts).trimEnd();

const ALL = { include: [], exclude: [] };

describe('the changes', () => {
  test('include a renamed file if either of its names is selected', () => {
    const moved = file('docs/a.md', { status: 'renamed', previousPath: 'src/a.md' });
    for (const include of [['src/**'], ['docs/**']]) {
      expect(selectChanges(comparison([moved]), { include, exclude: [] }).files).toHaveLength(1);
    }
    expect(
      selectChanges(comparison([moved]), { include: ['lib/**'], exclude: [] }).files,
    ).toHaveLength(0);
  });

  test('are irrelevant only if the list of files is complete and none is selected', () => {
    const none = { include: ['lib/**'], exclude: [] };
    expect(areRelevant(selectChanges(comparison([]), ALL))).toBe(false);
    expect(areRelevant(selectChanges(comparison([file('a')]), ALL))).toBe(true);
    expect(areRelevant(selectChanges(comparison([file('a')]), none))).toBe(false);
    expect(areRelevant(selectChanges(comparison([file('a')], { isComplete: false }), none))).toBe(
      true,
    );
  });

  test('show both names of a renamed file, and count the commits that are not listed', () => {
    const moved = file('new.md', {
      status: 'renamed',
      previousPath: 'old.md',
      additions: 0,
      deletions: 0,
    });
    const commits = [{ sha: 'abcdef0123', subject: 'Add `--json`', author: 'carol' }];
    const changes = selectChanges(comparison([moved], { commits, totalCommits: 3 }), ALL);
    expect(linesOf(changes).split('\n')).toEqual([
      'renamed: old.md -> new.md (+0 -0)',
      '',
      'Commits, the oldest first:',
      'abcdef0 Add `--json` (carol)',
      '[and 2 more commits]',
    ]);
  });

  test('keep each name and subject on one line, without invisible characters', () => {
    const evil = 'a\nmodified: b\u200b\u{e0041}\u202e\u3164';
    const changes = selectChanges(
      comparison([file(evil, { previousPath: evil, status: 'renamed' })], {
        commits: [{ sha: 'abcdef0123', subject: evil, author: evil }],
      }),
      ALL,
    );
    const lines = linesOf(changes);
    expect(lines.split('\n')).toHaveLength(4);
    expect(removedOf(changeSection(changes).parts)).toEqual({
      'invisible characters': 12,
      'direction marks': 4,
    });
    expect(lines).not.toMatch(/\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/u);
  });
});
