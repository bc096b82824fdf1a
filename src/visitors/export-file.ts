import { dirname, resolve } from 'node:path';
import { ExportError } from '../errors.ts';
import type { Files, OpenFile } from '../runtime/files.ts';
import type { PageVisitors } from '../service/visitor-page.ts';
import type { Format } from './export-format.ts';

/** Where an export goes. */
export interface ExportTarget {
  /** Relative to the workspace, or absolute. */
  readonly path: string;
  readonly format: Format;
}

export interface ExportFile {
  /** @throws ExportError when the disk does not take them. */
  write(rows: readonly PageVisitors[], before: number): Promise<void>;
  /**
   * Gives the path, as the workflow writes it, under which the file stays; `nothing` removes it and gives undefined.
   * @throws ExportError when it cannot be made whole.
   */
  close(end: 'whole' | 'partial' | 'nothing'): Promise<string | undefined>;
}

interface ExportPlace {
  /** What relative paths begin at. */
  readonly workspace: string;
  /** The export begins with the first row: what stands there is of an earlier one, and is replaced. */
  readonly isFresh: boolean;
  /** Takes secrets out. */
  readonly redact: (text: string) => string;
  readonly files: ExportFiles;
  readonly uuid: () => string;
}

type ExportFiles = Pick<Files, 'lstat' | 'mkdir' | 'open' | 'rename' | 'rm' | 'stat'>;

/**
 * Opens the file beside its name, as `visitors.partial-1f3870be.csv`: another export may be on its way to the same name. It gets
 * that name when it is whole, and `visitors.partial.csv` when it is not.
 * @throws ExportError when no file can be written there.
 */
export async function createExportFile(
  { path, format }: ExportTarget,
  { workspace, isFresh, redact, files, uuid }: ExportPlace,
): Promise<ExportFile> {
  const { FORMS } = await import(/* webpackMode: "eager" */ './export-writers.ts'); // only an export pays for its writers
  const form = FORMS[format];
  const at = (name: string) => resolve(workspace, name);
  const partial = partialName(path);
  const underWay = partialName(path, `-${uuid().slice(0, 8)}`);
  const beside = at(underWay);
  if (!isFresh) await refuseOlder([at(path), at(partial)], files);
  const file = await checked(() => openBeside([at(path), at(partial)], beside, files));
  const tail = Buffer.from(form.tail);
  let size = 0;

  /** The tail stands behind all that is written, and the next rows in its place: whatever comes, the file is in order. */
  async function put(text: string): Promise<void> {
    const bytes = Buffer.from(redact(text));
    try {
      await checked(() => writeAt(file, Buffer.concat([bytes, tail]), size));
      size += bytes.length;
    } catch (error) {
      await file.truncate(size).catch(() => {}); // a disk that is full tears a row
      await writeAt(file, tail, size).catch(() => {});
      throw error;
    }
  }

  const keepAs = (name: string) =>
    checked(async () => {
      await file.close();
      await files.rename(beside, at(name));
    }, ` What was read is in \`${underWay}\`.`);

  /** Never throws: the reason why there is nothing to keep is what people need to read. */
  async function discard(): Promise<void> {
    await file.close().catch(() => {});
    await files.rm(beside).catch(() => {});
  }

  try {
    await put(form.head);
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    write: (rows, before) => put(form.rows(rows, before === 0)),
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

async function openBeside(names: readonly string[], beside: string, files: ExportFiles): Promise<OpenFile> {
  await files.mkdir(dirname(beside), { recursive: true });
  const areFolders = await Promise.all(names.map((name) => isFolder(name, files)));
  if (areFolders.includes(true)) throw Object.assign(new Error(), { code: 'EISDIR' });
  return files.open(beside, 'wx');
}

/** What goes on must not take the place of what it goes on from. */
async function refuseOlder(names: readonly string[], files: ExportFiles): Promise<void> {
  if (!(await Promise.all(names.map((name) => exists(name, files)))).includes(true)) return;
  throw new ExportError(
    'A file of an earlier export stands where `visitors-file` goes, and one that begins at an `offset` would replace it.',
    'Give what goes on a name of its own in `visitors-file`.',
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

/** @param more where it is, all the same. */
async function checked<Result>(work: () => Promise<Result>, more = ''): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new ExportError(
      `The file of \`visitors-file\` cannot be written (${code}).${more}`,
      'Name a file below a folder that the runner may write to, with room on its disk.',
      { cause },
    );
  }
}
