import { beforeAll, test } from '@jest/globals';

type Act = () => Promise<void>;

export interface ConcurrentTests {
  (name: string, act: Act): void;
  each<Row>(table: readonly Row[]): (name: string, act: (row: Row) => Promise<void>) => void;
}

/** How many tests run at once, and the time limit for all tests of a file in milliseconds. */
const LANES = 10;
const TIME_LIMIT = 150_000;

/**
 * Runs the tests of one file concurrently, each in a world of its own. `test.concurrent` does not
 * work here: the action uses `import()`, which Jest rejects between two tests. So one hook runs all
 * of them, and each test only reports its result.
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
