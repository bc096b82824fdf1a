import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Missing } from './missing.ts';

/** Python 3 has another name on Windows. */
export const PYTHON = process.platform === 'win32' ? 'python' : 'python3';

/**
 * Installs the wheels of a list in this folder, which pins versions and hashes, into `.cache/<list>`, unless they are there.
 * @returns the folder of the packages; its `bin` has their programs. @throws Missing if Python, pip or the package registry is missing
 */
export function installPythonPackages(list: 'workflow-tools' | 'cmark-gfm'): string {
  const lockFile = `scripts/install/${list}.txt`;
  const folder = resolve('.cache', list);
  const stampFile = join(folder, '.locked');
  const locked = readFileSync(lockFile, 'utf8');
  if (readIfPresent(stampFile) === locked) return folder;
  console.log(`Installing the packages of ${lockFile} into ${folder} (once)…`);
  rmSync(folder, { recursive: true, force: true });
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--require-hashes'];
  const { status, stderr } = spawnSync(PYTHON, [...pip, '--only-binary', ':all:', '--target', folder, '-r', lockFile], {
    encoding: 'utf8',
    timeout: 600_000,
  });
  if (status !== 0)
    throw new Missing(`The packages of ${lockFile} need Python 3.10 or newer, pip and a registry.\n${stderr ?? ''}`);
  writeFileSync(stampFile, locked);
  return folder;
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
