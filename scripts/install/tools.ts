import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** Python 3 has another name on Windows. */
export const PYTHON = process.platform === 'win32' ? 'python' : 'python3';

/** Time limit for one installation. */
const timeout = 600_000;

/**
 * Builds a Go program into `.cache/<its name>`, unless that version is there.
 * @param path the package of the program, like `github.com/nektos/act`; its last part names the
 * program.
 * @param version without `v`.
 * @returns the program's path. Ends the process if Go or its module proxy is missing.
 */
export function installGoTool(path: string, version: string): string {
  const name = basename(path);
  const folder = resolve('.cache', name);
  const program = join(folder, name);
  const env = { ...process.env, GOBIN: folder };
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { encoding: 'utf8', timeout, env });
  if (existsSync(program) && run(program, '--version').stdout.includes(version)) return program;
  if (run('go', 'version').status !== 0)
    stop(`Go is missing: it builds ${name}. Get it from https://go.dev/dl/ and put it on PATH.`);
  console.log(`Building ${name} ${version} into ${folder} (once, up to two minutes)…`);
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = run('go', 'install', `${path}@v${version}`);
  if (status !== 0)
    stop(`${name} could not be built; Go needs a module proxy (GOPROXY) for it.\n${stderr}`);
  return program;
}

/**
 * Installs the wheels of a list in this folder, which pins versions and hashes, into
 * `.cache/<list>`, unless they are there.
 * @returns the folder of the packages; its `bin` has their programs. Ends the process if Python,
 * pip or the registry is missing.
 */
export function installPythonPackages(list: 'workflow-tools' | 'cmark-gfm'): string {
  const lockFile = `scripts/install/${list}.txt`;
  const folder = resolve('.cache', list);
  const stampFile = join(folder, '.locked');
  const locked = readFileSync(lockFile, 'utf8');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === locked) return folder;
  console.log(`Installing the packages of ${lockFile} into ${folder} (once)…`);
  rmSync(folder, { recursive: true, force: true });
  const pip = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--require-hashes',
  ];
  const args = [...pip, '--only-binary', ':all:', '--target', folder, '-r', lockFile];
  const { status, stderr } = spawnSync(PYTHON, args, { encoding: 'utf8', timeout });
  if (status !== 0)
    stop(
      `The packages of ${lockFile} need Python 3.10 or newer, pip and a registry.\n${stderr ?? ''}`,
    );
  writeFileSync(stampFile, locked);
  return folder;
}

function stop(problem: string): never {
  console.error(`FAILED: ${problem}`);
  process.exit(1);
}
