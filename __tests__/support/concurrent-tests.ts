import { beforeAll, test } from '@jest/globals';

type Act = () => Promise<void>;

export interface ConcurrentTests {
  (name: string, act: Act): void;
  each<Row>(table: readonly Row[]): (name: string, act: (row: Row) => Promise<void>) => void;
}

/** How many run at once, and the milliseconds that all of a file may take. */
const LANES = 10;
const TIME_LIMIT = 150_000;

/**
 * Tests of one file that run at the same time, each in a world of its own. Like `test.concurrent`, which cannot be used: the
 * embedded GitHub loads itself by `import()`, and jest refuses that in the moments between two of its tests. So all of them run
 * in one hook, and each test only tells how its own went.
 */
export function concurrentTests(): ConcurrentTests {
  const acts: Act[] = [];
  beforeAll(() => inLanes(acts), TIME_LIMIT);

  function enlist(act: Act): () => void {
    let failure: { error: unknown } | undefined;
    acts.push(() =>
      act().catch((error: unknown) => {
        failure = { error };
      }),
    );
    return () => {
      if (failure) throw failure.error;
    };
  }

  return Object.assign((name: string, act: Act) => test(name, enlist(act)), {
    each:
      <Row>(table: readonly Row[]) =>
      (name: string, act: (row: Row) => Promise<void>): void => {
        const rows = table.map((row) => ({ row, tell: enlist(() => act(row)) }));
        for (const { row, tell } of rows) test.each([row])(name, tell);
      },
  });
}

async function inLanes(acts: readonly Act[]): Promise<void> {
  const left = acts.values();
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (const act of left) await act();
    }),
  );
}
