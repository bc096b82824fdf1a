import type { Answer, Upstream } from '../upstream.ts';

/** Something that the emulator lacks or answers otherwise than GitHub; made from the emulator's own data, and from nothing else. */
export interface Route {
  readonly method: string;
  /** The path without its query; its named groups are what `answer` gets. */
  readonly path: RegExp;
  answer(found: Readonly<Record<string, string>>, upstream: Upstream): Promise<Answer>;
}
