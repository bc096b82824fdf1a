import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const VERSION = '5.16.0';
const FOLDER = resolve('.cache/prism', VERSION);
const PROGRAM = join(FOLDER, 'node_modules/@stoplight/prism-cli/dist/index.js');
/** It reads the description before it listens. */
const START_LIMIT_MS = 60_000;

/** A validating proxy in front of the service. */
export interface Prism {
  /** Without a trailing slash. */
  readonly url: string;
  close(): void;
}

/** Installs Prism into `.cache/prism`, unless it is there. @throws if npm fails. */
export function installPrism(): void {
  if (existsSync(PROGRAM)) return;
  console.log(`Installing Prism ${VERSION} into ${FOLDER} (once, about 90 MB)…`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{"private":true}\n'); // else npm would install into a folder above
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const { status } = spawnSync('npm', [...args, `@stoplight/prism-cli@${VERSION}`], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('Prism could not be installed; npm needs a package registry for it.');
}

/**
 * Starts Prism between a client and the service. Without `--errors`, so that an invalid request reaches the service and an operation
 * runs to its end; the violations are in the header `sl-violations` of each answer.
 */
export async function startPrism(file: string, upstream: string): Promise<Prism> {
  const child = spawn(process.execPath, [PROGRAM, 'proxy', file, upstream, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const close = () => void child.kill();
  try {
    return { url: await address(child, file), close };
  } catch (error) {
    close();
    throw error;
  }
}

function address(child: ChildProcess, file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const fail = (why: string) => reject(new Error(`Prism ${why} with ${file}:\n${printed.trim()}`));
    const limit = setTimeout(() => fail('did not start in time'), START_LIMIT_MS);
    const read = (chunk: unknown) => {
      printed += String(chunk);
      const url = /listening on (http:\/\/\S+:\d+)/.exec(printed)?.[1];
      if (url === undefined) return;
      clearTimeout(limit);
      printed = '';
      resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => {
      clearTimeout(limit);
      fail('ended');
    });
  });
}
