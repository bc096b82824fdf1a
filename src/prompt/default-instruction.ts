import type { PromptParts } from '../trigger/trigger.ts';

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
