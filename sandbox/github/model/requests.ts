import { Refusal } from '../../http/refusal.ts';
import {
  type Account,
  type Hub,
  type JsonObject,
  type Repository,
  ROLES,
  type Role,
  roleOf,
} from './state.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export const notFound = (): Refusal => new Refusal(404, 'Not Found');

/** The redirect to what was renamed or moved. @param path with the query. */
export const movedTo = ({ api }: Hub, path: string): Refusal =>
  new Refusal(301, 'Moved Permanently', { location: `${api}${path}` });

/** @throws Refusal (404) if there is none. */
export function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw notFound();
  return thing;
}

/** A request to the API, as its handler gets it. */
export interface Call {
  /** Without the query: `/repos/acme/docs/issues/1`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: JsonObject;
  readonly hub: Hub;
  readonly repository: Repository;
  readonly sender: Account | undefined;
  /** The variable parts of the path, in order. */
  readonly parts: readonly string[];
}

/** @throws Refusal (401) without a token. */
export function senderOf({ sender }: Call): Account {
  if (!sender) throw new Refusal(401, 'Requires authentication');
  return sender;
}

/** A workflow's bot may do what its job's permissions allow: all that the sandbox's clients do. */
export function has(role: Role, repository: Repository, account: Account): boolean {
  const own = roleOf(repository, account);
  return account.type === 'Bot' || (own !== undefined && ROLES.indexOf(own) >= ROLES.indexOf(role));
}

const PAGE = 30;
const MAX_PAGE = 100;

/** A page of a list, with links to other pages. */
export function page<T>(
  { hub, path, query }: Call,
  list: readonly T[],
  show: (item: T) => JsonObject,
): ApiAnswer {
  const given = Object.fromEntries(query);
  const size = Math.min(MAX_PAGE, Math.max(1, Number(query.get('per_page')) || PAGE));
  const number = Math.max(1, Number(query.get('page')) || 1);
  const last = Math.max(1, Math.ceil(list.length / size));
  const before = number > 1 ? { prev: number - 1, first: 1 } : {};
  const after = number < last ? { next: number + 1, last } : {};
  const link = Object.entries({ ...before, ...after })
    .map(
      ([rel, to]) =>
        `<${hub.api}${path}?${new URLSearchParams({ ...given, page: `${to}` })}>; rel="${rel}"`,
    )
    .join(', ');
  const body = list.slice((number - 1) * size, number * size).map(show);
  return { status: 200, body, ...(link && { headers: { link } }) };
}
