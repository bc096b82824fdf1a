import { ExportError } from '../errors.ts';
import { type Files, leadsOut, type OpenFile } from '../runtime/files.ts';
import type { PageVisitors } from '../service/analytics.ts';
import { csvCell } from '../text/format.ts';

/** The text before the rows of a file. */
export const CSV_HEAD = 'path,human,ai,total\n';

export const csvRow = ({ path, human, ai, total }: PageVisitors): string =>
  `${csvCell(path)},${human},${ai},${total}\n`;

/** Where a file is written, and how. */
interface ExportPlace {
  /** The folder that relative paths start from. */
  readonly workspace: string;
  /** The file is complete in itself, so it replaces an earlier one. */
  readonly isFresh: boolean;
  /** Removes secrets from a text. */
  readonly redact: (text: string) => string;
  readonly files: Pick<
    Files,
    'path' | 'lstat' | 'mkdir' | 'open' | 'realpathSync' | 'rename' | 'rm'
  >;
}

/**
 * Writes to a name like `visitors.partial.csv`, which is renamed once it is complete.
 * @throws ExportError if it cannot be created, or would replace one although the export does not
 * begin with the first row.
 */
export async function createExportFile(path: string, place: ExportPlace) {
  const { workspace, redact, files } = place;
  const partial = path.replace(/(?=\.\w+$)/, '.partial');
  const at = (name: string) => files.path.resolve(workspace, name);
  const file = await checked(() => openPartial(at(path), at(partial), place));
  let size = 0;

  /**
   * Turns file system errors into ExportErrors. @param hint a sentence for its message: where the
   * rows are.
   */
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

  async function put(text: string): Promise<void> {
    const bytes = Buffer.from(redact(text));
    try {
      await checked(() => file.appendFile(bytes));
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
    await put(CSV_HEAD);
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    /** Appends rows. @throws ExportError if the disk does not accept them. */
    write: (rows: readonly PageVisitors[]) => put(rows.map(csvRow).join('')),
    /**
     * Returns the path of the file, as the workflow writes it; `nothing` removes the file. @throws
     * ExportError if that fails.
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

/**
 * Whether a path in the workspace leads out of it, as a checkout may contain symbolic links. Other
 * paths are the workflow's own choice.
 */
function isLinkedOut(
  target: string,
  workspace: string,
  { path, realpathSync }: ExportPlace['files'],
): boolean {
  const isBelow = (root: string, place: string) => !leadsOut(path.relative(root, place));
  const root = path.resolve(workspace);
  for (
    let folder = path.dirname(target);
    folder !== root && isBelow(root, folder);
    folder = path.dirname(folder)
  ) {
    try {
      return !isBelow(realpathSync(root), realpathSync(folder));
    } catch {
      // It does not exist yet.
    }
  }
  return false;
}

/**
 * Removes the partial file of an earlier export, or a link at its place. A folder at the target
 * would be noticed only at the end.
 */
async function openPartial(target: string, partial: string, place: ExportPlace): Promise<OpenFile> {
  const { files, isFresh, workspace } = place;
  if (isLinkedOut(target, workspace, files)) {
    throw new ExportError(
      'The file of `visitors-file` is not in the workspace: a folder of its path is a symbolic link that leads out.',
      'Use a folder of the workspace, or an absolute path.',
    );
  }
  await files.mkdir(files.path.dirname(partial), { recursive: true });
  for (const name of [target, partial]) {
    const earlier = await files.lstat(name).catch(() => undefined);
    if (earlier && !isFresh)
      throw new ExportError(
        'The file of `visitors-file` exists, and an export that starts at an `offset` would replace it.',
        'Use another file name in `visitors-file` for the rest.',
      );
    if (earlier?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    if (earlier && name === partial) await files.rm(partial);
  }
  return files.open(partial, 'wx');
}
