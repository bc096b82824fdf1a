import { win32 } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { InputError } from '../../../src/errors.ts';
import { readInstruction } from '../../../src/prompt/workspace-files.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';

const WORKSPACE = 'D:\\a\\docs\\docs';

const FILES: Readonly<Record<string, string>> = {
  'D:\\a\\docs\\docs\\prompts\\tidy.md': 'Tidy up.\r\nStart with `cli.md`.\r\n',
  'D:\\a\\docs\\docs\\..odd\\tidy.md': 'Odd.',
  'D:\\a\\docs\\docs\\.git\\config': 'secret',
  'D:\\a\\docs\\docs\\sub\\.git\\config': 'secret',
  'D:\\a\\docs\\docs-next-door\\tidy.md': 'secret',
  'D:\\a\\secret.md': 'secret',
  'C:\\secret.md': 'secret',
  '\\\\server\\share\\secret.md': 'secret',
};

const files = createMemoryFiles({ 'd:\\a\\docs\\docs\\junction': 'D:\\a' }, win32);
for (const [path, text] of Object.entries(FILES)) files.put(path, Buffer.from(text));

const read = (path: string) =>
  readInstruction({ kind: 'file', path }, { workspace: WORKSPACE, redact: (text) => text }, files);

describe('on Windows, `prompt-file` is read', () => {
  test.each([
    'prompts\\tidy.md',
    'prompts/tidy.md',
    '.\\prompts\\..\\prompts\\tidy.md',
    'PROMPTS\\Tidy.md',
    'D:\\a\\docs\\docs\\prompts\\tidy.md',
    'd:/A/Docs/docs/prompts/tidy.md',
  ])('by the name %s, and its line ends stay', (path) => {
    expect(read(path)).toBe('Tidy up.\r\nStart with `cli.md`.');
  });

  test('from a folder whose name only begins like a way out', () => {
    expect(read('..odd\\tidy.md')).toBe('Odd.');
  });
});

describe('on Windows, `prompt-file` is not read', () => {
  const outside = /is outside the workspace/;
  const git = /is in `\.git`/;
  test.each([
    ['..\\..\\secret.md', outside],
    ['prompts/../../../secret.md', outside],
    ['..\\docs-next-door\\tidy.md', outside],
    ['D:\\a\\secret.md', outside],
    ['\\a\\secret.md', outside],
    ['C:\\secret.md', outside],
    ['C:secret.md', outside],
    ['\\\\server\\share\\secret.md', outside],
    ['\\\\?\\C:\\secret.md', outside],
    ['.git\\config', git],
    ['.GIT/config', git],
    ['sub\\.git\\config', git],
    ['junction\\secret.md', /`junction` is a symbolic link to `D:/],
    ['prompts', /it is not a regular file/],
    ['prompts\\missing.md', /does not exist/],
  ])('by the name %s', (path, says) => {
    expect(complaintAbout(path)).toMatch(says);
  });
});

function complaintAbout(path: string): string {
  try {
    return `read: ${read(path)}`;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}
