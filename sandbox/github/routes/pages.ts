import { type JsonObject, readList, withJson } from '../json.ts';
import type { Answer, Get } from '../upstream.ts';

/** Reads every page of one of the emulator's lists. @param first its first page, if it was read. */
export async function readAll(path: string, get: Get, first?: Answer): Promise<JsonObject[]> {
  const all: JsonObject[] = [];
  for (let page = 1; ; page++) {
    const found = readList((page === 1 && first) || (await get(pagePath(path, page))));
    all.push(...found);
    if (found.length < PAGE) return all;
  }
}

const PAGE = 100;

/** The path of a page with as many items as the emulator allows. */
export const pagePath = (path: string, page: number): string =>
  `${path}${path.includes('?') ? '&' : '?'}per_page=${PAGE}&page=${page}`;

/** The requested page of a list, with links to other pages. @param like a response of the emulator, for its headers. */
export function onePage(like: Answer, list: readonly JsonObject[], address: string, query: URLSearchParams): Answer {
  return withLinks(withJson(like, pageOf(list, query)), list.length, address, query);
}

export function pageOf<Item>(list: readonly Item[], query: URLSearchParams): Item[] {
  const { size, page } = askedPage(query);
  return list.slice((page - 1) * size, page * size);
}

/** Adds links to other pages. @param total the length of the list. */
export function withLinks(answer: Answer, total: number, address: string, query: URLSearchParams): Answer {
  const { size, page } = askedPage(query);
  const last = Math.max(1, Math.ceil(total / size));
  const before = page > 1 ? { prev: page - 1, first: 1 } : {};
  const after = page < last ? { next: page + 1, last } : {};
  const link = Object.entries({ ...before, ...after })
    .map(([rel, to]) => `<${address}?${withPage(query, to)}>; rel="${rel}"`)
    .join(', ');
  const { link: _, ...headers } = answer.headers;
  return { ...answer, headers: { ...headers, ...(link ? { link } : {}) } };
}

function askedPage(query: URLSearchParams): { size: number; page: number } {
  const size = Math.min(100, Math.max(1, Number(query.get('per_page')) || 30));
  return { size, page: Math.max(1, Number(query.get('page')) || 1) };
}

function withPage(query: URLSearchParams, page: number): URLSearchParams {
  const changed = new URLSearchParams(query);
  changed.set('page', String(page));
  return changed;
}
