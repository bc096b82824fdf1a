import { closeSync, lstatSync, openSync, readFileSync, readlinkSync, readSync, realpathSync } from 'node:fs';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import systemPath, { type PlatformPath } from 'node:path';
import { ExportError } from '../errors.ts';

/** The file operations that this action uses, named as in `node:fs` and `node:fs/promises`; passed in for tests. */
export interface Files {
  /** How paths are written on this disk: `node:path`, or the rules of another system. */
  readonly path: Pick<PlatformPath, 'dirname' | 'join' | 'relative' | 'resolve' | 'sep'>;
  readonly readFileSync: (path: string, encoding: 'utf8') => string;
  readonly realpathSync: (path: string) => string;
  readonly lstatSync: (path: string) => FileStatus;
  readonly readlinkSync: (path: string) => string;
  readonly openSync: (path: string, flags: 'r') => number;
  /** @returns how many bytes were read; 0 at the end of the file. */
  readonly readSync: (file: number, buffer: Buffer, offset: number, length: number, position: number) => number;
  readonly closeSync: (file: number) => void;
  readonly lstat: (path: string) => Promise<{ isDirectory(): boolean }>;
  readonly mkdir: (path: string, options: { readonly recursive: true }) => Promise<unknown>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly rm: (path: string) => Promise<void>;
  readonly open: (path: string, flags: 'wx') => Promise<OpenFile>;
}

interface FileStatus {
  isSymbolicLink(): boolean;
  isFile(): boolean;
  /** Bytes. */
  readonly size: number;
}

export interface OpenFile {
  /** Writes all bytes at the current position, or throws. */
  appendFile(bytes: Buffer): Promise<void>;
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
}

export const systemFiles: Files = {
  path: systemPath,
  readFileSync,
  realpathSync,
  lstatSync,
  readlinkSync,
  openSync,
  readSync,
  closeSync,
  lstat,
  mkdir,
  rename,
  rm,
  open,
};

/** Where a file is written, and how. */
export interface ResultPlace {
  /** The folder that relative paths start from. */
  readonly workspace: string;
  /** The file is complete in itself, so it replaces an earlier one. */
  readonly isFresh: boolean;
  /** Removes secrets from a text. */
  readonly redact: (text: string) => string;
  readonly files: Pick<Files, 'path' | 'lstat' | 'mkdir' | 'open' | 'realpathSync' | 'rename' | 'rm'>;
}

/** A file that an input names. */
interface ResultTarget {
  /** Relative to the workspace, or absolute. */
  readonly path: string;
  readonly input: string;
  /** The text at its start. */
  readonly head?: string;
}

/** Writes to a name like `visitors.partial.csv`, which is renamed once it is complete. @throws ExportError if it cannot be created. */
export async function createResultFile({ path, input, head = '' }: ResultTarget, place: ResultPlace) {
  const { workspace, redact, files } = place;
  const partial = path.replace(/(?=\.\w+$)/, '.partial');
  const at = (name: string) => files.path.resolve(workspace, name);
  const file = await checked(() => openPartial(at(path), at(partial), input, place));
  let size = 0;

  /** Turns file system errors into ExportErrors. @param hint a sentence for its message: where the rows are. */
  async function checked<Result>(work: () => Promise<Result>, hint = ''): Promise<Result> {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof ExportError) throw cause;
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
      throw new ExportError(
        `The file of \`${input}\` cannot be written (${code}).${hint}`,
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
    await put(head);
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    /** Appends a text. @throws ExportError if the disk does not accept it. */
    write: put,
    /** Returns the path of the file, as the workflow writes it; `nothing` removes the file. @throws ExportError if that fails. */
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

/** Whether a path in the workspace leads out of it, as a checkout may contain symbolic links. Other paths are the workflow's own choice. */
function isLedOut(target: string, workspace: string, { path, realpathSync }: ResultPlace['files']): boolean {
  const isBelow = (root: string, place: string) => !/^(\.\.($|[\\/])|[\\/]|[A-Za-z]:)/.test(path.relative(root, place));
  const root = path.resolve(workspace);
  for (let folder = path.dirname(target); folder !== root && isBelow(root, folder); folder = path.dirname(folder)) {
    try {
      return !isBelow(realpathSync(root), realpathSync(folder));
    } catch {
      // It does not exist yet.
    }
  }
  return false;
}

/** Removes the partial file of an earlier export, or a link at its place. A folder at the target would be noticed only at the end. */
async function openPartial(
  target: string,
  partial: string,
  input: string,
  { files, isFresh, workspace }: ResultPlace,
): Promise<OpenFile> {
  if (isLedOut(target, workspace, files)) {
    throw new ExportError(
      `The file of \`${input}\` is not in the workspace: a folder of its path is a symbolic link that leads out.`,
      'Use a folder of the workspace, or an absolute path.',
    );
  }
  await files.mkdir(files.path.dirname(partial), { recursive: true });
  for (const name of [target, partial]) {
    const earlier = await files.lstat(name).catch(() => undefined);
    if (earlier && !isFresh)
      throw new ExportError(
        `The file of \`${input}\` exists, and an export that starts at an \`offset\` would replace it.`,
        `Use another file name in \`${input}\` for the rest.`,
      );
    if (earlier?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    if (earlier && name === partial) await files.rm(partial);
  }
  return files.open(partial, 'wx');
}
