/** The fields of a comment that lists need before they read it from the emulator. */
export interface IndexedComment {
  readonly id: number;
  /** `/repos/acme/docs` */
  readonly repo: string;
  readonly isOnPull: boolean;
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** The comments on issues and pull requests. All are written through the proxy. */
export interface CommentIndex {
  add(comment: IndexedComment): void;
  edit(id: number, updatedAt: string): void;
  remove(id: number): void;
  find(id: number): IndexedComment | undefined;
  isEdited(id: number): boolean;
  /** Oldest first. */
  of(repo: string): readonly IndexedComment[];
  /** Whether the comment is older than `milliseconds`. */
  isOlder(id: number, milliseconds: number): boolean;
  clear(): void;
}

export function createCommentIndex(now: () => number): CommentIndex {
  const all = new Map<number, IndexedComment>();
  const written = new Map<number, number>();
  const edited = new Set<number>();
  return {
    add(comment) {
      all.set(comment.id, comment);
      written.set(comment.id, now());
    },
    edit(id, updatedAt) {
      const comment = all.get(id);
      if (comment) all.set(id, { ...comment, updatedAt });
      edited.add(id);
    },
    remove: (id) => void all.delete(id),
    find: (id) => all.get(id),
    isEdited: (id) => edited.has(id),
    of: (repo) => [...all.values()].filter((comment) => comment.repo === repo).sort((a, b) => a.id - b.id),
    isOlder: (id, milliseconds) => now() - (written.get(id) ?? Number.POSITIVE_INFINITY) >= milliseconds,
    clear() {
      all.clear();
      written.clear();
      edited.clear();
    },
  };
}
