import { InputError } from '../errors.ts';
import type { Files } from '../runtime/files.ts';
import { quoteName } from '../text/escape.ts';

/** The file operations that reading a file of the workspace needs. */
export type WorkspaceFiles = Pick<
  Files,
  'path' | 'realpathSync' | 'lstatSync' | 'readlinkSync' | 'openSync' | 'readSync' | 'closeSync'
>;

/** Where the files are, and what removes the step's own secrets from them. */
export interface FileRules {
  readonly workspace: string;
  readonly redact: (text: string) => string;
}

/** Which file to read, and how. */
export interface WorkspaceFileOptions {
  /** Relative to the workspace, or absolute. */
  readonly path: string;
  readonly workspace: string;
  /** The input that names the file, for error messages. */
  readonly input: string;
  /** What to do if the file is missing or lies elsewhere: a sentence. */
  readonly remedy: string;
  /** At most this many bytes are read, so that a large file does not fill the memory. */
  readonly maxBytes: number;
}

export interface WorkspaceFile {
  /** The first `maxBytes` bytes as text, without an incomplete character at the end and without a byte order mark. */
  readonly text: string;
  /** Bytes of the whole file. */
  readonly size: number;
  /** Whether `text` is the whole file. */
  readonly isWhole: boolean;
}

/**
 * Reads a UTF-8 file inside the workspace only: a file from a pull request must not lead to other files of the runner or a token in
 * `.git`.
 * @throws InputError that names the input, the file, and what to do.
 */
export function readWorkspaceFile(options: WorkspaceFileOptions, files: WorkspaceFiles): WorkspaceFile {
  const { path, workspace, input, remedy, maxBytes } = options;
  const { join, relative, resolve } = files.path;
  const file = `The file ${quoteName(path)} of \`${input}\``;
  try {
    const root = files.realpathSync(workspace);
    const inside = relative(resolve(workspace), resolve(workspace, path));
    rejectUnsafePath(file, { root, inside, remedy }, files);
    const place = join(root, inside);
    const status = files.lstatSync(place);
    const { size } = status;
    if (!status.isFile()) throw new InputError(`${file} cannot be read: it is not a regular file.`, remedy);
    const bytes = readStart(place, Math.min(size, maxBytes), files);
    const isWhole = size <= maxBytes;
    return { text: decode(bytes, file, { isWhole }), size, isWhole };
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw new InputError(`${file} ${isMissing ? 'does not exist' : 'cannot be read'}.`, remedy, { cause });
  }
}

/** @throws InputError for a path that leaves the workspace, contains a symbolic link or leads into `.git`. */
function rejectUnsafePath(
  file: string,
  { root, inside, remedy }: { readonly root: string; readonly inside: string; readonly remedy: string },
  { path: { join, sep }, lstatSync, readlinkSync }: WorkspaceFiles,
): void {
  if (/^(\.\.($|[\\/])|[\\/]|[A-Za-z]:)/.test(inside))
    throw new InputError(`${file} is outside the workspace.`, remedy);
  const parts = inside.split(sep);
  if (parts.some((part) => part.toLowerCase() === '.git')) throw new InputError(`${file} is in \`.git\`.`, remedy);
  for (const [at, part] of parts.entries()) {
    const place = join(root, ...parts.slice(0, at + 1));
    if (!lstatSync(place).isSymbolicLink()) continue;
    const link = `${quoteName(part)} is a symbolic link to ${quoteName(readlinkSync(place))}`;
    throw new InputError(`${file} is not read: ${link}.`, 'Use the path of the file itself.');
  }
}

/** The first bytes of a file; fewer if the file has become shorter. */
function readStart(place: string, length: number, { openSync, readSync, closeSync }: WorkspaceFiles): Buffer {
  const buffer = Buffer.alloc(length);
  const file = openSync(place, 'r');
  try {
    let filled = 0;
    while (filled < length) {
      const count = readSync(file, buffer, filled, length - filled, filled);
      if (count === 0) break;
      filled += count;
    }
    return buffer.subarray(0, filled);
  } finally {
    closeSync(file);
  }
}

function decode(bytes: Buffer, file: string, { isWhole }: { readonly isWhole: boolean }): string {
  let text: string;
  try {
    // With `stream`, the decoder omits an incomplete character at the end.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch (cause) {
    throw new InputError(`${file} is not UTF-8 text.`, 'Save it as UTF-8.', { cause });
  }
  if (!text.includes('\0')) return text;
  throw new InputError(`${file} contains a NUL character.`, 'Remove it: the prompt is text.');
}
