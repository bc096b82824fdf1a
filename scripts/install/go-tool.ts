import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Missing } from './missing.ts';

export interface GoTool {
  /** The Go package of the program, like `github.com/nektos/act`. Its last part names the program. */
  readonly path: string;
  /** Without `v`. */
  readonly version: string;
}

/**
 * Builds a Go program into `.cache/<its name>`, unless that version is there.
 * @returns the program's path. @throws Missing if Go or its module proxy is missing
 */
export function installGoTool({ path, version }: GoTool): string {
  const name = basename(path);
  const folder = resolve('.cache', name);
  const program = join(folder, name);
  if (existsSync(program) && run(folder, program, '--version').stdout.includes(version)) return program;
  if (run(folder, 'go', 'version').status !== 0) {
    throw new Missing(`Go is missing: it builds ${name}. Get it from https://go.dev/dl/ and put it on PATH.`);
  }
  console.log(`Building ${name} ${version} into ${folder} (once, up to two minutes)…`);
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = run(folder, 'go', 'install', `${path}@v${version}`);
  if (status === 0) return program;
  throw new Missing(`${name} could not be built; Go needs a module proxy (GOPROXY) for it.\n${stderr}`);
}

function run(GOBIN: string, command: string, ...args: string[]) {
  return spawnSync(command, args, { encoding: 'utf8', timeout: 600_000, env: { ...process.env, GOBIN } });
}
