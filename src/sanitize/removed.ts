/**
 * What is found in untrusted text, by kind: all of it goes but collapsed sections, of which only the tags do. `tokens` are secrets of
 * well-known forms.
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

/** Only counts above zero. */
export type Removed = Readonly<Partial<Record<RemovedKind, number>>>;

/** Called for everything that is taken out. */
export type Count = (kind: RemovedKind, times?: number) => void;

/** Both counts together. */
export function addRemoved(a: Removed, b: Removed): Removed {
  const sums = REMOVED_KINDS.map((kind): [RemovedKind, number] => [kind, (a[kind] ?? 0) + (b[kind] ?? 0)]);
  return Object.fromEntries(sums.filter(([, sum]) => sum > 0));
}

/** Counts what is taken out of one text. */
export function createCounts(): { count: Count; removed: () => Removed } {
  const counts = new Map<RemovedKind, number>();
  const count: Count = (kind, times = 1) => counts.set(kind, (counts.get(kind) ?? 0) + times);
  return { count, removed: () => Object.fromEntries(counts) };
}
