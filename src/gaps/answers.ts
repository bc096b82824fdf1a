import * as v from 'valibot';
import { ServiceError } from '../errors.ts';
import { parseJson } from '../http/transport.ts';
import { isWebPage, WEB_PAGE } from '../service/answer-errors.ts';

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
const MAX_PATH = 500;
/** UTF-16 units of an id or a cursor. */
const MAX_ID = 1_024;

const COUNT = v.pipe(v.number(), v.finite(), v.minValue(0));
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
    path: toPath(URL.parse(pageUrl ?? '')?.pathname ?? ''),
  })),
);

const SEARCH = v.object({ searchQuery: v.string(), hits: COUNT, ctr: COUNT });

/** The same text for all spellings of a page's path: decoded, with a leading slash, without one at the end, without query and anchor. */
export function toPath(text: string): string | undefined {
  const [path = ''] = text.split(/[?#]/, 1);
  const usual = decoded(`/${path.replace(/^\/+/, '').replace(/(?<!\/)\/+$/, '')}`);
  const isUsable = path !== '' && usual.isWellFormed() && JSON.stringify(usual).length <= MAX_PATH;
  return isUsable ? usual : undefined;
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
export interface List<Row> {
  /** Below `/v1/analytics/{projectId}/`. */
  readonly path: string;
  /** Rows per answer: the service's maximum. */
  readonly limit: number;
  /** With those that are repeated. Together, and with 14 for visitors, they are at most 40. */
  readonly maxRequests: number;
  /** @throws ServiceError if the body is no answer of this operation. */
  readonly parse: (body: Buffer) => ListPage<Row>;
}

/** Empty counts as null. */
const CURSOR = v.pipe(
  v.nullable(v.pipe(v.string(), v.maxLength(MAX_ID))),
  v.transform((cursor) => (cursor ? { cursor } : null)),
);
const ROWS = v.array(v.unknown());

export const FEEDBACK_LIST: List<PageFeedback> = {
  path: 'feedback/by-page',
  limit: 100,
  maxRequests: 4,
  parse(body) {
    const answer = parse(v.object({ feedback: ROWS, hasMore: v.boolean() }), body);
    return { ...validRows(FEEDBACK, answer.feedback), next: answer.hasMore ? 'none' : null };
  },
};

export const QUESTION_LIST: List<Question> = {
  path: 'assistant',
  limit: 1_000,
  maxRequests: 12,
  parse(body) {
    const answer = parse(v.object({ conversations: ROWS, nextCursor: CURSOR }), body);
    return { ...validRows(QUESTION, answer.conversations), next: answer.nextCursor };
  },
};

export const SEARCH_LIST: List<Search> = {
  path: 'searches',
  limit: 100,
  maxRequests: 10,
  parse(body) {
    const answer = parse(v.object({ searches: ROWS, nextCursor: CURSOR }), body);
    return { ...validRows(SEARCH, answer.searches), next: answer.nextCursor };
  },
};

function parse<S extends v.GenericSchema>(schema: S, body: Buffer): v.InferOutput<S> {
  const answer = v.safeParse(schema, parseJson(body));
  if (answer.success) return answer.output;
  const field = v.getDotPath(answer.issues[0]);
  const other = isWebPage(body)
    ? WEB_PAGE
    : "The service's answer is not the JSON object that its interface describes.";
  throw new ServiceError(
    field ? `The service's answer is unusable: its field \`${field}\` is missing or wrong.` : other,
    'Check `base-url`; if it is right, report this to the operator of the service.',
  );
}

/** Rows are validated one by one, so that a malformed row does not affect the others. */
function validRows<S extends v.GenericSchema>(schema: S, all: readonly unknown[]) {
  const rows = all.flatMap((row): v.InferOutput<S>[] => {
    const result = v.safeParse(schema, row);
    return result.success ? [result.output] : [];
  });
  return { rows, unusable: all.length - rows.length };
}
