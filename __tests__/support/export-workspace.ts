import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import { ExportError } from '../../src/errors.ts';
import { systemFiles } from '../../src/runtime/files.ts';
import { createExportFile } from '../../src/visitors/report.ts';
import { aPage } from './sample-exports.ts';

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
export const place = (more: Partial<Parameters<typeof createExportFile>[1]> = {}) => ({
  workspace,
  isFresh: true,
  redact: (text: string) => text,
  files: systemFiles,
  ...more,
});
export const open = (path = 'visitors.csv') => createExportFile(path, place());

/** The name of a file during the export. */
export const UNDER_WAY = 'visitors.partial.csv';

export const HEAD = 'path,human,ai,total\n';
export const ROWS = [aPage('/a'), aPage('/b')];
export const TEXT = `${HEAD}"/a",30,20,45\n"/b",30,20,45\n`;

/** The message for a file that cannot be written. */
export async function complaint(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ExportError) return `${error.message} ${error.remedy}`;
  throw new Error(`It was no ExportError: ${error}`);
}
