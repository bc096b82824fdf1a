import { ExportError } from '../errors.ts';
import type { Files, OpenFile } from '../runtime/files.ts';
import type { PageVisitors } from '../service/visitors.ts';

/** The formats of an export, which are the extensions of its file. */
export const FORMATS = ['csv', 'ndjson'] as const;

export type Format = (typeof FORMATS)[number];

/** The text before the rows of a file, and of some rows. */
export const FORMS: Record<
  Format,
  { readonly head: string; readonly rows: (rows: readonly PageVisitors[]) => string }
> = {
  csv: { head: 'path,human,ai,total\n', rows: toCsv },
  ndjson: { head: '', rows: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('') },
};

/**
 * RFC 4180, but with plain line feeds. All paths are quoted, so that a spreadsheet that splits at `;` does not split them. A path
 * that a spreadsheet would evaluate as a formula (OWASP, "CSV injection"), even after blanks, gets a leading apostrophe.
 */
function toCsv(rows: readonly PageVisitors[]): string {
  return rows.map(({ path, human, ai, total }) => `${quoted(path)},${human},${ai},${total}\n`).join('');
}

function quoted(path: string): string {
  const inert = /^[=+\-@＝＋－＠\s\p{C}]/u.test(path) ? `'${path}` : path;
  return `"${inert.replaceAll('"', '""')}"`;
}

/** Where an export is written. */
export interface ExportTarget {
  /** Relative to the workspace, or absolute. */
  readonly path: string;
  readonly format: Format;
}

interface ExportPlace {
  /** The folder that relative paths start from. */
  readonly workspace: string;
  /** The export begins with the first row, so it replaces the files of an earlier export. */
  readonly isFresh: boolean;
  /** Removes secrets from a text. */
  readonly redact: (text: string) => string;
  readonly files: Pick<Files, 'path' | 'lstat' | 'mkdir' | 'open' | 'rename' | 'rm'>;
}

/**
 * Writes to a name like `visitors.partial.csv`. Once it is complete, an export is renamed to its target.
 * @throws ExportError if the file cannot be created.
 */
export async function createExportFile({ path, format }: ExportTarget, place: ExportPlace) {
  const { workspace, redact, files } = place;
  const form = FORMS[format];
  const partial = path.replace(/(?=\.\w+$)/, '.partial');
  const at = (name: string) => files.path.resolve(workspace, name);
  const file = await checked(() => openPartial(at(path), at(partial), place));
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

  /** Never throws, so that the error that led here is the one reported. */
  async function discard(): Promise<void> {
    await file.close().catch(() => {});
    await files.rm(at(partial)).catch(() => {});
  }

  try {
    await put(form.head);
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    /** Appends rows. @throws ExportError if the disk does not accept them. */
    write: (rows: readonly PageVisitors[]) => put(form.rows(rows)),
    /**
     * Returns the path of the file, as the workflow writes it. `nothing` removes the file and returns undefined.
     * @throws ExportError if the file cannot be closed or renamed.
     */
    async close(end: 'whole' | 'partial' | 'nothing'): Promise<string | undefined> {
      if (end === 'nothing') {
        await discard();
        return undefined;
      }
      const hint = ` What was read is in \`${partial}\`.`;
      await checked(() => file.close(), hint);
      if (end === 'partial') return partial;
      await checked(() => files.rename(at(partial), at(path)), hint);
      return path;
    },
  };
}

async function writeAt(file: OpenFile, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  }
}

/** Removes the partial file of an earlier export, or a link at its place. A folder at the target would be noticed only at the end. */
async function openPartial(target: string, partial: string, { files, isFresh }: ExportPlace): Promise<OpenFile> {
  await files.mkdir(files.path.dirname(partial), { recursive: true });
  for (const name of [target, partial]) {
    const earlier = await files.lstat(name).catch(() => undefined);
    if (earlier && !isFresh) throw wouldReplace();
    if (earlier?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    if (earlier && name === partial) await files.rm(partial);
  }
  return files.open(partial, 'wx');
}

const wouldReplace = () =>
  new ExportError(
    'The file of `visitors-file` exists, and an export that starts at an `offset` would replace it.',
    'Use another file name in `visitors-file` for the rest.',
  );

/** Turns a file system error into an ExportError. @param hint a sentence for its message: where the rows are. */
async function checked<Result>(work: () => Promise<Result>, hint = ''): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ExportError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new ExportError(
      `The file of \`visitors-file\` cannot be written (${code}).${hint}`,
      'Use a path in a folder that the runner can write to, on a disk with free space.',
      { cause },
    );
  }
}
