import * as v from '@badrap/valita';
import { type ActionError, ServiceError } from '../errors.ts';
import { whyStopped } from '../render/visitor-report.ts';
import { atMost, nullish, oneOf, TIME } from '../schema.ts';
import {
  type AnalyticsEffects,
  createAnalyticsReader,
  createVisitorsReader,
  type Period,
  parseAnalytics,
  type ReadEffects,
  readPersistently,
  type StopReason,
  validRows,
} from '../service/analytics.ts';
import type { Connection, ReadFailure } from '../service/connection.ts';
import { oneLine, percentDecoded } from '../text/format.ts';
import { hashOf } from '../thread/marker.ts';
import { collect } from '../visitors/report.ts';
import { createTextReader, type TextReader } from './texts.ts';

/** UTF-16 units of an id or a cursor. */
const MAX_ID = 1_024;
/** UTF-16 units of a path, also as JSON, so that a ranking fits into an output. */
const MAX_PATH = 300;
/** Larger numbers are none of readers, and their sums would not be finite. */
const MAX_COUNT = 1e12;
const COUNT = v.number().assert((count) => count >= 0 && count <= MAX_COUNT);
const DAY = 86_400_000;

/** Contact addresses, comments, and the answers and sources of the assistant are not among the fields of the rows, so that nothing can read them. */
const FEEDBACK = v.object({
  path: v
    .string()
    .map(toPath)
    .assert((path) => path !== undefined),
  thumbsUp: COUNT,
  thumbsDown: COUNT,
});

const questionWith = ({ read }: TextReader) =>
  v
    .object({
      id: atMost(MAX_ID).assert((id) => id !== ''),
      timestamp: TIME,
      query: v.string(),
      resolutionStatus: oneOf(['answered', 'unanswered']),
      queryCategory: v.string().nullable(),
      pageUrl: v.string().nullable(),
    })
    .map(({ id, timestamp, query, resolutionStatus, queryCategory, pageUrl }) => ({
      /** Of the conversation. */
      id,
      day: Math.floor(timestamp / DAY),
      text: read(query),
      isAnswered: resolutionStatus === 'answered',
      /** Empty for none. */
      category: read(queryCategory ?? ''),
      /** Of the page on which the conversation began; undefined if it is not known. */
      path: toPath(pathIn(pageUrl ?? '')),
    }));

const searchWith = ({ read }: TextReader) =>
  v.object({ searchQuery: v.string(), hits: COUNT, ctr: COUNT }).map(({ searchQuery, ...counts }) => ({
    text: read(searchQuery),
    spelling: hashOf(searchQuery),
    ...counts,
  }));

/** A question to the assistant. */
export type Question = v.Infer<ReturnType<typeof questionWith>>;
/** A text that readers searched for. */
export type Search = v.Infer<ReturnType<typeof searchWith>>;

/** One text for all spellings of a path: decoded, without query and anchor. Undefined if it is too long, or contains what readers cannot see. */
function toPath(text: string): string | undefined {
  const [given = ''] = text.split(/[?#]/, 1);
  const rooted = `/${given.replace(/^\/+/, '').replace(/(?<!\/)\/+$/, '')}`;
  const path = percentDecoded(rooted) ?? rooted;
  const isUsable = given !== '' && oneLine(path, MAX_PATH) === path && JSON.stringify(path).length <= MAX_PATH;
  return isUsable ? path : undefined;
}

/** The path of a page's address; empty if it is none. */
function pathIn(address: string): string {
  const url = address === '' ? null : URL.parse(address, 'https://docs.invalid');
  return url && /^https?:$/.test(url.protocol) ? url.pathname : '';
}

/** The operations of the service: where they are, the field of an answer that has the rows, and how many of them an answer has at most. */
const LISTS = {
  feedback: { path: 'feedback/by-page', field: 'feedback', limit: 100, maxRequests: 4 },
  questions: { path: 'assistant', field: 'conversations', limit: 1_000, maxRequests: 12 },
  searches: { path: 'searches', field: 'searches', limit: 100, maxRequests: 10 },
} as const;
/** With those that are repeated, at most 40 requests in all. */
const MAX_VISITOR_REQUESTS = 14;

/** Feedback has no cursor, and searches have no `hasMore`. */
const PAGING = v.object({
  nextCursor: nullish(atMost(MAX_ID)),
  hasMore: v.boolean().optional(() => false),
});

/** The parts of a report. */
export const PARTS = ['feedback', 'questions', 'searches', 'visitors'] as const;

type ReaderEffects = AnalyticsEffects & ReadEffects;

/** What the service says of readers. */
export type Readers = Awaited<ReturnType<typeof readReaders>>;

/** A part that fails leaves the others as they are, also in time: each gets an equal share of what is left, and one share stays for the rest. */
export async function readReaders(period: Period, connection: Connection, effects: ReaderEffects) {
  const { clock, deadline } = effects;
  const texts = createTextReader();
  let shares = PARTS.length + 1;
  const inShare = (): ReaderEffects => ({ ...effects, deadline: clock.now() + (deadline - clock.now()) / shares-- });
  return {
    feedback: await readList(LISTS.feedback, FEEDBACK, period, connection, inShare()),
    questions: await readList(LISTS.questions, questionWith(texts), period, connection, inShare()),
    searches: await readList(LISTS.searches, searchWith(texts), period, connection, inShare()),
    visitors: await readVisitors(period, connection, inShare()),
    /** Texts that were too many to be told apart. */
    others: texts.others(),
  };
}

/** Reads a list page by page, up to its end or a cursor that leads in a circle. Pages without rows are no end. */
async function readList<Row>(
  { path, field, limit, maxRequests }: (typeof LISTS)[keyof typeof LISTS],
  row: v.Type<Row>,
  period: Period,
  connection: Connection,
  effects: ReaderEffects,
) {
  function parse(body: Buffer) {
    const { [field]: all = [] } = parseAnalytics(v.object({ [field]: v.array() }), body, field);
    return { ...validRows(row, all), ...parseAnalytics(PAGING, body, field) };
  }
  const list = { path, purpose: 'readers', parse } as const;
  const readPage = limited(maxRequests, createAnalyticsReader(list, connection, period, effects));
  const cursors = new Set<string>();
  let rows: Row[] = [];
  let unusable = 0;
  const end = (problem?: ActionError) => ({ rows, unusable, ...extentOf(cursors.size > 0, problem) });
  for (let cursor = ''; ; ) {
    const query = { limit: `${limit}`, ...(cursor && { cursor }) };
    const reading = await readPersistently((timeoutMs) => readPage(query, timeoutMs), effects);
    if (reading.kind !== 'page') return end(problemIn(reading));
    const { page } = reading;
    rows = [...rows, ...page.rows];
    unusable += page.unusable;
    cursors.add(cursor);
    if (!page.nextCursor) return end(page.hasMore ? unending('The service shows only the first ones.') : undefined);
    if (cursors.has(page.nextCursor)) return end(unending('The pages of the service lead in a circle.'));
    cursor = page.nextCursor;
  }
}

async function readVisitors(period: Period, connection: Connection, effects: ReaderEffects) {
  const byPath = new Map<string, number>();
  const readPage = limited(MAX_VISITOR_REQUESTS, createVisitorsReader(connection, period, effects));
  const take: Parameters<typeof collect>[1]['take'] = async (rows) => {
    for (const { path, total } of rows) {
      const usual = toPath(path);
      if (usual !== undefined) byPath.set(usual, Math.min(MAX_COUNT, (byPath.get(usual) ?? 0) + total));
    }
  };
  const all = { period, paths: { include: [], exclude: [] }, offset: 0, sortBy: 'total', top: 0 } as const;
  const report = await collect(all, { ...effects, readPage, take });
  const why = 'kind' in report ? report : report.partial?.why;
  return { byPath, ...extentOf(!('kind' in report), why && problemIn(why)) };
}

/** Refuses all requests after the first `max`, as if the service did. */
function limited<Args extends readonly unknown[], Result>(max: number, read: (...args: Args) => Promise<Result>) {
  let left = max;
  return async (...args: Args): Promise<Result | ReadFailure> => {
    left -= 1;
    if (left >= 0) return read(...args);
    const error = new ServiceError(`The action sends at most ${max} requests for this.`, 'Set a shorter `window`.');
    return { kind: 'refused', error, isFinal: true };
  };
}

/** How much of a part was read. @param problem why not all of it. */
function extentOf(isBegun: boolean, problem: ActionError | undefined) {
  const extent = isBegun ? 'partial' : 'missing';
  return { extent: problem ? extent : 'whole', problem } as const;
}

const problemIn = (why: StopReason): ActionError =>
  ('problem' in why && why.problem) ||
  new ServiceError(`${whyStopped(why)}.`, 'Re-run the workflow later, or set a longer `timeout`.');

const unending = (why: string) => new ServiceError(why, 'Report this to the operator of the service.');
