import { Refusal } from '../../http/refusal.ts';
import { OPERATIONS } from '../operations.ts';
import { type Query, readInteger, readRange } from './query.ts';
import { createSignals, type Signal } from './signals.ts';
import { DAY, DAYS } from './traffic.ts';
import { createVisitors, type VisitorsOptions } from './visitors.ts';

type Of<Kind extends Signal['kind']> = Extract<Signal, { readonly kind: Kind }>;

export type Analytics = ReturnType<typeof createAnalytics>;

const SITE = 'https://docs.acme.example';

/**
 * What the analytics operations answer to a query, for the 90 days that end with the day of `now` (UTC).
 * @param now milliseconds since the epoch; fixed, because past analytics do not change when the clock advances.
 */
export function createAnalytics(options: VisitorsOptions, now: number) {
  const { pages } = options;
  if (!Number.isInteger(pages) || pages < 0 || pages > 1_000_000) throw new RangeError('`pages` is 0 to 1000000.');
  const firstDay = (Math.floor(now / DAY) - DAYS + 1) * DAY;
  let signals: readonly Signal[] | undefined;
  const within = <Kind extends Signal['kind']>(kind: Kind, query: Query) => {
    const { from = 0, to = Number.POSITIVE_INFINITY } = readRange(query);
    signals ??= createSignals(options, firstDay);
    return signals.filter((each): each is Of<Kind> => each.kind === kind && each.at >= from && each.at < to);
  };

  return {
    visitors: createVisitors(options, firstDay),
    /** The pages with the most feedback first. There is no second page. */
    feedback(query: Query) {
      const { limit: bounds, source } = OPERATIONS.feedback.query;
      const limit = readInteger(query, 'limit', bounds);
      if (query.source !== undefined && !source.enum.includes(query.source))
        throw new Refusal(400, '`source` is unknown.');
      const votes = Map.groupBy(within('vote', query), ({ path }) => path);
      const rows = Array.from(votes, ([path, of]) => {
        const thumbsUp = of.filter(({ isUp }) => isUp).length;
        return { path, thumbsUp, thumbsDown: of.length - thumbsUp, code: 0, total: of.length };
      }).sort((one, other) => other.total - one.total);
      return { feedback: rows.slice(0, limit), hasMore: rows.length > limit };
    },
    /** The newest conversation first. */
    assistant(query: Query) {
      const all = within('question', query).reverse();
      const { shown, nextCursor } = pageOf(all, query, OPERATIONS.assistant.query.limit);
      return { conversations: shown.map(showConversation), nextCursor, hasMore: nextCursor !== null };
    },
    /** The most frequent words first. */
    searches(query: Query) {
      const all = within('search', query);
      const rows = Array.from(
        Map.groupBy(all, (each) => each.query),
        ([searchQuery, found]) => {
          const clicks = found.filter(({ isClicked }) => isClicked);
          const lastSearchedAt = new Date(found.at(-1)?.at ?? 0).toISOString();
          const topClickedPage = clicks[0]?.path ?? null;
          return { searchQuery, hits: found.length, ctr: clicks.length / found.length, topClickedPage, lastSearchedAt };
        },
      ).sort((one, other) => other.hits - one.hits || (one.searchQuery < other.searchQuery ? -1 : 1));
      const { shown, nextCursor } = pageOf(rows, query, OPERATIONS.searches.query.limit);
      return { searches: shown, totalSearches: all.length, nextCursor };
    },
  };
}

/** The rows from the cursor on. @throws a refusal, 400, for a cursor that it did not return. */
function pageOf<Row>(rows: readonly Row[], query: Query, limits: Parameters<typeof readInteger>[2]) {
  const cursor = Buffer.from(query.cursor ?? encodeCursor(0), 'base64url').toString();
  const start = Number(/^row (\d+)$/.exec(cursor)?.[1] ?? Number.NaN);
  if (Number.isNaN(start)) throw new Refusal(400, 'Unknown cursor.');
  const next = start + readInteger(query, 'limit', limits);
  return { shown: rows.slice(start, next), nextCursor: next < rows.length ? encodeCursor(next) : null };
}

const encodeCursor = (row: number) => Buffer.from(`row ${row}`).toString('base64url');

function showConversation({ at, path, query, isAnswered, category, seed }: Of<'question'>) {
  return {
    id: `conversation_${at}_${seed}`,
    timestamp: new Date(at).toISOString(),
    query,
    response: isAnswered ? `See ${SITE}${path}.` : 'The documentation does not say that.',
    responseType: 'answer',
    sources: isAnswered ? [{ title: path, url: SITE + path }] : [],
    resolutionStatus: isAnswered ? 'answered' : 'unanswered',
    queryCategory: seed % 7 === 0 ? null : category,
    pageUrl: seed % 13 === 0 ? null : `${SITE}${path}${seed % 2 === 0 ? '?utm_source=mail#top' : ''}`,
  };
}
