import * as v from 'valibot';

/** The strings are untrusted and not sanitized. */
export interface ChangedFile {
  readonly path: string;
  /** The old path of a renamed file. */
  readonly previousPath: string | undefined;
  readonly status: FileStatus;
  /** Lines; undefined if GitHub did not count them. */
  readonly counts: { readonly additions: number; readonly deletions: number } | undefined;
  /** Undefined for binary files and for files that are too large for GitHub. */
  readonly patch: string | undefined;
}

export type FileStatus = 'added' | 'removed' | 'modified' | 'renamed';

/** `changed`, `copied` and future values count as `modified`. */
const STATUS = v.fallback(v.picklist(['added', 'removed', 'modified', 'renamed']), 'modified');
const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A file in GitHub's answers about changes. */
export const FILE = v.object({
  filename: v.string(),
  previous_filename: v.optional(v.string()),
  status: STATUS,
  additions: COUNT,
  deletions: COUNT,
  patch: v.optional(v.string()),
});

export function toFile(file: v.InferOutput<typeof FILE>): ChangedFile {
  const { filename, previous_filename, status, additions, deletions, patch } = file;
  const previousPath = status === 'renamed' ? previous_filename : undefined;
  return { path: filename, previousPath, status, counts: { additions, deletions }, patch };
}

export function fileWithoutPatch(path: string, status: FileStatus): ChangedFile {
  return { path, status, previousPath: undefined, counts: undefined, patch: undefined };
}
