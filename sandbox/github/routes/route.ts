import type { Extras } from '../emulator-extensions.ts';
import type { JsonObject } from '../json.ts';
import type { Answer, Upstream } from '../upstream.ts';
import type { Deliver } from '../webhook-inbox.ts';

/** What else a route may want to know of a request, or do about it. */
export interface Asked {
  readonly query: URLSearchParams;
  readonly body: Buffer;
  /** Makes a delivery that the emulator does not make. */
  readonly deliver: Deliver;
  readonly extras: Extras;
}

/** Something that the emulator lacks or answers otherwise than GitHub; made from the emulator's own data wherever it has some. */
export interface Route {
  readonly method: string;
  /** The path without its query; its named groups are what `answer` gets. */
  readonly path: RegExp;
  answer(found: Readonly<Record<string, string>>, upstream: Upstream, asked: Asked): Promise<Answer>;
}

/** A field of a GraphQL query or mutation. */
export interface GraphqlField {
  readonly name: string;
  resolve(
    asked: { readonly query: string; readonly variables: JsonObject; readonly deliver: Deliver },
    upstream: Upstream,
    who: JsonObject,
  ): Promise<Answer>;
}
