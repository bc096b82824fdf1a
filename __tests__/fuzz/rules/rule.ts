import type { Played } from '../play.ts';

/** What a case is judged by. */
export interface Judged {
  readonly played: Played;
  /** Whether the story shows this text without any mutation too: then it is judged only there. */
  readonly isKnown: (text: string) => boolean;
}

/** An invariant: what violates it, as sentences. */
export type Rule = (judged: Judged) => readonly string[];
