import type { CommonInputs } from '../inputs/inputs.ts';
import type { Reporter } from '../report/reporter.ts';
import type { PageVisitors } from '../service/visitor-page.ts';
import { createVisitorsReader } from '../service/visitors.ts';
import { type Surveyed, type SurveyWish, survey } from '../visitors/collect.ts';
import { readBatches } from '../visitors/paginate.ts';
import { connectionOf, type Effects } from './context.ts';

interface SurveyOrder {
  readonly inputs: CommonInputs;
  readonly apiKey: string;
  readonly wish: SurveyWish;
  /** On the clock's `now`. */
  readonly deadline: number;
  /** Gets every row, and how many came before. */
  readonly take?: (rows: readonly PageVisitors[], before: number) => Promise<void>;
}

/** Reads the site's analytics, page by page, and ranks what it reads. */
export function surveySite(
  { inputs, apiKey, wish, deadline, take }: SurveyOrder,
  reporter: Reporter,
  { send, clock, signal }: Effects,
): Promise<Surveyed> {
  const connection = connectionOf(inputs, apiKey);
  const readPage = createVisitorsReader(connection, wish.period, { send, clock, signal, onSend: reporter.sent });
  const batches = readBatches(readPage, wish.offset, { clock, signal, deadline, onPause: reporter.postponed });
  return survey(batches, wish, async (rows, before) => {
    await take?.(rows, before);
    reporter.surveying(before + rows.length);
  });
}
