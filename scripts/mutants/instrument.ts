import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const VERSION = '10.1.1';
const FOLDER = resolve('.cache/mutants', VERSION);
const PROGRAM = join(FOLDER, 'node_modules/@stryker-mutator/instrumenter/dist/src/index.js');

/** One change of the code. */
export interface Mutant {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  /** Lines and columns from 0. */
  readonly location: { readonly start: Position; readonly end: Position };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Instrumented {
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly mutants: readonly Mutant[];
}

interface StrykerModule {
  readonly Instrumenter: new (
    logger: object,
  ) => { instrument(files: readonly object[], options: object): Promise<Instrumented> };
}

/** Installs Stryker's instrumenter into `.cache/mutants`, unless it is there. @throws if npm fails. */
function install(): void {
  if (existsSync(PROGRAM)) return;
  console.log(`Installing Stryker's instrumenter ${VERSION} into ${FOLDER} (once, about 40 MB)…`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{"private":true}\n'); // else npm would install into a folder above
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const { status } = spawnSync('npm', [...args, `@stryker-mutator/instrumenter@${VERSION}`], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error("Stryker's instrumenter could not be installed; npm needs a package registry.");
}

/** The files with all changes in them, each behind a switch. */
export async function instrument(paths: readonly string[]): Promise<Instrumented> {
  install();
  const { Instrumenter }: StrykerModule = await import(pathToFileURL(PROGRAM).href);
  const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn: console.warn, error: console.error };
  const files = paths.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  return new Instrumenter(silent).instrument(files, { plugins: null, excludedMutations: [], ignorers: [] });
}
