import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, win32 } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { InputError } from '../../../src/errors.ts';
import {
  isEmpty,
  MAX_PROMPT,
  readContextFiles,
  readInstruction,
} from '../../../src/prompt/workspace-files.ts';
import { systemFiles } from '../../../src/runtime/files.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';
import { contextFile } from '../../support/sample-prompt.ts';

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
const FILES: Readonly<Record<string, string | Buffer>> = {
  'workspace/docs/ask.md': '\n  Explain the flag “ü”\r\n\n',
  'workspace/docs/..odd/ask.md': 'odd',
  'workspace/..ask.md': 'dots',
  'workspace/bom.md': '\ufeffwith a mark',
  'workspace/latin1.md': Buffer.from([0x46, 0xfc, 0x72]),
  'workspace/nul.md': 'a\0b',
  'workspace/empty.md': '',
  'workspace/blank.md': ' \n\t\u00a0\n',
  'workspace/full.md': 'ä'.repeat(MAX_PROMPT / 2),
  'workspace/long.md': `${'ä'.repeat(MAX_PROMPT / 2)}b`,
  'workspace/huge.md': 'x'.repeat(600_000),
  'workspace/half.txt': 'x'.repeat(MAX_PROMPT / 2),
  'workspace/euro.txt': '€'.repeat(MAX_PROMPT),
  'workspace/out/report.txt': `Broken\u200b: /a\r\nToken: ${TOKEN}\n`,
  'workspace/.git/config': 'ghs_token',
  'workspace/sub/.git/config': 'ghs_token',
  'workspace/.github/ask.md': 'fine',
  'workspace-2/ask.md': 'next door',
  'secret.md': 'from the secret file',
};

let root = '';
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'workspace-files-')));
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  symlinkSync(join(root, 'secret.md'), join(root, 'workspace/planted.md'));
  symlinkSync(root, join(root, 'workspace/planted'));
  symlinkSync('docs/ask.md', join(root, 'workspace/alias.md'));
  symlinkSync('../.git', join(root, 'workspace/docs/repo'));
  symlinkSync(join(root, 'workspace'), join(root, 'linked'));
});
afterAll(() => rmSync(root, { recursive: true }));

const place = (folder = 'workspace', files = systemFiles) => ({
  root: join(root, folder),
  redact: (text: string) => text,
  files,
});
const fromFile = (path: string, folder?: string) =>
  readInstruction({ kind: 'file', path }, place(folder));
const literal = (text: string) => readInstruction({ kind: 'literal', text }, place());
const context = (...paths: string[]) => readContextFiles(paths, place());

function complaint(read: () => unknown): string {
  try {
    return `read: ${JSON.stringify(read())}`;
  } catch (error) {
    if (error instanceof InputError) return `${error.message} ${error.remedy}`;
    throw error;
  }
}

test('an instruction is used unchanged, except for the white space around it, and may fill the prompt', () => {
  expect(readInstruction({ kind: 'default' }, place())).toBeUndefined();
  expect(literal('  {{ x }} `y` $z\n\n  ::error::\n')).toBe('{{ x }} `y` $z\n\n  ::error::');
  expect(literal('ä'.repeat(MAX_PROMPT / 2))).toHaveLength(MAX_PROMPT / 2);
  expect(fromFile('full.md')).toHaveLength(MAX_PROMPT / 2);
});

test.each([
  ['docs/ask.md', 'Explain the flag “ü”'],
  ['./docs/../docs/ask.md', 'Explain the flag “ü”'],
  ['docs/..odd/ask.md', 'odd'],
  ['..ask.md', 'dots'],
  ['bom.md', 'with a mark'],
  ['.github/ask.md', 'fine'],
])('a file inside the workspace is read: %s', (path, text) => {
  expect(fromFile(path)).toBe(text);
  expect(fromFile(path, 'linked')).toBe(text);
  expect(fromFile(join(root, 'workspace', path))).toBe(text);
});

test.each<[path: string, says: RegExp]>([
  ['../secret.md', /outside the workspace/],
  ['/etc/hostname', /outside the workspace/],
  ['../workspace-2/ask.md', /outside the workspace/],
  ['docs/../../secret.md', /outside the workspace/],
  ['../missing.md', /outside the workspace/],
  [
    'planted.md',
    /`planted\.md` is a symbolic link to `.*secret\.md`\. Use the path of the file itself/,
  ],
  ['planted/secret.md', /`planted` is a symbolic link to/],
  ['docs/../alias.md', /`alias\.md` is a symbolic link to `docs\/ask\.md`/],
  ['docs/repo/config', /`repo` is a symbolic link to `\.\.\/\.git`/],
  ...['.git/config', '.GIT/config', 'docs/../.git/config', 'sub/.git/config', '.git'].map(
    (path): [string, RegExp] => [path, /is in `\.git`/],
  ),
  ['missing.md', /does not exist\. Name (a|one) file of the/],
  ['docs', /cannot be read: it is not a regular file/],
  ['.', /cannot be read/],
  ['docs/ask.md/x', /cannot be read/],
  ['a\0b', /cannot be read/],
  ['latin1.md', /not UTF-8/],
  ['nul.md', /NUL/],
])('a path is an error that names input, file and remedy: %j', (path, says) => {
  for (const [input, read] of Object.entries({
    'prompt-file': fromFile,
    'context-file': context,
  })) {
    const said = complaint(() => read(path));
    expect(said).toMatch(says);
    expect(said).toContain(`of \`${input}\``);
    expect(said).not.toMatch(/next door|from the secret|ghs_token|^read/);
  }
});

test.each([
  [() => literal('  \n'), '`prompt` contains only white space'],
  [() => literal('a\0b'), '`prompt` contains a NUL'],
  [
    () => literal(`${'ä'.repeat(MAX_PROMPT / 2)}b`),
    '`prompt` has 262145 bytes; the limit is 262144',
  ],
  [() => fromFile('blank.md'), '`prompt-file` contains only white space'],
  [() => fromFile('empty.md'), '`prompt-file` contains only white space'],
  [() => fromFile('long.md'), '`prompt-file` has 262145 bytes; the limit is 262144'],
  [() => fromFile('huge.md'), '`prompt-file` has 600000 bytes; the limit is 262144'],
])('a text that is no instruction is an error: #%#', (read, says) => {
  expect(complaint(read)).toContain(says);
});

describe('a file of `context-file`', () => {
  test('is sanitized, with tokens redacted', () => {
    const start = {
      text: 'Broken: /a\nToken: [secret redacted]\n',
      removed: { 'invisible characters': 1, tokens: 1 },
    };
    expect(context('out/report.txt', 'empty.md')).toMatchObject([
      { path: 'out/report.txt', start, unreadBytes: 0 },
      { path: 'empty.md', start: { text: '' }, unreadBytes: 0 },
    ]);
  });

  test('is read only as far as it can fit into a prompt, and later files have what is left', () => {
    const lengths: number[] = [];
    const readSync: typeof systemFiles.readSync = (file, buffer, offset, length, position) => {
      lengths.push(length);
      return systemFiles.readSync(file, buffer, offset, length, position);
    };
    const large = join(root, 'workspace/large.log');
    writeFileSync(large, 'A line of the log\n'.repeat(20_000));
    truncateSync(large, 3_000_000_000); // the rest takes no disk
    const [log] = readContextFiles(['large.log'], place('workspace', { ...systemFiles, readSync }));
    expect(Buffer.byteLength(log?.start.text ?? '') + (log?.unreadBytes ?? 0)).toBe(3_000_000_000);
    expect(lengths).toEqual([MAX_PROMPT]);
    const [first, second, third, empty] = context(
      'half.txt',
      'euro.txt',
      'out/report.txt',
      'empty.md',
    );
    expect([first?.unreadBytes, empty?.unreadBytes]).toEqual([0, 0]);
    expect(second?.start.text).toMatch(/^€+$/);
    expect(third).toMatchObject({
      start: { text: '' },
      unreadBytes: Buffer.byteLength(FILES['workspace/out/report.txt'] ?? ''),
    });
  });

  test.each([0, 1, 10, 39])(
    'shows no part of a token at its end: %d characters of it were read',
    (length) => {
      const text = `${'x '.repeat(MAX_PROMPT).slice(length - MAX_PROMPT)}${TOKEN} and more`;
      writeFileSync(join(root, 'workspace/token.log'), text);
      const [file] = context('token.log');
      expect(file?.start.text).not.toMatch(/ghp_|a1B2/);
      expect(file?.unreadBytes).toBeGreaterThan(0);
    },
  );

  test('is empty if it has no text', () => {
    expect([contextFile(''), contextFile(' \n')].every(isEmpty)).toBe(true);
    expect([contextFile('x'), contextFile('', { unreadBytes: 9 })].some(isEmpty)).toBe(false);
  });
});

/** What is said of paths on Windows, with the workspace in `D:\a\docs\docs`. */
const ON_WINDOWS: Readonly<Record<string, readonly string[]>> = {
  '"Tidy."': [
    'prompts\\tidy.md',
    'prompts/tidy.md',
    '.\\prompts\\..\\prompts\\tidy.md',
    'PROMPTS\\Tidy.md',
    'D:\\a\\docs\\docs\\prompts\\tidy.md',
    'd:/A/Docs/docs/prompts/tidy.md',
  ],
  '"Odd."': ['..odd\\tidy.md'],
  'is outside the workspace': [
    '..\\..\\secret.md',
    'prompts/../../../secret.md',
    '..\\docs-next-door\\tidy.md',
    'D:\\a\\secret.md',
    '\\a\\secret.md',
    'C:\\secret.md',
    'C:secret.md',
    '\\\\server\\share\\secret.md',
    '\\\\?\\C:\\secret.md',
  ],
  'is in `.git`': ['.git\\config', '.GIT/config', 'sub\\.git\\config'],
  '`junction` is a symbolic link to `D:': ['junction\\secret.md'],
  'does not exist': ['prompts\\missing.md'],
};

test.each(Object.entries(ON_WINDOWS))(
  'on Windows, a path is read or an error: %s',
  (says, paths) => {
    const files = createMemoryFiles({ 'd:\\a\\docs\\docs\\junction': 'D:\\a' }, win32);
    const root = 'D:\\a\\docs\\docs';
    const texts = {
      'Tidy.\r\n': [`${root}\\prompts\\tidy.md`],
      'Odd.': [`${root}\\..odd\\tidy.md`],
      '': [`${root}\\.git\\config`, `${root}\\sub\\.git\\config`],
      secret: [
        `${root}-next-door\\tidy.md`,
        'D:\\a\\secret.md',
        'C:\\secret.md',
        '\\\\server\\share\\secret.md',
      ],
    };
    for (const [text, names] of Object.entries(texts))
      for (const name of names) files.put(name, Buffer.from(text));
    for (const path of paths) {
      const workspace = { root, redact: (text: string) => text, files };
      expect([path, complaint(() => readInstruction({ kind: 'file', path }, workspace))]).toEqual([
        path,
        expect.stringContaining(says),
      ]);
    }
  },
);
