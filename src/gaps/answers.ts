import * as v from 'valibot';
import { type AnalyticsList, parseAnalytics, validRows } from '../service/analytics.ts';
import { oneLine } from '../text/escape.ts';

/**
 * The answers of the three operations about readers. Contact addresses, comments, and the answers and sources of the assistant are not
 * among these fields, so that nothing can read them.
 */

/** What readers said about one page. */
export type PageFeedback = v.InferOutput<typeof FEEDBACK>;
/** A question to the assistant. */
export type Question = v.InferOutput<typeof QUESTION>;
/** Words that readers searched for. */
export type Search = v.InferOutput<typeof SEARCH>;

/** UTF-16 units of a path, also as JSON, so that a ranking fits into an output. */
const MAX_PATH = 300;
/** UTF-16 units of an id or a cursor. */
const MAX_ID = 1_024;

/** Larger numbers are none of readers, and their sums would not be finite. */
export const MAX_COUNT = 1e12;
const COUNT = v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_COUNT));
const ID = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_ID));

const FEEDBACK = v.object({
  path: v.pipe(v.string(), v.transform(toPath), v.string()),
  thumbsUp: COUNT,
  thumbsDown: COUNT,
});

const QUESTION = v.pipe(
  v.object({
    id: ID,
    timestamp: v.string(),
    query: v.string(),
    resolutionStatus: v.picklist(['answered', 'unanswered']),
    queryCategory: v.nullable(v.string()),
    pageUrl: v.nullable(v.string()),
  }),
  v.transform(({ id, timestamp, query, resolutionStatus, queryCategory, pageUrl }) => ({
    /** Of the conversation. */
    id,
    query,
    /** In UTC; empty if the time is no date. */
    day: Number.isNaN(Date.parse(timestamp)) ? '' : new Date(timestamp).toISOString().slice(0, -14),
    isAnswered: resolutionStatus === 'answered',
    category: queryCategory,
    /** Of the page on which the conversation began; undefined if it is not known. */
    path: toPath(pathIn(pageUrl ?? '')),
  })),
);

const SEARCH = v.object({ searchQuery: v.string(), hits: COUNT, ctr: COUNT });

/** The same text for all spellings of a page's path: decoded, with a leading slash, without one at the end, without query and anchor. */
export function toPath(text: string): string | undefined {
  const [path = ''] = text.split(/[?#]/, 1);
  const usual = decoded(`/${path.replace(/^\/+/, '').replace(/(?<!\/)\/+$/, '')}`);
  const isVisible = oneLine(usual, MAX_PATH) === usual; // one line, without what readers cannot see
  const isUsable = path !== '' && isVisible && JSON.stringify(usual).length <= MAX_PATH;
  return isUsable ? usual : undefined;
}

/** The path of a page's address; empty if it is none. */
function pathIn(address: string): string {
  const url = address === '' ? null : URL.parse(address, 'https://docs.invalid');
  return /^https?:$/.test(url?.protocol ?? '') ? (url?.pathname ?? '') : '';
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // not UTF-8, or `%` without two digits
  }
}

/** One answer of a list. */
export interface ListPage<Row> {
  /** The valid rows. */
  readonly rows: readonly Row[];
  /** The number of malformed rows. */
  readonly unusable: number;
  /** Null on the last page; `none`: there are more rows, and no cursor leads to them. */
  readonly next: { readonly cursor: string } | 'none' | null;
}

/** An operation that lists something about readers. */
export interface List<Row> extends AnalyticsList<ListPage<Row>> {
  /** Rows per answer: the service's maximum. */
  readonly limit: number;
  /** With those that are repeated. Together, and with 14 for visitors, they are at most 40. */
  readonly maxRequests: number;
}

const ROWS = v.array(v.unknown());
/** Feedback has no cursor, and searches have no `hasMore`. */
const PAGING = {
  nextCursor: v.nullish(v.pipe(v.string(), v.maxLength(MAX_ID)), null),
  hasMore: v.optional(v.boolean(), false),
};

function nextOf({ nextCursor, hasMore }: v.InferOutput<v.ObjectSchema<typeof PAGING, undefined>>) {
  if (nextCursor) return { cursor: nextCursor };
  return hasMore ? 'none' : null;
}

export const FEEDBACK_LIST: List<PageFeedback> = {
  ...{ path: 'feedback/by-page', purpose: 'readers', limit: 100, maxRequests: 4 },
  parse(body) {
    const { feedback, ...paging } = parseAnalytics(v.object({ feedback: ROWS, ...PAGING }), body, 'feedback');
    return { ...validRows(FEEDBACK, feedback), next: nextOf(paging) };
  },
};

export const QUESTION_LIST: List<Question> = {
  ...{ path: 'assistant', purpose: 'readers', limit: 1_000, maxRequests: 12 },
  parse(body) {
    const schema = v.object({ conversations: ROWS, ...PAGING });
    const { conversations, ...paging } = parseAnalytics(schema, body, 'conversations');
    return { ...validRows(QUESTION, conversations), next: nextOf(paging) };
  },
};

export const SEARCH_LIST: List<Search> = {
  ...{ path: 'searches', purpose: 'readers', limit: 100, maxRequests: 10 },
  parse(body) {
    const { searches, ...paging } = parseAnalytics(v.object({ searches: ROWS, ...PAGING }), body, 'searches');
    return { ...validRows(SEARCH, searches), next: nextOf(paging) };
  },
};
