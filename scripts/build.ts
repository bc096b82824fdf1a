/**
 * `npm run build`: TypeScript → build/ (tsc) → one file (ncc) → minified (terser) → dist/. The same input gives the same bytes.
 * `--check` builds into a temporary folder and fails if dist/ differs.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minify } from 'terser';

const check = process.argv.includes('--check');
const room = mkdtempSync(join(tmpdir(), 'build-'));
try {
  await build(room);
  if (check) compare(room, 'dist');
  else {
    rmSync('dist', { recursive: true, force: true });
    cpSync(room, 'dist', { recursive: true });
  }
} finally {
  rmSync(room, { recursive: true, force: true });
}

async function build(out: string): Promise<void> {
  rmSync('build', { recursive: true, force: true });
  run('tsc', '-p', 'tsconfig.build.json');
  run(
    'ncc',
    'build',
    'build/index.js',
    '-o',
    out,
    '--license',
    'licenses.txt',
    '--target',
    'es2024',
    '--no-cache',
    '-q',
  );
  // ncc's own minifier does not treat the file as a module and keeps unused functions of libraries, which doubles the size.
  const bundle = join(out, 'index.js');
  const { code } = await minify(readFileSync(bundle, 'utf8'), {
    module: true,
    ecma: 2020,
    // `pure_*` drop unused objects and properties even if creating or reading them has effects: the toolkit's job summary, which loads
    // `fs.promises`, and the context of @actions/github, which parses the event once more.
    compress: { passes: 3, hoist_funs: true, pure_new: true, pure_getters: true },
    // V8 keeps a text with a character beyond Latin-1 in twice the memory.
    format: { ascii_only: true, comments: false },
  });
  writeFileSync(bundle, `${code}\n`);
  writeFileSync(join(out, 'post.js'), "import './index.js';\n");
}

function run(tool: string, ...args: string[]): void {
  execFileSync(join('node_modules', '.bin', tool), args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

function compare(fresh: string, committed: string): void {
  const names = new Set([...readdirSync(fresh), ...readdirSync(committed)]);
  const differing = [...names].filter((name) => read(fresh, name) !== read(committed, name));
  if (differing.length === 0) return;
  console.error(`dist is not what the sources build (${differing.join(', ')}): run 'npm run build' and commit dist.`);
  process.exitCode = 1;
}

function read(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'latin1');
  } catch {
    return undefined;
  }
}
