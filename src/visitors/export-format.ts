export const FORMATS = ['csv', 'ndjson', 'json'] as const;

/** Format of an export, which the file name's extension selects. */
export type Format = (typeof FORMATS)[number];
