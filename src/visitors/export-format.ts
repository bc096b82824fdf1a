export const FORMATS = ['csv', 'ndjson', 'json'] as const;

/** Of an export, by the end of its file's name. */
export type Format = (typeof FORMATS)[number];
