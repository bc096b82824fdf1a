import type { RemovedKind } from './removed.ts';

/** A part of the source that the page does not show. */
export interface Hidden {
  /** Undefined if it is counted as part of another range. */
  readonly kind: RemovedKind | undefined;
  readonly start: number;
  readonly end: number;
  /** The position of the character that hides it: a backslash there would make it visible. */
  readonly opener?: number;
  /** The text that replaces it. */
  readonly replacement?: string;
}
