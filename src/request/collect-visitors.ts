import type { CommonInputs } from '../inputs/inputs.ts';
import type { Reporter } from '../report/reporter.ts';
import type { PageVisitors } from '../service/visitor-page.ts';
import { createVisitorsReader } from '../service/visitors.ts';
import { type CollectResult, collect, type VisitorQuery } from '../visitors/collect.ts';
import { paginate } from '../visitors/paginate.ts';
import { type ActionContext, connectionOf } from './context.ts';
import type { CollectVisitors } from './top-pages.ts';

interface CollectOrder {
  readonly inputs: CommonInputs;
  readonly apiKey: string;
  readonly query: VisitorQuery;
  /** On the clock's `now`. */
  readonly deadline: number;
  /** Gets every row, and how many came before. */
  readonly take?: (rows: readonly PageVisitors[], before: number) => Promise<void>;
}

/** Reads the site's analytics, page by page, and ranks what it reads. */
export function collectVisitors(
  { inputs, apiKey, query, deadline, take }: CollectOrder,
  reporter: Reporter,
  { send, clock, signal }: ActionContext,
): Promise<CollectResult> {
  const connection = connectionOf(inputs, apiKey);
  const readPage = createVisitorsReader(connection, query.period, { send, clock, signal, onSend: reporter.sent });
  const batches = paginate(readPage, query.offset, { clock, signal, deadline, onPause: reporter.postponed });
  return collect(batches, query, async (rows, before) => {
    await take?.(rows, before);
    reporter.surveying(before + rows.length);
  });
}

/** The same for the pages of a request: half of the timeout is left for its job. */
export const visitorsCollector =
  (
    { inputs, apiKey }: Pick<CollectOrder, 'inputs' | 'apiKey'>,
    reporter: Reporter,
    context: ActionContext,
  ): CollectVisitors =>
  (query) =>
    collectVisitors({ inputs, apiKey, query, deadline: inputs.timeout / 2 }, reporter, context);
