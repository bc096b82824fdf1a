import { InputError } from '../errors.ts';
import type { InstructionSource } from '../inputs/inputs.ts';
import type { PromptParts } from '../trigger/trigger.ts';
import { type FileRules, readWorkspaceFile, type WorkspaceFiles } from './workspace-file.ts';

/** The action's limit for a prompt, in bytes of UTF-8. The service documents none. */
export const MAX_PROMPT = 256 * 1024;
/** Bytes of `prompt-file` that are read: the white space around the instruction does not count against {@link MAX_PROMPT}. */
const MAX_FILE = 2 * MAX_PROMPT;

/**
 * The maintainer's instruction; undefined if the workflow sets none.
 * @throws InputError if it cannot be read, is not text, is empty or too long.
 */
export function readInstruction(
  source: InstructionSource,
  { workspace, redact }: FileRules,
  files: WorkspaceFiles,
): string | undefined {
  if (source.kind === 'default') return undefined;
  if (source.kind === 'literal') return checked(source.text, '`prompt`');
  const options = { path: source.path, workspace, input: 'prompt-file', remedy: CHECK_OUT };
  const { text, size, isWhole } = readWorkspaceFile({ ...options, maxBytes: MAX_FILE }, files);
  return isWhole ? checked(redact(text), '`prompt-file`') : failTooLong('`prompt-file`', size);
}

const CHECK_OUT = 'Name a file of the repository, relative to its root, and run `actions/checkout` before this step.';

function checked(text: string, name: string): string {
  const instruction = text.trim();
  if (!instruction) throw new InputError(`${name} contains only white space.`, 'Write the task of the agent.');
  if (instruction.includes('\0'))
    throw new InputError(`${name} contains a NUL character.`, 'Remove it: the prompt is text.');
  const bytes = Buffer.byteLength(instruction);
  return bytes <= MAX_PROMPT ? instruction : failTooLong(name, bytes);
}

function failTooLong(name: string, bytes: number): never {
  throw new InputError(`${name} has ${bytes} bytes; the limit is ${MAX_PROMPT}.`, 'Shorten it.');
}

/** The instruction for requests without `prompt` and `prompt-file`. */
export function defaultInstruction(
  { isRequestInText, sections, subject }: PromptParts,
  { hasChanges, hasPages, hasFiles }: Readonly<Record<'hasChanges' | 'hasPages' | 'hasFiles', boolean>>,
): string {
  const hasEvent = hasChanges || sections.length > 0;
  if (hasFiles && !hasPages && !hasEvent) return updateFor('files');
  const update = hasPages && !hasEvent ? UPDATE_PAGES : updateFor(hasChanges ? 'changes' : subject);
  return `${isRequestInText ? MAKE_CHANGE : update}${hasFiles ? ' Use the files below for it.' : ''}`;
}

const updateFor = (what: string) =>
  `Update the documentation for the ${what} below. Edit only the pages that need it. If the documentation is already correct, ` +
  'change nothing.';

const MAKE_CHANGE =
  'Make the documentation change that is requested below. Edit only the pages that the request concerns. If the documentation ' +
  'already says it, or the request is not about the documentation, change nothing.';

const UPDATE_PAGES =
  'Update the documentation pages below, which are among the most visited ones. Check each page against the current product. ' +
  'Edit only what is wrong, outdated or missing. If a page is already correct, do not change it.';
