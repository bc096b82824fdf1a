import type { CommonInputs } from '../inputs/inputs.ts';
import type { Reporter } from '../report/reporter.ts';
import { createVisitorsReader, type PageVisitors } from '../service/visitors.ts';
import { type CollectResult, collect, type VisitorQuery } from '../visitors/collect.ts';
import { paginate } from '../visitors/paginate.ts';
import { type ActionContext, connectionOf } from './context.ts';
import type { CollectVisitors } from './top-pages.ts';

interface CollectOptions {
  readonly inputs: CommonInputs;
  readonly apiKey: string;
  readonly query: VisitorQuery;
  /** On the clock's `now`. */
  readonly deadline: number;
  /** Called with the rows of each page. @param before the number of rows in the pages before. */
  readonly take?: (rows: readonly PageVisitors[], before: number) => Promise<void>;
}

/** Reads the site's visitor analytics page by page, and ranks the rows. */
export function collectVisitors(
  { inputs, apiKey, query, deadline, take }: CollectOptions,
  reporter: Reporter,
  { send, clock, signal }: ActionContext,
): Promise<CollectResult> {
  const connection = connectionOf(inputs, apiKey);
  const readPage = createVisitorsReader(connection, query.period, { send, clock, signal, onSend: reporter.sent });
  const pages = paginate(readPage, query.offset, { clock, signal, deadline, onPause: reporter.postponed });
  return collect(pages, query, async (rows, before) => {
    await take?.(rows, before);
    reporter.surveying(before + rows.length);
  });
}

/** Collects the top pages for a request, in at most half of the timeout: the other half is left for its job. */
export const visitorsCollector =
  (
    { inputs, apiKey }: Pick<CollectOptions, 'inputs' | 'apiKey'>,
    reporter: Reporter,
    context: ActionContext,
  ): CollectVisitors =>
  (query) =>
    collectVisitors({ inputs, apiKey, query, deadline: inputs.timeout / 2 }, reporter, context);
