import type { Answer, Upstream } from '../upstream.ts';
import type { Deliver } from '../webhook-inbox.ts';

/** What else a route may want to know of a request, or do about it. */
interface Asked {
  readonly query: URLSearchParams;
  readonly body: Buffer;
  /** Makes a delivery that the emulator does not make. */
  readonly deliver: Deliver;
}

/** Something that the emulator lacks or answers otherwise than GitHub; made from the emulator's own data, and from nothing else. */
export interface Route {
  readonly method: string;
  /** The path without its query; its named groups are what `answer` gets. */
  readonly path: RegExp;
  answer(found: Readonly<Record<string, string>>, upstream: Upstream, asked: Asked): Promise<Answer>;
}
