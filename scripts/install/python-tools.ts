import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Missing } from './missing.ts';

const LOCKED = 'scripts/install/requirements.txt';

/**
 * Installs the Python programs of `requirements.txt`, which pins versions and hashes, into `.cache/python`, unless they are there.
 * @returns the folder of the programs. @throws Missing if Python or its package registry is missing
 */
export function installPythonTools(): string {
  const folder = resolve('.cache/python');
  const programs = join(folder, 'bin');
  const stampFile = join(folder, '.locked');
  const locked = readFileSync(LOCKED, 'utf8');
  if (readIfPresent(stampFile) === locked) return programs;
  console.log(`Installing zizmor and shellcheck into ${folder} (once)…`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (run('python3', '-m', 'venv', folder).status !== 0) {
    throw new Missing('Python 3.10 or newer with `venv` is missing: it installs zizmor and shellcheck.');
  }
  const { status, stderr } = run(join(programs, 'pip'), 'install', '--quiet', '--require-hashes', '-r', LOCKED);
  if (status !== 0) throw new Missing(`zizmor and shellcheck could not be installed; pip needs a registry.\n${stderr}`);
  writeFileSync(stampFile, locked);
  return programs;
}

function run(command: string, ...args: string[]) {
  return spawnSync(command, args, { encoding: 'utf8', timeout: 600_000 });
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
