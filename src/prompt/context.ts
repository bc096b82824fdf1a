/** What is added to the instruction: nothing; the thread, and what changed by name; or the patches too. */
export const CONTEXTS = ['none', 'files', 'patches'] as const;

export type Context = (typeof CONTEXTS)[number];
