import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import { runStep } from '../../sandbox/runner/step.ts';
import { pagePath } from '../../sandbox/service/analytics/pages.ts';
import { countVisitors } from '../../sandbox/service/analytics/visitors.ts';
import { createBundleExportScene, pagesOf, visitorsOf } from '../support/visitors-scene.ts';

const VISITORS = { pages: 1_000_000, seed: 1 };

/**
 * Megabytes that the step's process may have for its objects: enough for a million paths, and not
 * for their rows.
 */
const HEAP = 224;

test('an export of a million pages has every row once and in order, and keeps only their paths in memory', async () => {
  await using scene = await createBundleExportScene({ visitors: VISITORS });
  const context = scene.contextOf({ 'visitors-file': 'visitors.csv' });
  const { result: running } = runStep({
    ...context,
    env: { NODE_OPTIONS: `--max-old-space-size=${HEAP}` },
  });
  const result = await running;
  const { totals, countOf } = countVisitors(VISITORS);
  expect(result).toMatchObject({
    exitCode: 0,
    annotations: [],
    outputs: { visitorsFile: 'visitors.csv' },
  });
  expect(visitorsOf(result)).toMatchObject({ ...totals, pages: 1_000_000 });
  expect(scene.queries().map(({ offset }) => Number(offset))).toEqual(
    Array.from({ length: 4_000 }, (_, at) => at * 250),
  );
  expect(pagesOf(result)).toHaveLength(20);

  const lines = createInterface({ input: createReadStream(join(scene.workspace, 'visitors.csv')) });
  const wrong: string[] = [];
  let count = -1; // the first line is the head
  for await (const line of lines) {
    const { human, ai, total } = countOf(count);
    const expected =
      count < 0 ? 'path,human,ai,total' : `"${pagePath(count)}",${human},${ai},${total}`;
    if (line !== expected) wrong.push(line);
    count += 1;
  }
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(count).toBe(1_000_000);
}, 600_000);
