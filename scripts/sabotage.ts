/**
 * Breaks copies of `src` on purpose, one bug at a time, and prints after how many histories `npm run simulate`, or cases
 * `npm run fuzz`, finds each of them, with the shrunk story that shows it.
 *
 *     node scripts/sabotage.ts [--histories 1000] [--only NAME]
 *     node scripts/sabotage.ts --fuzz [--cases 4000] [--only NAME]
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SABOTAGES as FUZZ_SABOTAGES } from '../__tests__/fuzz/sabotages.ts';
import { SABOTAGES, type Sabotage } from '../__tests__/simulation/sabotages.ts';

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '1000' },
    fuzz: { type: 'boolean', default: false },
    cases: { type: 'string', default: '4000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});

const { fuzz, seed } = values;
const program = fuzz ? ['scripts/fuzz.ts', '--seed', seed] : ['scripts/simulate.ts', '--seed', seed];
const search = fuzz
  ? ['--brief', '--workers', '1', '--cases', values.cases]
  : ['--brief', '--histories', values.histories];
const COPIED = ['src', '__tests__', 'scripts', 'package.json', 'tsconfig.json'];

/** What was found: after how many histories or cases, the violation, and the story that leads to it. */
interface Found {
  readonly after: string;
  readonly violation: string;
  readonly story: string;
}

/** Undefined if the bug was not found. */
function find({ file, from, to }: Sabotage): Found | undefined {
  const copy = mkdtempSync(join(tmpdir(), 'sabotage-'));
  try {
    for (const path of COPIED) cpSync(path, join(copy, path), { recursive: true });
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    const path = join(copy, 'src', file);
    const text = readFileSync(path, 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${file} does not contain once: ${from}`);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
    const played = (args: readonly string[]) =>
      spawnSync(process.execPath, [...program, ...args], { cwd: copy, encoding: 'utf8' });
    const { stdout, status } = played(search);
    if (status === 0) return undefined;
    const [, after = '?'] = /^(\d+) histories/m.exec(stdout) ?? /^Case (\d+)/m.exec(stdout) ?? [];
    const [, number = after] = /^ +--only (\d+)/m.exec(stdout) ?? [];
    const [, violation = stdout.slice(-300)] = /^(?:\d+ ×|Case \d+:) (.*)$/m.exec(stdout) ?? [];
    return { after, violation, story: storyIn(played(['--only', number]).stdout) };
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Without the settings of the history, up to the first violation; a line that repeats is printed twice. */
function storyIn(stdout: string): string {
  const lines = stdout
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('{"seed"'));
  const first = lines.findIndex((line) => line.includes('!!!'));
  const textOf = (line = '') => line.replace(/^\d+d [\d:.]+/, '');
  const isThird = (at: number) => [1, 2].every((before) => textOf(lines[at - before]) === textOf(lines[at]));
  return lines
    .slice(0, first < 0 ? undefined : first + 1)
    .filter((_, at) => !isThird(at))
    .join('\n');
}

const chosen = (fuzz ? FUZZ_SABOTAGES : SABOTAGES).filter(
  ({ name }) => values.only === undefined || name.includes(values.only),
);
const missed = chosen.filter((sabotage) => {
  const found = find(sabotage);
  console.log(`\n## ${sabotage.name}\n`);
  if (!found) console.log('Not found.');
  else console.log(`Found after ${found.after}: ${found.violation}\n\n\`\`\`text\n${found.story}\n\`\`\``);
  return found === undefined;
});
process.exitCode = missed.length > 0 ? 1 : 0;
