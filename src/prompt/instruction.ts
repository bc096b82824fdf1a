import { join, relative, resolve, sep } from 'node:path';
import { InputError } from '../errors.ts';
import type { Files } from '../runtime/files.ts';
import { quoteName } from '../text/escape.ts';

/** Where the maintainer's instruction comes from. */
export type InstructionSource =
  | { kind: 'literal'; text: string }
  | { kind: 'file'; path: string }
  | { kind: 'default' };

type InstructionFiles = Pick<Files, 'readFileSync' | 'realpathSync' | 'lstatSync' | 'readlinkSync'>;

/** The action's limit for a prompt, in bytes of UTF-8. The service documents none. */
export const MAX_PROMPT = 256 * 1024;

/**
 * The maintainer's instruction; undefined if the workflow sets none.
 * @throws InputError if it cannot be read, is not text, is empty or too long.
 */
export function readInstruction(
  source: InstructionSource,
  workspace: string,
  files: InstructionFiles,
): string | undefined {
  switch (source.kind) {
    case 'default':
      return undefined;
    case 'literal':
      return checked(source.text, '`prompt`');
    case 'file':
      return checked(readText(source.path, workspace, files), '`prompt-file`');
  }
}

function readText(path: string, workspace: string, files: InstructionFiles): string {
  const bytes = readInside(path, workspace, files);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InputError('The file of `prompt-file` is not UTF-8 text.', 'Save it as UTF-8.', { cause });
  }
}

/** Reads a file of the workspace only: a file from a pull request must not lead to other files of the runner or a token in `.git`. */
function readInside(path: string, workspace: string, files: InstructionFiles): Buffer {
  try {
    const root = files.realpathSync(workspace);
    const inside = relative(resolve(workspace), resolve(workspace, path));
    rejectUnsafePath(root, inside, files);
    return files.readFileSync(join(root, inside));
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw new InputError('The file of `prompt-file` cannot be read.', CHECK_OUT, { cause });
  }
}

/** @throws InputError for a path that leaves the workspace, contains a symbolic link or leads into `.git`. */
function rejectUnsafePath(root: string, path: string, { lstatSync, readlinkSync }: InstructionFiles): void {
  if (/^(\.\.($|[\\/])|[\\/]|[A-Za-z]:)/.test(path))
    throw new InputError('The file of `prompt-file` lies outside the workspace.', CHECK_OUT);
  const parts = path.split(sep);
  if (parts.some(isGitFolder)) throw new InputError('The file of `prompt-file` lies in `.git`.', CHECK_OUT);
  for (const [at, part] of parts.entries()) {
    const place = join(root, ...parts.slice(0, at + 1));
    if (!lstatSync(place).isSymbolicLink()) continue;
    const names = `${quoteName(part)} is a symbolic link to ${quoteName(readlinkSync(place))}`;
    throw new InputError(`\`prompt-file\` goes through a symbolic link: ${names}.`, 'Name the file itself.');
  }
}

/** Names that Windows and case-insensitive file systems resolve to `.git`: `.GIT`, `.git.`, `.git ::$DATA`, `GIT~1` (git's `verify_path`). */
const isGitFolder = (part: string): boolean => /^(\.git|git~\d+)[ .]*(:.*)?$/i.test(part.replace(/\p{Cf}/gu, ''));

const CHECK_OUT = 'Name a file of the repository, relative to its root, and run `actions/checkout` before this step.';

function checked(text: string, name: string): string {
  const instruction = text.trim();
  if (!instruction) throw new InputError(`${name} holds nothing but white space.`, 'Write what the agent shall do.');
  if (instruction.includes('\0'))
    throw new InputError(`${name} holds a NUL character.`, 'Remove it: the prompt is text.');
  const bytes = Buffer.byteLength(instruction);
  if (bytes <= MAX_PROMPT) return instruction;
  throw new InputError(`${name} has ${bytes} bytes; at most ${MAX_PROMPT} are sent.`, 'Shorten it.');
}
