import type { JsonObject } from './json.ts';

interface Reaction {
  readonly id: number;
  readonly node_id: string;
  readonly user: JsonObject;
  readonly content: string;
  readonly created_at: string;
}

/** Reactions by the API path of their subject: `/repos/acme/docs/issues/1`. */
export interface Reactions {
  of(subject: string): readonly Reaction[];
  /** Adds a reaction. If the user already has one with this content, returns that. */
  add(subject: string, user: JsonObject, content: string): { readonly reaction: Reaction; readonly isNew: boolean };
  remove(subject: string, id: number): void;
  isEmpty(): boolean;
  clear(): void;
}

export function createReactions(now: () => number): Reactions {
  const all = new Map<string, readonly Reaction[]>();
  let last = 0;
  const of = (subject: string) => all.get(subject) ?? [];
  return {
    of,
    add(subject, user, content) {
      const old = of(subject).find((each) => each.content === content && each.user.id === user.id);
      if (old) return { reaction: old, isNew: false };
      last += 1;
      const node_id = Buffer.from(`0:Reaction${last}`).toString('base64');
      const reaction = { id: last, node_id, user, content, created_at: new Date(now()).toISOString() };
      all.set(subject, [...of(subject), reaction]);
      return { reaction, isNew: true };
    },
    remove(subject, id) {
      all.set(
        subject,
        of(subject).filter((each) => each.id !== id),
      );
    },
    isEmpty: () => all.size === 0,
    clear() {
      all.clear();
      last = 0;
    },
  };
}
