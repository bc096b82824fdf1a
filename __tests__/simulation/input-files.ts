import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIRST_KEY } from './secrets.ts';

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

export const WORKSPACE = ROOM;

/** A file in the workspace that has the first API key in it. */
export const CONTEXT_FILE = 'report.txt';
writeFileSync(join(ROOM, CONTEXT_FILE), `curl -H "Authorization: Bearer ${FIRST_KEY}"\n`);
