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

interface Sabotage {
  readonly path: string;
  /** How the action behaves with the bug. */
  readonly sentence: string;
}

const { values } = parseArgs({
  options: {
    tests: { type: 'string', default: Object.keys(TESTS).join(',') },
    only: { type: 'string', default: '' },
    check: { type: 'boolean', default: false },
  },
});

const sabotages: readonly Sabotage[] = readdirSync(FOLDER)
  .sort()
  .map((name) => ({
    path: join(FOLDER, name),
    sentence: readFileSync(join(FOLDER, name), 'utf8').split('\n', 1)[0] ?? '',
  }));

const patch = (cwd: string, ...args: readonly string[]) =>
  spawnSync('git', ['apply', ...args], { cwd, encoding: 'utf8' });

/** One line for each bug that cannot be planted, or that the table lacks. */
function problems(): string[] {
  const rows = readRows();
  return sabotages.flatMap(({ path, sentence }) => [
    ...(patch('.', '--check', path).status === 0 ? [] : [`${path} does not apply: plant “${sentence}” again`]),
    ...(rows.has(sentence) ? [] : [`${TABLE} has no row for “${sentence}”`]),
  ]);
}

/** The rows of the table: the cells behind each sentence. */
function readRows(): Map<string, string[]> {
  const rows = readFileSync(TABLE, 'utf8').matchAll(/^\| (.*\.) \|(.*)\|$/gm);
  return new Map(
    Array.from(rows, ([, sentence = '', cells = '']) => [sentence, cells.split('|').map((cell) => cell.trim())]),
  );
}

/** Writes a cell, into a new last row if there is none for the sentence. */
function writeCell(sentence: string, column: number, cell: string): void {
  const rows = readRows();
  const cells = rows.get(sentence) ?? Object.keys(TESTS).map(() => '');
  const [was, now] = [cells, cells.with(column, cell)].map((each) => `| ${sentence} | ${each.join(' | ')} |`);
  const text = readFileSync(TABLE, 'utf8');
  const [last] = text.match(/^\|.*\|$/gm)?.slice(-1) ?? [];
  const replaced = rows.has(sentence)
    ? text.replace(was ?? '', () => now ?? '')
    : text.replace(`${last}\n`, () => `${last}\n${now}\n`);
  writeFileSync(TABLE, replaced);
}

/** Runs tests in a copy. Returns what failed first; undefined if nothing did. */
function failureIn(copy: string, { args, firstFailure }: Tests): string | undefined {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  return status === 0 ? undefined : firstFailure(`${stdout}\n${stderr}`);
}

function makeCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'sabotage-'));
  cpSync('.', copy, { recursive: true, filter: (path) => !NOT_COPIED.includes(relative('.', path)) });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  return copy;
}

function measure(copy: string, columns: readonly string[]): void {
  const chosen = Object.entries(TESTS).filter(([name]) => columns.includes(name));
  for (const [name, tests] of chosen) {
    const failure = failureIn(copy, tests);
    if (failure) throw new Error(`Without a bug, the tests “${name}” fail: ${failure}`);
  }
  for (const { path, sentence } of sabotages) {
    if (!values.only.split(',').some((part) => basename(path).includes(part))) continue;
    if (patch(copy, resolve(path)).status !== 0) throw new Error(`${path} does not apply.`);
    for (const [name, tests] of chosen) {
      const found = failureIn(copy, tests) ?? '—';
      writeCell(sentence, Object.keys(TESTS).indexOf(name), found);
      console.log(`${name}: ${sentence} ${found}`);
    }
    patch(copy, '-R', resolve(path));
  }
}

if (values.check) {
  for (const problem of problems()) console.error(problem);
  process.exitCode = problems().length > 0 ? 1 : 0;
} else {
  const copy = makeCopy();
  try {
    measure(copy, values.tests.split(','));
  } finally {
    rmSync(copy, { recursive: true });
  }
}
