import type { EmulatorExtensions } from '../emulator-extensions.ts';
import type { JsonObject } from '../json.ts';
import type { Answer, Upstream } from '../upstream.ts';
import type { Deliver } from '../webhook-inbox.ts';

/** Further parts of a request, and what a route needs to handle it. */
export interface RouteContext {
  readonly query: URLSearchParams;
  readonly body: Buffer;
  /** Sends a delivery that the emulator does not send. */
  readonly deliver: Deliver;
  readonly extensions: EmulatorExtensions;
}

/** A route that the emulator lacks, or answers differently than GitHub. Based on the emulator's data where possible. */
export interface Route {
  readonly method: string;
  /** Matches the path without its query; its named groups are passed to `answer`. */
  readonly path: RegExp;
  answer(found: Readonly<Record<string, string>>, upstream: Upstream, asked: RouteContext): Promise<Answer>;
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
