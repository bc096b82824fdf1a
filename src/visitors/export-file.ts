import { ExportError } from '../errors.ts';
import type { Files, OpenFile } from '../runtime/files.ts';
import type { PageVisitors } from '../service/visitors.ts';
import { FORMS, type Format } from './export-format.ts';

/** The formats of an export, which are the extensions of its file. */
export const FORMATS = ['csv', 'ndjson'] as const satisfies readonly Format[];

/** Where an export is written. */
export interface ExportTarget {
  /** Relative to the workspace, or absolute. */
  readonly path: string;
  readonly format: Format;
}

export interface ExportFile {
  /** Appends rows. @throws ExportError if the disk does not accept them. */
  write(rows: readonly PageVisitors[]): Promise<void>;
  /**
   * Gives the file its final name and returns that path, as the workflow writes it. `nothing` removes the file and returns undefined.
   * @throws ExportError if the file cannot be closed or renamed.
   */
  close(end: 'whole' | 'partial' | 'nothing'): Promise<string | undefined>;
}

interface ExportPlace {
  /** The folder that relative paths start from. */
  readonly workspace: string;
  /** The export begins with the first row, so it replaces the file of an earlier export. */
  readonly isFresh: boolean;
  /** Removes secrets from a text. */
  readonly redact: (text: string) => string;
  readonly files: ExportFiles;
  readonly uuid: () => string;
}

type ExportFiles = Pick<Files, 'path' | 'lstat' | 'mkdir' | 'open' | 'rename' | 'rm' | 'stat'>;

/**
 * Writes to a temporary name like `visitors.partial-1f3870be.csv`, because another export may be writing to the same target. A
 * complete export is renamed to its target, an incomplete one to `visitors.partial.csv`.
 * @throws ExportError if the file cannot be created.
 */
export async function createExportFile(
  { path, format }: ExportTarget,
  { workspace, isFresh, redact, files, uuid }: ExportPlace,
): Promise<ExportFile> {
  const form = FORMS[format];
  const at = (name: string) => files.path.resolve(workspace, name);
  const partial = partialName(path);
  const temporary = partialName(path, `-${uuid().slice(0, 8)}`);
  const temporaryPath = at(temporary);
  if (!isFresh) await rejectExisting([at(path), at(partial)], files);
  const file = await checked(() => openTemporary([at(path), at(partial)], temporaryPath, files));
  let size = 0;

  async function put(text: string): Promise<void> {
    const bytes = Buffer.from(redact(text));
    try {
      await checked(() => writeAt(file, bytes, size));
      size += bytes.length;
    } catch (error) {
      await file.truncate(size).catch(() => {}); // a full disk may have taken half a row
      throw error;
    }
  }

  const keepAs = (name: string) =>
    checked(async () => {
      await file.close();
      await files.rename(temporaryPath, at(name));
    }, ` What was read is in \`${temporary}\`.`);

  /** Never throws, so that the error that led here is the one reported. */
  async function discard(): Promise<void> {
    await file.close().catch(() => {});
    await files.rm(temporaryPath).catch(() => {});
  }

  try {
    await put(form.head);
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    write: (rows) => put(form.rows(rows)),
    async close(end) {
      if (end === 'nothing') {
        await discard();
        return undefined;
      }
      const name = end === 'whole' ? path : partial;
      await keepAs(name);
      return name;
    },
  };
}

async function writeAt(file: OpenFile, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  }
}

const partialName = (path: string, mark = '') => path.replace(/(?=\.\w+$)/, `.partial${mark}`);

async function openTemporary(names: readonly string[], path: string, files: ExportFiles): Promise<OpenFile> {
  await files.mkdir(files.path.dirname(path), { recursive: true });
  const areFolders = await Promise.all(names.map((name) => isFolder(name, files)));
  if (areFolders.includes(true)) throw Object.assign(new Error(), { code: 'EISDIR' });
  return files.open(path, 'wx');
}

/** An export that continues at an `offset` must not replace the file that it continues. */
async function rejectExisting(names: readonly string[], files: ExportFiles): Promise<void> {
  if (!(await Promise.all(names.map((name) => exists(name, files)))).includes(true)) return;
  throw new ExportError(
    'The file of `visitors-file` exists, and an export that starts at an `offset` would replace it.',
    'Use another file name in `visitors-file` for the rest.',
  );
}

const exists = (path: string, { lstat }: ExportFiles): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

async function isFolder(path: string, { stat }: ExportFiles): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** Turns a file system error into an ExportError. @param hint a sentence for its message: where the rows are. */
async function checked<Result>(work: () => Promise<Result>, hint = ''): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new ExportError(
      `The file of \`visitors-file\` cannot be written (${code}).${hint}`,
      'Use a path in a folder that the runner can write to, on a disk with free space.',
      { cause },
    );
  }
}
