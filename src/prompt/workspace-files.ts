import { InputError } from '../errors.ts';
import type { InstructionSource } from '../inputs/inputs.ts';
import { type Files, leadsOut } from '../runtime/files.ts';
import { readPlain, type Sanitized, startWithoutCutToken } from '../sanitize/index.ts';
import { quoteName } from '../text/format.ts';
import { onOneLine, plainName, type Section } from '../trigger/trigger.ts';

/** The action's limit for a prompt, in bytes of UTF-8. The service documents none. */
export const MAX_PROMPT = 256 * 1024;
/**
 * Bytes of `prompt-file` that are read: the white space around the instruction does not count
 * against {@link MAX_PROMPT}.
 */
const MAX_FILE = 2 * MAX_PROMPT;

/** Where the files are, and what removes the step's own secrets from them. */
export interface Workspace {
  /** The folder that relative paths start from. */
  readonly root: string;
  readonly redact: (text: string) => string;
  readonly files: Pick<
    Files,
    'path' | 'realpathSync' | 'lstatSync' | 'readlinkSync' | 'openSync' | 'readSync' | 'closeSync'
  >;
}

/**
 * The maintainer's instruction; undefined if the workflow sets none. @throws InputError if it
 * cannot be read, is no text, is empty or too long.
 */
export function readInstruction(
  source: InstructionSource,
  workspace: Workspace,
): string | undefined {
  if (source.kind === 'default') return undefined;
  if (source.kind === 'literal') return checked(source.text, '`prompt`');
  const remedy =
    'Name a file of the repository, relative to its root, and run `actions/checkout` before this step.';
  const { text, size, isWhole } = readFile(
    { path: source.path, input: 'prompt-file', remedy, maxBytes: MAX_FILE },
    workspace,
  );
  return isWhole
    ? checked(workspace.redact(text), '`prompt-file`')
    : failTooLong('`prompt-file`', size);
}

function checked(text: string, name: string): string {
  const instruction = text.trim();
  if (!instruction)
    throw new InputError(`${name} contains only white space.`, 'Write the task of the agent.');
  if (instruction.includes('\0')) throw new InputError(`${name} ${CONTAINS_NUL}`, IS_TEXT);
  const bytes = Buffer.byteLength(instruction);
  return bytes <= MAX_PROMPT ? instruction : failTooLong(name, bytes);
}

const CONTAINS_NUL = 'contains a NUL character.';
const IS_TEXT = 'Remove it: the prompt is text.';

function failTooLong(name: string, bytes: number): never {
  throw new InputError(`${name} has ${bytes} bytes; the limit is ${MAX_PROMPT}.`, 'Shorten it.');
}

/** A file of `context-file`. */
export interface ContextFile {
  /** As the workflow names it. */
  readonly path: string;
  /** The start of the file: untrusted, sanitized, with tokens redacted. */
  readonly start: Sanitized;
  /** Bytes at the end of the file that are not part of `start`. */
  readonly unreadBytes: number;
}

/**
 * Reads the files of `context-file`, in their order, up to {@link MAX_PROMPT} bytes. @throws
 * InputError if one is no text file of the workspace.
 */
export function readContextFiles(paths: readonly string[], workspace: Workspace): ContextFile[] {
  const remedy =
    'Name one file of the workspace per line, relative to its root, and create it in a step before this one.';
  let room = MAX_PROMPT;
  return paths.map((path) => {
    const { text, size, isWhole } = readFile(
      { path, input: 'context-file', remedy, maxBytes: room },
      workspace,
    );
    room -= Math.min(room, size);
    const start = isWhole ? text : startWithoutCutToken(text);
    const unreadBytes = isWhole ? 0 : size - Buffer.byteLength(start);
    return { path, start: readPlain(workspace.redact(start)), unreadBytes };
  });
}

export const isEmpty = ({ start, unreadBytes }: ContextFile) =>
  unreadBytes === 0 && start.text.trim() === '';

/**
 * A section of the prompt for a file. A name that could be read as a sentence is part of the
 * untrusted text.
 */
export function fileSection(file: ContextFile): Section & Pick<ContextFile, 'unreadBytes'> {
  const { path, start, unreadBytes } = file;
  const name = plainName(path);
  const parts = [
    ...(name ? [] : ['Name: ', onOneLine(path), '\n\n']),
    isEmpty(file) ? '[the file is empty]' : start,
  ];
  return { heading: `the file${name}`, parts, unreadBytes };
}

/** Which file to read. */
interface FileOptions {
  /** Relative to the workspace, or absolute. */
  readonly path: string;
  /** The input that names the file, for error messages. */
  readonly input: string;
  /** What to do if the file is missing or lies elsewhere: a sentence. */
  readonly remedy: string;
  /** At most this many bytes are read, so that a large file does not fill the memory. */
  readonly maxBytes: number;
}

/**
 * A file from a pull request must not lead to other files of the runner, or to a token in `.git`.
 * The text has no incomplete character at its end, and no byte order mark. @throws InputError that
 * names the input, the file, and what to do.
 */
function readFile(
  { path, input, remedy, maxBytes }: FileOptions,
  { root: folder, files }: Workspace,
) {
  const { join, relative, resolve } = files.path;
  const file = `The file ${quoteName(path)} of \`${input}\``;
  try {
    const root = files.realpathSync(folder);
    const inside = relative(resolve(folder), resolve(folder, path));
    rejectUnsafePath(file, { root, inside, remedy }, files);
    const place = join(root, inside);
    const status = files.lstatSync(place);
    if (!status.isFile())
      throw new InputError(`${file} cannot be read: it is not a regular file.`, remedy);
    const { size } = status;
    const isWhole = size <= maxBytes;
    return {
      text: decode(readStart(place, Math.min(size, maxBytes), files), file, isWhole),
      size,
      isWhole,
    };
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw new InputError(`${file} ${isMissing ? 'does not exist' : 'cannot be read'}.`, remedy, {
      cause,
    });
  }
}

/**
 * @throws InputError for a path that leaves the workspace, contains a symbolic link or leads into
 * `.git`.
 */
function rejectUnsafePath(
  file: string,
  {
    root,
    inside,
    remedy,
  }: { readonly root: string; readonly inside: string; readonly remedy: string },
  { path: { join, sep }, lstatSync, readlinkSync }: Workspace['files'],
): void {
  if (leadsOut(inside)) throw new InputError(`${file} is outside the workspace.`, remedy);
  const parts = inside.split(sep);
  if (parts.some((part) => part.toLowerCase() === '.git'))
    throw new InputError(`${file} is in \`.git\`.`, remedy);
  for (const [at, part] of parts.entries()) {
    const place = join(root, ...parts.slice(0, at + 1));
    if (!lstatSync(place).isSymbolicLink()) continue;
    const link = `${quoteName(part)} is a symbolic link to ${quoteName(readlinkSync(place))}`;
    throw new InputError(`${file} is not read: ${link}.`, 'Use the path of the file itself.');
  }
}

/** The first bytes of a file; fewer if the file has become shorter. */
function readStart(
  place: string,
  length: number,
  { openSync, readSync, closeSync }: Workspace['files'],
): Buffer {
  const buffer = Buffer.alloc(length);
  const file = openSync(place, 'r');
  try {
    return buffer.subarray(0, readSync(file, buffer, 0, length, 0));
  } finally {
    closeSync(file);
  }
}

function decode(bytes: Buffer, file: string, isWhole: boolean): string {
  let text: string;
  try {
    // With `stream`, the decoder omits an incomplete character at the end.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch (cause) {
    throw new InputError(`${file} is not UTF-8 text.`, 'Save it as UTF-8.', { cause });
  }
  if (text.includes('\0')) throw new InputError(`${file} ${CONTAINS_NUL}`, IS_TEXT);
  return text;
}
