import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { InputError } from '../../../src/errors.ts';
import { MAX_PROMPT, readInstruction } from '../../../src/prompt/workspace-files.ts';
import { systemFiles } from '../../../src/runtime/files.ts';

let root = '';
let workspace = '';

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'instruction-')));
  workspace = join(root, 'workspace');
  mkdirSync(join(workspace, 'docs', '..odd'), { recursive: true });
  mkdirSync(join(root, 'workspace-2'));
  for (const folder of ['.git', 'sub/.git', '.github', 'git', 'app'])
    mkdirSync(join(workspace, folder), { recursive: true });
  const files: Record<string, string | Buffer> = {
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
    'secret.md': 'from the secret file',
    'workspace/.git/config': 'ghs_token',
    'workspace/sub/.git/config': 'ghs_token',
    'workspace/.gitignore': 'fine',
    'workspace/.github/ask.md': 'fine',
    'workspace/git/ask.md': 'fine',
    'workspace-2/ask.md': 'next door',
  };
  for (const [path, content] of Object.entries(files)) writeFileSync(join(root, path), content);
  symlinkSync(join(root, 'secret.md'), join(workspace, 'planted.md'));
  symlinkSync(root, join(workspace, 'planted'));
  symlinkSync('docs/ask.md', join(workspace, 'alias.md'));
  symlinkSync('../.git/config', join(workspace, 'app', 'PROMPT.md'));
  symlinkSync('../.git', join(workspace, 'app', 'repo'));
  symlinkSync(workspace, join(root, 'linked-workspace'));
});
afterAll(() => rmSync(root, { recursive: true }));

const rules = (from = workspace) => ({ workspace: from, redact: (text: string) => text });
const fromFile = (path: string, from?: string) => readInstruction({ kind: 'file', path }, rules(from), systemFiles);

function complaint(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof InputError) return `${error.message} ${error.remedy}`;
    throw error;
  }
  return '';
}

describe('the prompt', () => {
  test('that is not set leaves the instruction to the trigger', () => {
    expect(readInstruction({ kind: 'default' }, rules(), systemFiles)).toBeUndefined();
  });

  test('is used unchanged, except for the white space around it', () => {
    const text = '  {{ x }} `y` $z\n\n  ::error::\n';
    expect(readInstruction({ kind: 'literal', text }, rules(), systemFiles)).toBe(text.trim());
  });

  test('may fill the prompt to its last byte', () => {
    const text = 'ä'.repeat(MAX_PROMPT / 2);
    expect(readInstruction({ kind: 'literal', text }, rules(), systemFiles)).toBe(text);
  });

  test.each([
    ['  \n', /white space/],
    ['a\0b', /NUL/],
    [`${'ä'.repeat(MAX_PROMPT / 2)}b`, /has 262145 bytes; the limit is 262144/],
  ])('is an error: %#', (text, says) => {
    const said = complaint(() => readInstruction({ kind: 'literal', text }, rules(), systemFiles));
    expect(said).toMatch(says);
    expect(said).toContain('`prompt`');
    expect(said.length).toBeLessThan(200);
  });
});

describe('the prompt file', () => {
  test.each([
    ['docs/ask.md', 'Explain the flag “ü”'],
    ['./docs/../docs/ask.md', 'Explain the flag “ü”'],
    ['docs/..odd/ask.md', 'odd'],
    ['..ask.md', 'dots'],
    ['bom.md', 'with a mark'],
  ])('is read inside the workspace: %s', (path, text) => {
    expect(fromFile(path)).toBe(text);
  });

  test('may be an absolute path, and the workspace may be a symbolic link', () => {
    expect(fromFile(join(workspace, 'docs/ask.md'))).toBe('Explain the flag “ü”');
    expect(fromFile('docs/ask.md', join(root, 'linked-workspace'))).toBe('Explain the flag “ü”');
  });

  test('may fill the prompt to its last byte', () => {
    expect(Buffer.byteLength(fromFile('full.md') ?? '')).toBe(MAX_PROMPT);
  });

  test.each(['../secret.md', '/etc/hostname', '../workspace-2/ask.md', 'docs/../../secret.md'])(
    'is an error outside the workspace: %s',
    (path) => {
      const said = complaint(() => fromFile(path));
      expect(said).toMatch(/outside the workspace/);
      expect(said).not.toMatch(/next door|from the secret/);
    },
  );

  test.each([
    ['planted.md', '`planted.md` is a symbolic link to `ROOT/secret.md`'],
    ['planted/secret.md', '`planted` is a symbolic link to `ROOT`'],
    ['alias.md', '`alias.md` is a symbolic link to `docs/ask.md`'],
    ['docs/../alias.md', '`alias.md` is a symbolic link to `docs/ask.md`'],
    ['app/PROMPT.md', '`PROMPT.md` is a symbolic link to `../.git/config`'],
    ['app/repo/config', '`repo` is a symbolic link to `../.git`'],
  ])('is an error that names the symbolic link: %s', (path, says) => {
    const said = complaint(() => fromFile(path));
    expect(said).toContain(says.replace('ROOT', root));
    expect(said).not.toContain('ghs_token');
  });

  test.each(['.git/config', '.GIT/config', 'app/../.git/config', 'sub/.git/config', '.git', '.Git/config'])(
    'is an error in a `.git` of any spelling: %j',
    (path) => {
      const said = complaint(() => fromFile(path));
      expect(said).toContain('is in `.git`');
      expect(said).not.toContain('ghs_token');
    },
  );

  test.each(['.gitignore', '.github/ask.md', 'git/ask.md'])('may have a name that begins like `.git`: %s', (path) => {
    expect(fromFile(path)).toBe('fine');
  });

  test.each([
    ['missing.md', /`missing.md` of `prompt-file` does not exist.*actions\/checkout/],
    ['../missing.md', /outside the workspace/],
    ['docs', /cannot be read/],
    ['.', /cannot be read/],
    ['docs/ask.md/x', /cannot be read/],
    ['a\0b', /cannot be read/],
    ['latin1.md', /not UTF-8/],
    ['nul.md', /NUL/],
    ['empty.md', /white space/],
    ['blank.md', /white space/],
    ['long.md', /262145 bytes/],
    ['huge.md', /has 600000 bytes; the limit is 262144/],
  ])('is an error that says what is wrong: %j', (path, says) => {
    const said = complaint(() => fromFile(path));
    expect(said).toMatch(says);
    expect(said).toContain('`prompt-file`');
    expect(said).not.toContain(root);
  });
});
