import type { FaultForm } from '../../sandbox/http/faults.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import type { ServiceFault } from '../../sandbox/service/service.ts';
import { schedule } from './events.ts';
import type { Scene } from './scene.ts';

type Inputs = Readonly<Record<string, string>>;
type List = 'feedback' | 'assistant' | 'searches' | 'visitors';

export const LISTS = ['feedback', 'assistant', 'searches', 'visitors'] as const;

/** Runs the operation on a schedule. */
export const gaps = (scene: Scene, inputs: Inputs = {}, changes: Parameters<Scene['run']>[0] = {}) =>
  scene.run({
    event: schedule,
    ...changes,
    inputs: { operation: 'gaps', timeout: '30m', notify: '', ...inputs },
  });

/** The output `gaps`. */
export const gapsOf = ({ outputs }: StepResult) => JSON.parse(outputs.gaps || '{}');

/** Requests to the service, by list. */
export const asked = ({ service }: Scene, list: List) =>
  service.requests.filter(({ operation }) => operation === list).length;

/** A row of the feedback. */
export const votes = (path: string, thumbsDown: number, thumbsUp = 0) => ({
  path,
  thumbsUp,
  thumbsDown,
  code: 0,
  total: thumbsUp + thumbsDown,
});

/** A row of the visitors. */
export const read = (path: string, total: number) => ({ path, human: total, ai: 0, total });

let ids = 0;

/** The same question in several conversations, each on a day of its own unless `day` is given. */
export const questions = (
  query: string,
  count: number,
  { category = null, page = null, day, id, isAnswered = false }: Partial<QuestionFacts> = {},
) =>
  Array.from({ length: count }, (_, at) => ({
    id: id ?? `conversation ${ids++}`,
    timestamp: `2026-02-${day ?? 10 + (at % 15)}T10:00:00.000Z`,
    query,
    response: 'SECRET ANSWER bob@example.com',
    sources: [{ title: 'SECRET SOURCE', url: 'https://docs.example/source' }],
    resolutionStatus: isAnswered ? 'answered' : 'unanswered',
    queryCategory: category,
    pageUrl: page,
  }));

interface QuestionFacts {
  readonly category: string | null;
  readonly page: string | null;
  /** Of February. */
  readonly day: number;
  readonly id: string;
  readonly isAnswered: boolean;
}

/** A row of the searches. */
export const search = (searchQuery: string, hits: number, ctr = 0) => ({
  searchQuery,
  hits,
  ctr,
  topClickedPage: null,
  lastSearchedAt: '2026-02-10T10:00:00.000Z',
});

const TOTALS = { human: 900, ai: 0, total: 900 };

const BODIES: Readonly<Record<List, (rows: readonly object[], next: string | null) => object>> = {
  feedback: (feedback, next) => ({ feedback, hasMore: next !== null }),
  assistant: (conversations, nextCursor) => ({ conversations, nextCursor, hasMore: nextCursor !== null }),
  searches: (searches, nextCursor) => ({ searches, totalSearches: 0, nextCursor }),
  visitors: (visitors, next) => ({ totals: TOTALS, visitors, hasMore: next !== null }),
};

/** The next page of a list. @param next the cursor; for a list without cursors, any text says that there is more. */
export const page = (operation: List, rows: readonly object[], next: string | null = null): ServiceFault => ({
  operation,
  kind: 'answer',
  status: 200,
  body: JSON.stringify(BODIES[operation](rows, next)),
});

/** All requests for a list get this. */
export const always = (operation: List, form: FaultForm): ServiceFault => ({ operation, times: 10_000, ...form });

/** A service with these rows, and nothing else. */
export function serve(scene: Scene, rows: Partial<Readonly<Record<List, readonly object[]>>>): void {
  for (const list of LISTS) scene.service.faults.add({ ...page(list, rows[list] ?? []), times: 10_000 });
}
