import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';

let workspace = '';

/** Gives each test of the file an empty workspace. */
export function useWorkspace(): void {
  beforeEach(() => {
    workspace = mkdtempSync(join(tmpdir(), 'export-'));
  });
  afterEach(() => rmSync(workspace, { recursive: true }));
}

export const at = (name: string) => join(workspace, name);
export const textOf = (name: string) => readFileSync(at(name), 'utf8');
export const names = () => readdirSync(workspace);
