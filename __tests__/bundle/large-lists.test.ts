import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { StepResult } from '../../sandbox/runner/step.ts';
import { MARKER_PREFIX } from '../support/markers.ts';
import { type BundleScene, createBundleScene } from '../support/scene.ts';

/**
 * Megabytes that the step's process may have for its objects: two pages fit, and not all that it
 * reads.
 */
const HEAP = 128;
/**
 * Megabytes that the process may take at its peak, with buffers and node's own 50. It needs about
 * 280.
 */
const PEAK = 400;
const PAGE_BYTES = 26_000_000;

/** GitHub's longest comments, 100 of them, in characters of four bytes each. */
function largestPage(prefix: string, length = 65_536): string {
  const time = new Date().toISOString();
  const body = `${prefix}${'𝒳'.repeat(length - prefix.length)}`;
  const comments = Array.from({ length: 100 }, (_, at) => ({
    id: at + 1,
    html_url: `https://github.com/acme/docs/issues/1#issuecomment-${at + 1}`,
    body,
    issue_url: 'https://api.github.com/repos/acme/docs/issues/1',
    created_at: time,
    updated_at: time,
    user: { login: 'mallory' },
  }));
  return JSON.stringify(comments);
}

const LARGEST = largestPage('');

/** No list of comments ends: its pages are all the same. @returns how many were sent. */
function addEndlessList({ github }: BundleScene, body: string): () => number {
  let sent = 0;
  github.faults.add({
    kind: 'answer',
    status: 200,
    method: 'GET',
    path: /\/issues\/(\d+\/)?comments\?/,
    times: Infinity,
    body,
    headers: { link: `<${github.url}/next>; rel="next"`, date: new Date().toUTCString() },
    onStrike: () => {
      sent++;
    },
  });
  return () => sent;
}

/**
 * Runs a step with bounded memory, and reads its peak, in megabytes, which the process writes when
 * it exits.
 */
async function withPeak(start: (env: Record<string, string>) => Promise<StepResult>) {
  const room = mkdtempSync(join(tmpdir(), 'peak-'));
  const [hook, file] = [join(room, 'peak.cjs'), join(room, 'peak')];
  const write = `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.resourceUsage().maxRSS))`;
  writeFileSync(hook, `process.on('exit', () => ${write})`);
  const result = await start({ NODE_OPTIONS: `--require ${hook} --max-old-space-size=${HEAP}` });
  const peak = Number(readFileSync(file, 'utf8')) / 1024;
  rmSync(room, { recursive: true });
  return { result, peak };
}

test('a list of comments that never ends, in pages of 26 MB, ends a run at its timeout, and no job is created', async () => {
  await using scene = await createBundleScene();
  expect(Buffer.byteLength(LARGEST)).toBeGreaterThan(PAGE_BYTES);
  const sent = addEndlessList(scene, LARGEST);
  const { result, peak } = await withPeak((env) => scene.run({ env, inputs: { timeout: '3s' } }));
  expect(result).toMatchObject({
    exitCode: 1,
    signal: null,
    outputs: { verdict: 'error', jobId: '' },
  });
  expect(sent()).toBeGreaterThan(0);
  expect(peak).toBeLessThan(PEAK);
  expect(scene.service.requests).toEqual([]);
});

test('a list of comments that all look like status comments ends a run at 32 Mi characters', async () => {
  await using scene = await createBundleScene();
  const sent = addEndlessList(scene, largestPage(MARKER_PREFIX, 6_000));
  const { result, peak } = await withPeak((env) => scene.run({ env, inputs: { timeout: '30s' } }));
  expect(result).toMatchObject({
    exitCode: 1,
    signal: null,
    outputs: { verdict: 'error', jobId: '' },
  });
  expect(sent()).toBeLessThan(40);
  expect(peak).toBeLessThan(PEAK);
  expect(scene.service.requests).toEqual([]);
});
