/**
 * `npm run bench`: what the action costs a runner. Times and memory are ratios to `node -e 0`, interleaved with it in the same
 * run, because machines differ; they are printed, never asserted.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../sandbox/clock.ts';
import { stepEnvironment } from '../sandbox/runner/environment.ts';
import { createService, type Service } from '../sandbox/service/service.ts';
import { median, peakMemory, ratio, time } from './bench/measure.ts';
import { requestRows } from './bench/requests.ts';
import { growth } from './bench/sanitizer.ts';
import { sweepRows } from './bench/sweep.ts';
import { exportRows } from './bench/visitors.ts';

const ROUNDS = 31;
const now = () => performance.timeOrigin + performance.now();

const room = mkdtempSync(join(tmpdir(), 'bench-'));
// The job has ended when it is created, so that the run consists of one request without a pause.
const service = await createService({ job: { seconds: 0 }, quota: { create: 10_000 }, clock: { ...systemClock, now } });
try {
  await report(service);
} finally {
  await service.close();
  rmSync(room, { recursive: true });
}

async function report({ requests }: Service): Promise<void> {
  const env = runEnvironment();
  const base: number[] = [];
  const whole: number[] = [];
  const first: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    base.push(await time(['-e', '0'], env));
    const began = now();
    whole.push(await time(['dist/index.js'], env));
    first.push((requests.at(-1)?.at ?? Number.NaN) - began);
  }
  if (requests.length !== ROUNDS)
    throw new Error(`Expected ${ROUNDS} requests, one per run, and got ${requests.length}.`);
  const memory = await peakMemory(['dist/index.js'], env);
  const baseMemory = await peakMemory(['-e', '0'], env);

  const rows: [what: string, measured: string, aim: string][] = [
    ['whole run without a thread, time', ratio(median(whole), median(base)), '2.9'],
    ['first request sent, time', ratio(median(first), median(base)), '1.5'],
    ['whole run, peak memory', ratio(memory, baseMemory), '1.45'],
    ['sanitizer, 300 KB made to be slow, against 150 KB', growth().toFixed(2), '2.5'],
    ...(await requestRows()),
    ...(await sweepRows(room)),
    ...(await exportRows(room)),
    ['dist/index.js', `${(statSync('dist/index.js').size / 1000).toFixed(0)} KB`, '230 KB'],
  ];
  console.log(
    `Medians of ${ROUNDS} rounds, as ratios to \`node -e 0\` (${median(base).toFixed(0)} ms here), Node ${process.version}\n`,
  );
  console.log('| What | Measured | Aim: at most |\n|---|---|---|');
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}

function runEnvironment(): Record<string, string> {
  const context = {
    inputs: { 'base-url': service.url, 'project-id': service.projectId, 'api-key': service.key, prompt: 'Tidy up.' },
    event: { name: 'workflow_dispatch', payload: { sender: { login: 'alice' } } },
    github: { apiUrl: 'http://127.0.0.1:9', repository: 'acme/docs' },
  };
  return stepEnvironment({ ...context, actionDir: '.', token: '' }, room);
}
