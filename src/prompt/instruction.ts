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
  switch (source.kind) {
    case 'default':
      return undefined;
    case 'literal':
      return checked(source.text, '`prompt`');
    case 'file':
      return checked(redact(readText(source.path, workspace, files)), '`prompt-file`');
  }
}

function readText(path: string, workspace: string, files: WorkspaceFiles): string {
  const options = { path, workspace, input: 'prompt-file', remedy: CHECK_OUT, mayHaveHardLinks: true };
  const { text, size, isWhole } = readWorkspaceFile({ ...options, maxBytes: MAX_FILE }, files);
  return isWhole ? text : failTooLong('`prompt-file`', size);
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
  trigger: PromptParts,
  context: { readonly hasChanges: boolean; readonly hasPages: boolean; readonly hasFiles: boolean },
): string {
  const { hasChanges, hasPages, hasFiles } = context;
  const areFilesTheRequest = hasFiles && !hasChanges && !hasPages && trigger.sections.length === 0;
  if (areFilesTheRequest) return updateFor('files');
  const instruction = withoutFiles(trigger, { hasChanges, hasPages });
  return hasFiles ? `${instruction} Use the files below for it.` : instruction;
}

const updateFor = (subject: string) =>
  `Update the documentation for the ${subject} below. Edit only the pages that need it. If the documentation is already correct, ` +
  'change nothing.';

function withoutFiles(
  { isRequestInText, sections, subject }: PromptParts,
  { hasChanges, hasPages }: { readonly hasChanges: boolean; readonly hasPages: boolean },
): string {
  if (isRequestInText) {
    return (
      'Make the documentation change that is requested below. Edit only the pages that the request concerns. If the documentation ' +
      'already says it, or the request is not about the documentation, change nothing.'
    );
  }
  if (hasPages && !hasChanges && sections.length === 0) {
    return (
      'Update the documentation pages below, which are among the most visited ones. Check each page against the current product. ' +
      'Edit only what is wrong, outdated or missing. If a page is already correct, do not change it.'
    );
  }
  return updateFor(hasChanges ? 'changes' : subject);
}
