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
import { createLabelRuns } from './bench/label.ts';
import { type Measured, measure, median, medians, ratio } from './bench/measure.ts';
import { requestRows } from './bench/requests.ts';
import { growth } from './bench/sanitizer.ts';
import { sweepRows } from './bench/sweep.ts';
import { exportRows } from './bench/visitors.ts';

const ROUNDS = 21;
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
  await using labels = await createLabelRuns(room);
  const env = runEnvironment();
  const bases: Measured[] = [];
  const plain: Measured[] = [];
  const first: number[] = [];
  const labeled: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bases.push(await measure(['-e', '0'], env));
    const began = now();
    plain.push(await measure(['dist/index.js'], env));
    first.push((requests.at(-1)?.at ?? Number.NaN) - began);
    labeled.push(await labels.run());
  }
  if (requests.length !== ROUNDS)
    throw new Error(`Expected ${ROUNDS} requests, one per run, and got ${requests.length}.`);
  const base = medians(bases);
  const whole = medians(plain);
  const label = medians(labeled);

  const rows: [what: string, measured: string, aim: string][] = [
    ['label request, CPU time', ratio(label.cpu, base.cpu), '-'],
    ['the same, peak memory', ratio(label.memory, base.memory), '-'],
    ['run without a thread, CPU time', ratio(whole.cpu, base.cpu), '-'],
    ['the same, first request sent, time', ratio(median(first), base.time), '-'],
    ['the same, peak memory', ratio(whole.memory, base.memory), '1.45'],
    ['sanitizer, 250 KB made to be slow, against 125 KB', growth().toFixed(2), '2.5'],
    ...(await requestRows()),
    ...(await sweepRows(room)),
    ...(await exportRows(room)),
    ['dist/index.js', `${(statSync('dist/index.js').size / 1000).toFixed(0)} KB`, '1000 KB'],
  ];
  console.log(
    `Medians of ${ROUNDS} rounds, as ratios to \`node -e 0\` (${base.cpu.toFixed(0)} ms of CPU time here), Node ${process.version}\n`,
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
