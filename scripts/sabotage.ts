/**
 * Plants the bugs of `__tests__/sabotages` in a copy of the project, one at a time, and writes into
 * the table at the end of docs/engineering/evidence.md what notices each of them.
 *
 *     node scripts/sabotage.ts                        all bugs, all tests: hours
 *     node scripts/sabotage.ts --tests simulation     one column of the table; a comma separates several
 *     node scripts/sabotage.ts --only sweep,lease     the bugs whose name contains one of these
 *     node scripts/sabotage.ts --check                only whether each bug can be planted, and has its row
 *     node scripts/sabotage.ts --renew lease          writes the patch of that bug anew: it is what `git diff src` shows
 *
 * A bug is a file: one sentence that says how the action behaves with it, and a patch for `src`.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const FOLDER = '__tests__/sabotages';
const PAGE = 'docs/engineering/evidence.md';
const NOT_COPIED = ['node_modules', '.git', '.cache', 'dist'];
const JEST = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
];
const TIERS = ['unit', 'scenarios', 'attacks'].map((tier) => `__tests__/${tier}`);

/**
 * The columns of the table: how the tests are run, and how their output says that one failed. What
 * the parentheses match is the cell.
 */
const TESTS: Readonly<
  Record<string, { readonly args: readonly string[]; readonly failure: RegExp }>
> = {
  tests: { args: [...JEST, '--bail', ...TIERS], failure: /^FAIL __tests__\/(\w+)/m },
  simulation: {
    args: ['scripts/simulate.ts', '--seed', '1', '--brief', '--histories', '2000'],
    failure: /^\d+ histories/m,
  },
  fuzzing: {
    args: ['scripts/fuzz.ts', '--seed', '1', '--brief', '--workers', '1', '--cases', '3000'],
    failure: /^Case \d+/m,
  },
};

const { values } = parseArgs({
  options: {
    tests: { type: 'string', default: Object.keys(TESTS).join(',') },
    only: { type: 'string', default: '' },
    check: { type: 'boolean', default: false },
    renew: { type: 'string' },
  },
});

const bugs = readdirSync(FOLDER)
  .sort()
  .map((file) => ({ name: basename(file, '.patch'), path: resolve(FOLDER, file) }));

/** One line of context is enough: a change of the code around it makes no bug obsolete. */
const patch = (cwd: string, ...args: readonly string[]) =>
  spawnSync('git', ['apply', '-C1', ...args], { cwd }).status === 0;

const rowOf = (name: string) =>
  new RegExp(`^\\| \`${name}\` \\|.*$`, 'm').exec(readFileSync(PAGE, 'utf8'))?.[0];

/** Writes a cell, into a new last row if the bug has none. */
function writeCell(name: string, column: string, cell: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const columns = Object.keys(TESTS);
  const row = rowOf(name);
  const cells = row?.split('|').slice(2, -1) ?? columns.map(() => '');
  const now = cells.with(columns.indexOf(column), cell).map((each) => each.trim());
  const line = `| \`${name}\` | ${now.join(' | ')} |`;
  writeFileSync(PAGE, row === undefined ? `${page}${line}\n` : page.replace(row, () => line));
}

/** Runs tests in a copy. @returns what failed first, for the table. */
function failureIn(cwd: string, column: string): string {
  const { args = [], failure } = TESTS[column] ?? {};
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status === 0) return NOT_NOTICED;
  const found = failure?.exec(`${stdout}\n${stderr}`);
  return found ? (found[1] ?? '✓') : 'no test ended';
}

const NOT_NOTICED = '—';

function measure(copy: string, columns: readonly string[]): void {
  for (const column of columns) {
    const failure = failureIn(copy, column);
    if (failure !== NOT_NOTICED)
      throw new Error(`Without a bug, the tests “${column}” fail: ${failure}`);
  }
  for (const { name, path } of bugs) {
    if (!values.only.split(',').some((part) => name.includes(part))) continue;
    if (!patch(copy, path)) throw new Error(`${path} does not apply.`);
    for (const column of columns) {
      const cell = failureIn(copy, column);
      writeCell(name, column, cell);
      console.log(`${column}: ${name} ${cell}`);
    }
    patch(copy, '-R', path);
  }
}

/** How a bug is planted again after the code that it changes was changed. */
function howToRenew(name: string, path: string): string {
  const [sentence = ''] = readFileSync(path, 'utf8').split('\n', 1);
  return `${FOLDER}/${name}.patch, a bug on purpose, does not apply to src any more: ${PAGE}#bugs-on-purpose explains it.
  Stage your own changes, change src until this holds: ${sentence}
  Then run: node scripts/sabotage.ts --renew ${name} && git restore src`;
}

/** Keeps the sentence of a bug, and replaces its patch by the unstaged changes of `src`. */
function renew(name: string): void {
  const path = join(FOLDER, `${name}.patch`);
  const [sentence] = readFileSync(path, 'utf8').split('\n', 1);
  const { stdout } = spawnSync('git', ['diff', '-U1', '--', 'src'], { encoding: 'utf8' });
  if (stdout === '') throw new Error('src has no unstaged change that could be the bug.');
  writeFileSync(path, `${sentence}\n\n${stdout.replace(/^(?:diff|index) .*\n/gm, '')}`);
}

if (values.renew !== undefined) {
  renew(values.renew);
} else if (values.check) {
  const problems = bugs.flatMap(({ name, path }) => [
    ...(patch('.', '--check', path) ? [] : [howToRenew(name, path)]),
    ...(rowOf(name) ? [] : [`${PAGE} has no row for ${name}`]),
  ]);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} else {
  const copy = mkdtempSync(join(tmpdir(), 'sabotage-'));
  try {
    cpSync('.', copy, {
      recursive: true,
      filter: (path) => !NOT_COPIED.includes(relative('.', path)),
    });
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    measure(copy, values.tests.split(','));
  } finally {
    rmSync(copy, { recursive: true });
  }
}
