import { Refusal } from '../../http/refusal.ts';
import { OPERATIONS } from '../operations.ts';
import { type Query, readInteger, readRange } from './query.ts';
import { createSignals, type Signal } from './signals.ts';
import { DAY, DAYS, hash } from './traffic.ts';
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
    /** The newest conversation first. The cursor is the id of the last one shown. */
    assistant(query: Query) {
      const limit = readInteger(query, 'limit', OPERATIONS.assistant.query.limit);
      const all = within('question', query).reverse().map(showConversation);
      const after = query.cursor === undefined ? -1 : all.findIndex(({ id }) => id === query.cursor);
      if (query.cursor !== undefined && after < 0) throw new Refusal(400, 'Unknown cursor.');
      const conversations = all.slice(after + 1, after + 1 + limit);
      const hasMore = after + 1 + limit < all.length;
      return { conversations, nextCursor: hasMore ? (conversations.at(-1)?.id ?? null) : null, hasMore };
    },
    /** The most frequent words first. */
    searches(query: Query) {
      const limit = readInteger(query, 'limit', OPERATIONS.searches.query.limit);
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
      const start = readSearchCursor(query.cursor);
      const next = start + limit;
      const nextCursor = next < rows.length ? Buffer.from(`row ${next}`).toString('base64url') : null;
      return { searches: rows.slice(start, next), totalSearches: all.length, nextCursor };
    },
  };
}

function readSearchCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const row = /^row (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (row === undefined) throw new Refusal(400, 'Unknown cursor.');
  return Number(row);
}

function showConversation({ at, path, query, isAnswered, category, seed }: Of<'question'>) {
  return {
    id: ulidOf(at, seed),
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

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID: the time in 10 characters, and 16 characters that depend on `seed`. */
function ulidOf(at: number, seed: number): string {
  const digit = (value: number) => CROCKFORD.charAt(Math.abs(value) % 32);
  const time = Array.from({ length: 10 }, (_, place) => digit(Math.floor(at / 32 ** (9 - place))));
  return time.join('') + Array.from({ length: 16 }, (_, place) => digit(hash(seed + place))).join('');
}
