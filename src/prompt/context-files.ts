import type { Sanitized } from '../sanitize/sanitize.ts';
import { readPlain } from '../sanitize/untrusted.ts';
import { plainName } from '../trigger/sections.ts';
import type { Section } from '../trigger/trigger.ts';
import { MAX_PROMPT } from './instruction.ts';
import { onOneLine } from './text.ts';
import { readWorkspaceFile, type WorkspaceFiles } from './workspace-file.ts';

/** A file of `context-file`. */
export interface ContextFile {
  /** As the workflow names it. */
  readonly path: string;
  /** Bytes of the whole file. */
  readonly size: number;
  /** The start of the file: untrusted, sanitized, with tokens redacted. */
  readonly start: Sanitized;
  /** Bytes at the end of the file that are not part of `start`. */
  readonly unreadBytes: number;
}

/**
 * Reads the files of `context-file`, in their order, until {@link MAX_PROMPT} bytes are read: more do not fit into a prompt.
 * @throws InputError if one of them is missing, is not text, or is no file of the workspace.
 */
export function readContextFiles(paths: readonly string[], workspace: string, files: WorkspaceFiles): ContextFile[] {
  const options = { workspace, input: 'context-file', remedy: CREATE_IT, mayHaveHardLinks: false };
  let room = MAX_PROMPT;
  return paths.map((path) => {
    const { text, size, isWhole } = readWorkspaceFile({ ...options, path, maxBytes: room }, files);
    room -= Math.min(room, size);
    const start = isWhole ? text : withoutCutToken(text);
    return { path, size, start: readPlain(start), unreadBytes: isWhole ? 0 : size - Buffer.byteLength(start) };
  });
}

const CREATE_IT = 'Name a file of the workspace, relative to its root, and create it in a step before this one.';

/** More UTF-16 units than most tokens have. */
const LONGEST_TOKEN = 4096;

/** The start of a file without its last word, which may be a part of a token and would not be redacted. */
function withoutCutToken(text: string): string {
  const lastBlank = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'));
  return text.slice(0, Math.max(0, lastBlank, text.length - LONGEST_TOKEN));
}

/** Whether no file has text. */
export const areEmpty = (files: readonly ContextFile[]): boolean => files.every(isEmpty);

const isEmpty = ({ start, unreadBytes }: ContextFile) => unreadBytes === 0 && start.text.trim() === '';

/** A section of the prompt for a file. A name that could be read as a sentence is part of the untrusted text. */
export function fileSection(file: ContextFile): Section & Pick<ContextFile, 'unreadBytes'> {
  const { path, start, unreadBytes } = file;
  const name = plainName(path);
  const parts = [...(name ? [] : ['Name: ', onOneLine(path), '\n\n']), isEmpty(file) ? '[the file is empty]' : start];
  return { heading: `the file${name}`, parts, unreadBytes };
}
