import type { PromptParts } from '../trigger/trigger.ts';

/** The instruction for requests without `prompt` and `prompt-file`. */
export function defaultInstruction(
  trigger: PromptParts,
  context: { readonly hasChanges: boolean; readonly hasPages: boolean; readonly hasFiles: boolean },
): string {
  const { hasChanges, hasPages, hasFiles } = context;
  const areFilesTheRequest = hasFiles && !hasChanges && !hasPages && trigger.sections.length === 0;
  if (areFilesTheRequest) return upToDateWith('files');
  const instruction = withoutFiles(trigger, { hasChanges, hasPages });
  return hasFiles ? `${instruction} Use the files below for it.` : instruction;
}

const upToDateWith = (subject: string) =>
  `Bring the documentation up to date with the ${subject} below. Edit only pages that need it; if the documentation is ` +
  'right already, change nothing.';

function withoutFiles(
  { isRequestInText, sections, subject }: PromptParts,
  { hasChanges, hasPages }: { readonly hasChanges: boolean; readonly hasPages: boolean },
): string {
  if (isRequestInText) {
    return (
      'Make the change to the documentation that is asked for below. Edit only pages that it concerns; if the documentation ' +
      'says it already, or nothing is asked that belongs there, change nothing.'
    );
  }
  if (hasPages && !hasChanges && sections.length === 0) {
    return (
      'Bring the pages below up to date: they are among the pages of the documentation that are read most. Check each against the ' +
      'product as it is now; edit only what is wrong, outdated or missing, and if a page is right already, leave it.'
    );
  }
  return upToDateWith(hasChanges ? 'changes' : subject);
}
