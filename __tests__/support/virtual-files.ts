import * as fs from 'node:fs';
import path from 'node:path';
import type { Files } from '../../src/runtime/files.ts';

/** The real disk with synchronous operations, because a virtual clock does not track asynchronous ones. */
export const filesAtOnce: Files = {
  path,
  readFileSync: fs.readFileSync,
  realpathSync: fs.realpathSync,
  lstatSync: fs.lstatSync,
  readlinkSync: fs.readlinkSync,
  openSync: fs.openSync,
  readSync: fs.readSync,
  closeSync: fs.closeSync,
  lstat: async (path) => fs.lstatSync(path),
  mkdir: async (path, options) => fs.mkdirSync(path, options),
  rename: async (from, to) => fs.renameSync(from, to),
  rm: async (path) => fs.rmSync(path),
  async open(path, flags) {
    const file = fs.openSync(path, flags);
    return {
      appendFile: async (bytes) => fs.appendFileSync(file, bytes),
      truncate: async (size) => fs.ftruncateSync(file, size),
      close: async () => fs.closeSync(file),
    };
  },
};
