/**
 * What sanitizing finds in untrusted text, by kind. It removes all of it, except that it removes
 * only the tags of collapsed sections. `tokens` are secrets of well-known formats.
 */
export const REMOVED_KINDS = [
  'invisible characters',
  'direction marks',
  'control characters',
  'HTML comments',
  'HTML tags',
  'hidden elements',
  'hidden attributes',
  'image descriptions',
  'hidden references',
  'collapsed sections',
  'cut characters',
  'tokens',
] as const;

export type RemovedKind = (typeof REMOVED_KINDS)[number];

/** Counts by kind; contains only counts above zero. */
export type Removed = Readonly<Partial<Record<RemovedKind, number>>>;

/** A sanitized text, and counts of what was removed. */
export interface Sanitized {
  readonly text: string;
  readonly removed: Removed;
}

/** Called for everything that is removed. */
export type Count = (kind: RemovedKind, times?: number) => void;

/** The sum of both counts. */
export function addRemoved(a: Removed, b: Removed): Removed {
  const sums = REMOVED_KINDS.map((kind): [RemovedKind, number] => [
    kind,
    (a[kind] ?? 0) + (b[kind] ?? 0),
  ]);
  return Object.fromEntries(sums.filter(([, sum]) => sum > 0));
}

/** Creates a counter for what is removed from one text. */
export function createCounts(): { count: Count; removed: () => Removed } {
  const counts = new Map<RemovedKind, number>();
  const count: Count = (kind, times = 1) => counts.set(kind, (counts.get(kind) ?? 0) + times);
  return { count, removed: () => Object.fromEntries(counts) };
}

/** The characters from `start` to before `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A part of the source that the page does not show. */
export interface Hidden extends Range {
  /** Undefined if it is counted as part of another range. */
  readonly kind: RemovedKind | undefined;
  /** The position of the character that hides it: a backslash there would make it visible. */
  readonly opener?: number;
  /** The text that replaces it. */
  readonly replacement?: string;
}
