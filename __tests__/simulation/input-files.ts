import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In memory where the system has a place for that: a file per run takes a tenth of the time otherwise. */
const ROOM = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'simulation-'));
process.on('exit', () => rmSync(ROOM, { recursive: true, force: true }));
let written = 0;

/** Writes a file that processes may read. Returns its path. */
export function writeInput(text: string): string {
  const path = join(ROOM, `event-${++written % 512}.json`); // far more than run at the same time
  writeFileSync(path, text);
  return path;
}

/** A file in each workspace. */
export const CONTEXT_FILE = 'report.txt';
const workspaces = new Map<string, string>();

/** A workspace whose {@link CONTEXT_FILE} has the API key in it. */
export function workspaceWith(key: string): string {
  const known = workspaces.get(key);
  if (known !== undefined) return known;
  const path = mkdtempSync(join(ROOM, 'workspace-'));
  writeFileSync(join(path, CONTEXT_FILE), `The first try with ${key} failed.\n`);
  workspaces.set(key, path);
  return path;
}
