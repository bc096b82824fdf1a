import type { RemovedKind } from './removed.ts';

/** A part of the source that the page does not show. */
export interface Hidden {
  /** Undefined where it is counted as part of something else. */
  readonly kind: RemovedKind | undefined;
  readonly start: number;
  readonly end: number;
  /** The character that makes it hidden: behind a backslash it would be shown. */
  readonly opener?: number;
  /** What stays in its place. */
  readonly replacement?: string;
}
