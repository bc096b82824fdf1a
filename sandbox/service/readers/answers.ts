import { Refusal } from '../../http/refusal.ts';
import { type DateRange, readInteger, readRange } from '../visitors/query.ts';
import { hash } from '../visitors/traffic.ts';
import type { Signal } from './signals.ts';

type Query = Readonly<Record<string, string>>;
type Of<Kind extends Signal['kind']> = Extract<Signal, { readonly kind: Kind }>;

export type ReaderAnalytics = ReturnType<typeof createReaderAnalytics>;

const SITE = 'https://docs.acme.example';
const SOURCES = ['code_snippet', 'contextual', 'agent', 'thumbs_only'];

/** What the three operations about readers answer. @param signals all, oldest first; called when they are needed first. */
export function createReaderAnalytics(signals: () => readonly Signal[]) {
  let known: readonly Signal[] | undefined;
  const within = <Kind extends Signal['kind']>(kind: Kind, { from = 0, to = Number.POSITIVE_INFINITY }: DateRange) => {
    known ??= signals();
    return known.filter((each): each is Of<Kind> => each.kind === kind && each.at >= from && each.at < to);
  };
  const limitIn = (query: Query, unset: number, most: number) => readInteger(query, 'limit', { unset, least: 1, most });

  return {
    /** The pages with the most feedback first. There is no second page. */
    feedback(query: Query) {
      const limit = limitIn(query, 10, 100);
      if (query.source !== undefined && !SOURCES.includes(query.source)) throw new Refusal(400, '`source` is unknown.');
      const pages = Map.groupBy(within('vote', readRange(query)), ({ path }) => path);
      const rows = Array.from(pages, ([path, votes]) => {
        const thumbsUp = votes.filter(({ isUp }) => isUp).length;
        return { path, thumbsUp, thumbsDown: votes.length - thumbsUp, code: 0, total: votes.length };
      }).sort((one, other) => other.total - one.total);
      return { feedback: rows.slice(0, limit), hasMore: rows.length > limit };
    },
    /** The newest conversation first. The cursor is the id of the last one shown. */
    assistant(query: Query) {
      const limit = limitIn(query, 100, 1000);
      const all = within('question', readRange(query)).reverse().map(showConversation);
      const after = query.cursor === undefined ? -1 : all.findIndex(({ id }) => id === query.cursor);
      if (query.cursor !== undefined && after < 0) throw new Refusal(400, 'Unknown cursor.');
      const conversations = all.slice(after + 1, after + 1 + limit);
      const hasMore = after + 1 + limit < all.length;
      return { conversations, nextCursor: hasMore ? (conversations.at(-1)?.id ?? null) : null, hasMore };
    },
    /** The most frequent words first. */
    searches(query: Query) {
      const limit = limitIn(query, 50, 100);
      const all = within('search', readRange(query));
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
