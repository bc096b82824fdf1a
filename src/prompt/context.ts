/** What is added to the instruction: nothing; the thread and the list of changes; or the patches too. */
export const CONTEXTS = ['none', 'files', 'patches'] as const;

export type Context = (typeof CONTEXTS)[number];
