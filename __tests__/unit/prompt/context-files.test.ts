import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { InputError } from '../../../src/errors.ts';
import { isEmpty, MAX_PROMPT, readContextFiles } from '../../../src/prompt/workspace-files.ts';
import { systemFiles } from '../../../src/runtime/files.ts';
import { contextFile } from '../../support/sample-prompt.ts';

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

let root = '';
let workspace = '';

const write = (name: string, content: string | Buffer) => writeFileSync(join(workspace, name), content);

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'context-file-')));
  workspace = join(root, 'workspace');
  for (const folder of ['.git', 'app', 'out']) mkdirSync(join(workspace, folder), { recursive: true });
  writeFileSync(join(root, 'secret.txt'), 'from the secret file');
  write('.git/config', 'ghs_token');
  write('out/report.txt', `Broken\u200b: /a\r\nToken: ${TOKEN}\n`);
  write('empty.txt', '');
  write('latin1.txt', Buffer.from([0x46, 0xfc, 0x72]));
  write('utf16.txt', Buffer.from('\ufeffReport', 'utf16le'));
  write('nul.txt', 'a\0b');
  write('half.txt', 'x'.repeat(MAX_PROMPT / 2));
  write('euro.txt', '€'.repeat(MAX_PROMPT));
  symlinkSync(join(root, 'secret.txt'), join(workspace, 'planted.txt'));
  symlinkSync('../.git', join(workspace, 'app', 'repo'));
  symlinkSync('out', join(workspace, 'reports'));
});
afterAll(() => rmSync(root, { recursive: true }));

const rules = () => ({ workspace, redact: (text: string) => text });
const read = (...paths: string[]) => readContextFiles(paths, rules(), systemFiles);

function complaint(path: string): string {
  try {
    read(path);
  } catch (error) {
    if (error instanceof InputError) return `${error.message} ${error.remedy}`;
    throw error;
  }
  return '';
}

test('a file is read in the order of the paths, sanitized and with tokens redacted', () => {
  const [report, empty, ...more] = read('out/report.txt', 'empty.txt');
  expect(report).toMatchObject({
    path: 'out/report.txt',
    start: { text: 'Broken: /a\nToken: [secret redacted]\n', removed: { 'invisible characters': 1, tokens: 1 } },
    unreadBytes: 0,
  });
  expect(empty).toMatchObject({ path: 'empty.txt', size: 0, start: { text: '' }, unreadBytes: 0 });
  expect(more).toEqual([]);
});

describe('a path is an error', () => {
  test.each([
    ['../secret.txt', /is outside the workspace/],
    ['/etc/hostname', /is outside the workspace/],
    ['out/../../secret.txt', /is outside the workspace/],
    ['planted.txt', /`planted\.txt` is a symbolic link to `.*secret\.txt`\. Use the path of the file itself/],
    ['app/repo/config', /`repo` is a symbolic link to `\.\.\/\.git`/],
    ['reports/report.txt', /`reports` is a symbolic link to `out`/],
    ['.git/config', /is in `\.git`/],
    ['.GIT/config', /is in `\.git`/],
    ['missing.txt', /does not exist\. Name a file of the workspace/],
    ['out', /it is not a regular file/],
    ['latin1.txt', /is not UTF-8 text/],
    ['utf16.txt', /is not UTF-8 text/],
    ['nul.txt', /contains a NUL character/],
  ])('that names input, file and remedy: %s', (path, says) => {
    const said = complaint(path);
    expect(said).toMatch(says);
    expect(said).toContain(`The file \`${path}\` of \`context-file\``);
    expect(said).not.toMatch(/from the secret|ghs_token/);
  });
});

describe('a file that is too large', () => {
  test('is read only as far as it can fit into a prompt', () => {
    write('large.log', 'A line of the log\n'.repeat(1_000));
    truncateSync(join(workspace, 'large.log'), 3_000_000_000); // the rest takes no disk
    write('text.log', `${'A line of the log\n'.repeat(20_000)}`);
    const lengths: number[] = [];
    const counting: typeof systemFiles = {
      ...systemFiles,
      readSync(file, buffer, offset, length, position) {
        lengths.push(length);
        return systemFiles.readSync(file, buffer, offset, length, position);
      },
    };
    const [log] = readContextFiles(['text.log'], rules(), counting);
    expect(log?.size).toBe(360_000);
    expect(Buffer.byteLength(log?.start.text ?? '') + (log?.unreadBytes ?? 0)).toBe(360_000);
    expect(log?.start.text.length).toBeGreaterThan(MAX_PROMPT - 100);
    expect(() => readContextFiles(['large.log'], rules(), counting)).toThrow('NUL');
    expect(Math.max(...lengths)).toBeLessThanOrEqual(MAX_PROMPT);
  });

  test('leaves later files only what is left', () => {
    const [first, second, third, empty] = read('half.txt', 'euro.txt', 'out/report.txt', 'empty.txt');
    expect(first).toMatchObject({ unreadBytes: 0 });
    expect(second?.start.text.isWellFormed()).toBe(true);
    expect(second?.start.text).toMatch(/^€+$/);
    expect(third).toMatchObject({ start: { text: '' }, unreadBytes: third?.size });
    expect(empty).toMatchObject({ unreadBytes: 0 });
  });

  test.each([0, 1, 10, 39])('shows no part of a token at its end: %d characters of it were read', (length) => {
    write('token.log', `${'x '.repeat(MAX_PROMPT).slice(length - MAX_PROMPT)}${TOKEN} and more`);
    const [file] = read('token.log');
    expect(file?.start.text).not.toMatch(/ghp_|a1B2/);
    expect(file?.unreadBytes).toBeGreaterThan(0);
  });
});

test('files are empty if none of them has text', () => {
  expect([contextFile(''), contextFile(' \n')].every(isEmpty)).toBe(true);
  expect([contextFile(''), contextFile('x')].every(isEmpty)).toBe(false);
  expect([contextFile('', { size: 9, unreadBytes: 9 })].every(isEmpty)).toBe(false);
});
