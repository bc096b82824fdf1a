import { type PlatformPath, posix, win32 } from 'node:path';
import type { Files } from '../../src/runtime/files.ts';

/**
 * A disk in memory, so that a hostile path reaches no real file. On a disk of Windows, letter case
 * makes no difference.
 */
export interface MemoryFiles extends Files {
  put(path: string, content: Buffer): void;
  /** All files, with those that were written since. */
  readonly all: ReadonlyMap<string, Buffer>;
  /** The files whose content was read by `openSync`. */
  readonly opened: ReadonlySet<string>;
}

const LONGEST_NAME = 255;
const LONGEST_PATH = 4096;

const failed = (code: string, path: string) =>
  Object.assign(new Error(`${code}: ${path.slice(0, 40)}`), { code });

/**
 * @param links symbolic links, each with its target; on Windows in lower case. @param system whose
 * rules for paths hold
 */
export function createMemoryFiles(
  links: Readonly<Record<string, string>>,
  system: PlatformPath = posix,
): MemoryFiles {
  const { dirname, resolve, sep } = system;
  const all = new Map<string, Buffer>();
  const opened = new Set<string>();
  const handles = new Map<number, Buffer>();
  const folders = new Set<string>();
  let lastHandle = 2;

  /** The path in normal form. @throws as the system does. */
  function checked(path: string): string {
    if (path.includes('\0')) throw failed('ERR_INVALID_ARG_VALUE', path);
    const isTooLong = path.split(sep).some((name) => Buffer.byteLength(name) > LONGEST_NAME);
    if (isTooLong || Buffer.byteLength(path) > LONGEST_PATH) throw failed('ENAMETOOLONG', path);
    const place = resolve(sep, path);
    return system === win32 ? place.toLowerCase() : place;
  }

  function addFolders(path: string): void {
    if (all.has(path)) throw failed('ENOTDIR', path);
    folders.add(path);
    if (dirname(path) !== path) addFolders(dirname(path));
  }

  function contentOf(path: string): Buffer {
    const place = checked(path);
    const content = all.get(links[place] ?? place);
    if (content) return content;
    throw failed(folders.has(place) ? 'EISDIR' : 'ENOENT', path);
  }

  function statusOf(path: string) {
    const place = checked(path);
    const isLink = place in links;
    const isFolder = folders.has(place);
    const size = all.get(place)?.length ?? 0;
    if (!isLink && !isFolder && !all.has(place)) throw failed('ENOENT', path);
    const isFile = !isLink && !isFolder;
    return {
      isSymbolicLink: () => isLink,
      isFile: () => isFile,
      isDirectory: () => isFolder,
      size,
    };
  }

  function put(path: string, content: Buffer): void {
    addFolders(dirname(checked(path)));
    all.set(checked(path), content);
  }

  addFolders(resolve(sep));
  return {
    path: system,
    all,
    opened,
    put,
    readFileSync: (path) => contentOf(path).toString(),
    realpathSync(path) {
      statusOf(path);
      return checked(path);
    },
    lstatSync: statusOf,
    readlinkSync: (path) => links[checked(path)] ?? '',
    openSync(path) {
      opened.add(checked(path));
      handles.set(++lastHandle, contentOf(path));
      return lastHandle;
    },
    readSync: (file, buffer, offset, length, position) =>
      handles.get(file)?.copy(buffer, offset, position, position + length) ?? 0,
    closeSync: (file) => void handles.delete(file),
    lstat: async (path) => statusOf(path),
    mkdir: async (path) => addFolders(checked(path)),
    async rename(from, to) {
      const content = contentOf(from);
      if (folders.has(checked(to))) throw failed('EISDIR', to);
      put(to, content);
      all.delete(checked(from));
    },
    rm: async (path) => void (all.delete(checked(path)) || statusOf(path)),
    async open(path) {
      const place = checked(path);
      if (all.has(place) || folders.has(place)) throw failed('EEXIST', path);
      if (!folders.has(dirname(place))) throw failed('ENOENT', path);
      all.set(place, Buffer.alloc(0));
      return {
        appendFile: async (bytes) =>
          void all.set(place, Buffer.concat([all.get(place) ?? Buffer.alloc(0), bytes])),
        truncate: async (size) =>
          void all.set(place, (all.get(place) ?? Buffer.alloc(0)).subarray(0, size)),
        close: async () => {},
      };
    },
  };
}
