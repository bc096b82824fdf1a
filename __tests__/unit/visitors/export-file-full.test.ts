import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

let workspace = '';
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'export-full-'));
});
afterEach(() => rmSync(workspace, { recursive: true }));

/** Blocks of 1,024 bytes that a file may have: the disk that is full. */
const ROOM = 20;

/** Writes 7 rows at a time until that fails, and says how many were taken. */
const scriptOf = (format: string) => `
import { systemFiles } from ${JSON.stringify(pathToFileURL(resolve('src/files.ts')))};
import { createExportFile } from ${JSON.stringify(pathToFileURL(resolve('src/visitors/export-file.ts')))};
const target = { path: 'visitors.${format}', format: '${format}' };
const place = { workspace: import.meta.dirname, isFresh: true, redact: (text) => text, files: systemFiles, uuid: () => '1f3870be' };
const file = await createExportFile(target, place).catch((error) => error.message);
if (typeof file === 'string') {
  console.log(JSON.stringify(file));
  process.exit(0);
}
const rowsFrom = (first) =>
  Array.from({ length: 7 }, (_, at) => ({ path: \`/page/\${first + at}\`, human: 1, ai: 2, total: 3 }));
let taken = 0;
let said = '';
for (; !said && taken < 1_000_000; ) {
  await file.write(rowsFrom(taken), taken).then(
    () => { taken += 7; },
    (error) => { said = error.message; },
  );
}
console.log(JSON.stringify({ taken, said, name: await file.close('partial') }));
`;

async function fill(format: string, room = ROOM): Promise<unknown> {
  const script = join(workspace, 'script.mjs');
  writeFileSync(script, scriptOf(format));
  const limited = `ulimit -f ${room}; trap "" XFSZ; exec "$0" --disable-warning=ExperimentalWarning "$1"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', limited, process.execPath, script]);
  rmSync(script);
  return JSON.parse(stdout);
}

const pathsIn: Record<string, (text: string) => unknown[]> = {
  csv: (text) =>
    text
      .split('\n')
      .slice(1, -1)
      .map((line) => /^"([^"]+)",1,2,3$/.exec(line)?.[1]),
  ndjson: (text) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).path),
  json: (text) => JSON.parse(text).map((row: { path: string }) => row.path),
};

test.each(Object.entries(pathsIn))(
  'on a full disk, the rows that were taken stand in the file, and no torn one: %s',
  async (format, read) => {
    const told = await fill(format);
    const name = `visitors.partial.${format}`;
    expect(told).toEqual({
      taken: expect.any(Number),
      name,
      said: expect.stringMatching(/`visitors-file` cannot be written \(EFBIG\)/),
    });
    expect(readdirSync(workspace)).toEqual([name]);
    const text = readFileSync(join(workspace, name), 'utf8');
    const paths = read(text);
    expect(told).toMatchObject({ taken: paths.length });
    expect(paths).toEqual(paths.map((_, at) => `/page/${at}`));
    expect(text.endsWith('\n')).toBe(true);
    // It was full: another seven rows would not have had room.
    const { size } = statSync(join(workspace, name));
    expect(size).toBeLessThanOrEqual(ROOM * 1_024);
    expect(size).toBeGreaterThan(ROOM * 1_024 - 7 * 60);
  },
);

test.each(['csv', 'json'])(
  'a disk that is full from the beginning is an error, and leaves no file: %s',
  async (format) => {
    expect(await fill(format, 0)).toMatch(/^The file of `visitors-file` cannot be written \(E\w+\)\.$/);
    expect(readdirSync(workspace)).toEqual([]);
  },
);
