/**
 * Plants the bugs of `__tests__/sabotages` in a copy of the project, one at a time, and writes into the table of docs/sabotage.md which
 * tests notice each of them.
 *
 *     node scripts/sabotage.ts                        all bugs, all tests: hours
 *     node scripts/sabotage.ts --tests simulation     one column of the table; a comma separates several
 *     node scripts/sabotage.ts --only sweep,lease     the bugs whose name contains one of these
 *     node scripts/sabotage.ts --check                only whether each bug can be planted, and has its row
 *
 * A bug is a file: one sentence that says how the action behaves with it, and a patch for `src`. If the code changed so much that the patch
 * does not apply, make the action behave like the sentence again, and replace the patch: `git diff src`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const FOLDER = '__tests__/sabotages';
const TABLE = 'docs/sabotage.md';
const NOT_COPIED = ['node_modules', '.git', '.cache', 'dist'];
const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];

/** Some of the tests: how they are run, and what their output says of the first failure. */
interface Tests {
  readonly args: readonly string[];
  readonly firstFailure: (output: string) => string;
}

const jest = (...folders: readonly string[]): Tests => ({
  args: [...JEST, '--bail', ...folders],
  firstFailure: (output) => `\`${/^FAIL __tests__\/(\S+)\.test\.ts/m.exec(output)?.[1] ?? 'no test ended'}\``,
});

/** The columns of the table. */
const TESTS: Readonly<Record<string, Tests>> = {
  scenarios: jest('__tests__/scenarios', '__tests__/attacks'),
  simulation: {
    args: ['scripts/simulate.ts', '--seed', '1', '--brief', '--histories', '2000'],
    firstFailure: (output) =>
      `${/^(\d+) histories/m.exec(output)?.[1]}: ${/^\d+ × ([^:]*)/m.exec(output)?.[1] ?? 'no rule'}`,
  },
  fuzzing: {
    args: ['scripts/fuzz.ts', '--seed', '1', '--brief', '--workers', '1', '--cases', '3000'],
    firstFailure: (output) => `${/^Case (\d+): ([^:]*)/m.exec(output)?.slice(1).join(': ') ?? 'no case'}`,
  },
  unit: jest('__tests__/unit'),
};

const { values } = parseArgs({
  options: {
    tests: { type: 'string', default: Object.keys(TESTS).join(',') },
    only: { type: 'string', default: '' },
    check: { type: 'boolean', default: false },
  },
});

/** The bugs, each with the sentence that says how the action behaves with it. */
const sabotages = readdirSync(FOLDER)
  .sort()
  .map((name) => join(FOLDER, name))
  .map((path) => ({ path, sentence: readFileSync(path, 'utf8').split('\n', 1)[0] ?? '' }));

const patch = (cwd: string, ...args: readonly string[]) => spawnSync('git', ['apply', ...args], { cwd }).status === 0;

/** The row of a sentence, and its cells. */
function readRow(table: string, sentence: string): { row: string; cells: string[] } | undefined {
  const row = table.split('\n').find((line) => line.startsWith(`| ${sentence} |`));
  return row === undefined
    ? undefined
    : {
        row,
        cells: row
          .split('|')
          .slice(2, -1)
          .map((cell) => cell.trim()),
      };
}

/** Writes a cell, into a new last row if there is none for the sentence. */
function writeCell(sentence: string, column: string, cell: string): void {
  const table = readFileSync(TABLE, 'utf8').trimEnd();
  const { row, cells } = readRow(table, sentence) ?? { row: undefined, cells: Object.keys(TESTS).map(() => '') };
  const now = `| ${sentence} | ${cells.with(Object.keys(TESTS).indexOf(column), cell).join(' | ')} |`;
  writeFileSync(TABLE, `${row === undefined ? `${table}\n${now}` : table.replace(row, () => now)}\n`);
}

/** Runs tests in a copy. Returns what failed first; undefined if nothing did. */
function failureIn(cwd: string, { args, firstFailure }: Tests): string | undefined {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 30 });
  return status === 0 ? undefined : firstFailure(`${stdout}\n${stderr}`);
}

function measure(copy: string, columns: readonly string[]): void {
  const chosen = Object.entries(TESTS).filter(([name]) => columns.includes(name));
  for (const [name, tests] of chosen) {
    const failure = failureIn(copy, tests);
    if (failure) throw new Error(`Without a bug, the tests “${name}” fail: ${failure}`);
  }
  for (const { path, sentence } of sabotages) {
    if (!values.only.split(',').some((part) => basename(path).includes(part))) continue;
    if (!patch(copy, resolve(path))) throw new Error(`${path} does not apply.`);
    for (const [name, tests] of chosen) {
      const found = failureIn(copy, tests) ?? '—';
      writeCell(sentence, name, found);
      console.log(`${name}: ${sentence} ${found}`);
    }
    patch(copy, '-R', resolve(path));
  }
}

if (values.check) {
  const table = readFileSync(TABLE, 'utf8');
  for (const { path, sentence } of sabotages) {
    if (!patch('.', '--check', path)) problem(`${path} does not apply: plant “${sentence}” again`);
    if (!readRow(table, sentence)) problem(`${TABLE} has no row for “${sentence}”`);
  }
} else {
  const copy = mkdtempSync(join(tmpdir(), 'sabotage-'));
  try {
    cpSync('.', copy, { recursive: true, filter: (path) => !NOT_COPIED.includes(relative('.', path)) });
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    measure(copy, values.tests.split(','));
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function problem(text: string): void {
  console.error(text);
  process.exitCode = 1;
}
