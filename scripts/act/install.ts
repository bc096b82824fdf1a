import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const VERSION = '0.2.89';
const FOLDER = resolve('.cache/act');

/** A missing program, and how to install it. */
export class Missing extends Error {}

/** Builds the workflow engine `act` into `.cache/act`, unless it exists. @returns its path. @throws Missing */
export function installAct(): string {
  const act = join(FOLDER, 'act');
  if (existsSync(act) && run(act, '--version').stdout.includes(VERSION)) return act;
  if (run('go', 'version').status !== 0) {
    throw new Missing(
      'Go is missing: it builds act, the workflow engine. Get it from https://go.dev/dl/ and put it on PATH.',
    );
  }
  console.log(`Building act ${VERSION} into ${FOLDER} (once, about two minutes)…`);
  mkdirSync(FOLDER, { recursive: true });
  const { status, stderr } = run('go', 'install', `github.com/nektos/act@v${VERSION}`);
  if (status !== 0) throw new Missing(`act could not be built; Go needs a module proxy (GOPROXY) for it.\n${stderr}`);
  return act;
}

function run(command: string, ...args: string[]) {
  return spawnSync(command, args, { encoding: 'utf8', timeout: 600_000, env: { ...process.env, GOBIN: FOLDER } });
}
