import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

/** In a process of its own, whose memory holds nothing else. */
const MILLION = `
import { setImmediate } from 'node:timers/promises';
import { createSeenPaths } from ${JSON.stringify(pathToFileURL(resolve('src/visitors/seen-paths.ts')))};
const used = () => {
  gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
const seen = createSeenPaths();
const tail = 'x'.repeat(100);
const pathOf = (at) => \`/\${at}/\${tail}\`;
let repeated = 0;
for (let at = 0; at < 1_000; at++) if (!seen.add(pathOf(at))) repeated++;
const before = used();
for (let at = 1_000; at < 1_000_000; at++) if (!seen.add(pathOf(at))) repeated++;
let bytes = used() - before;
// What is garbage is given back in the background.
for (let turn = 0; turn < 100 && bytes > 24_000_000; turn++) {
  await setImmediate();
  bytes = Math.min(bytes, used() - before);
}
console.log(JSON.stringify({ repeated, bytes, isKnown: !seen.add(pathOf(0)) }));
`;

test('a million seen paths take at most 24 MB, however long they are', async () => {
  const flags = ['--expose-gc', '--disable-warning=ExperimentalWarning', '--input-type=module'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--eval', MILLION]);
  const told: { bytes: number } = JSON.parse(stdout);
  expect(told).toEqual({ repeated: 0, isKnown: true, bytes: expect.any(Number) });
  expect(told.bytes).toBeLessThan(24_000_000);
});
