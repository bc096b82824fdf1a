import {
  closeSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import systemPath, { type PlatformPath } from 'node:path';

/**
 * The file operations that this action uses, named as in `node:fs` and `node:fs/promises`; passed
 * in for tests.
 */
export interface Files {
  /** How paths are written on this disk: `node:path`, or the rules of another system. */
  readonly path: Pick<PlatformPath, 'dirname' | 'join' | 'relative' | 'resolve' | 'sep'>;
  readonly readFileSync: (path: string, encoding: 'utf8') => string;
  readonly realpathSync: (path: string) => string;
  readonly lstatSync: (path: string) => FileStatus;
  readonly readlinkSync: (path: string) => string;
  readonly openSync: (path: string, flags: 'r') => number;
  /** @returns how many bytes were read; 0 at the end of the file. */
  readonly readSync: (
    file: number,
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ) => number;
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

/** Whether a path, relative to a folder, leads out of it: upwards, or to another drive. */
export const leadsOut = (relative: string): boolean =>
  /^(\.\.($|[\\/])|[\\/]|[A-Za-z]:)/.test(relative);
