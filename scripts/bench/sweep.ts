import { stepEnvironment } from '../../sandbox/runner/environment.ts';
import { type Measured, measure, medians, ratio } from './measure.ts';
import { type Counts, createOpenJobs } from './open-jobs.ts';

const [FEW, MANY, ENDED] = [10, 1_000, 20];
const ROUNDS = 5;
const PER_PAGE = 100;

/** Measures sweeps. Most of the time of a sweep that reports is pauses between writes (GitHub asks for one second). */
export async function sweepRows(room: string): Promise<[what: string, measured: string, aim: string][]> {
  const few = await sweepOf(FEW, 0, room);
  const many = await sweepOf(MANY, 0, room);
  const telling = await sweepOf(MANY, ENDED, room, 1);
  const jobs = `${MANY.toLocaleString('en')} jobs`;
  const times = `${ratio(many.time, few.time)} (${(many.time / 1000).toFixed(1)} s here)`;
  const { status, pages, reads, writes } = telling.counts;
  return [
    [`sweep over ${jobs} at work, against one over ${FEW}, time`, times, '-'],
    ['the same, peak memory', ratio(many.memory, few.memory), '-'],
    [`sweep that reports ${ENDED} ends of ${jobs}, time`, `${(telling.time / 1000).toFixed(0)} s`, '-'],
    ['the same, status requests', String(status), `${MANY}, one per job`],
    ['the same, requests to GitHub', `${pages} pages, ${reads} reads, ${writes} writes`, `${ENDED} writes`],
  ];
}

/** @throws if the sweep sends more requests than necessary. */
async function sweepOf(
  count: number,
  ended: number,
  room: string,
  rounds = ROUNDS,
): Promise<Measured & { counts: Counts }> {
  const measured: Measured[] = [];
  let counts: Counts | undefined;
  for (let round = 0; round < rounds; round++) {
    const jobs = await createOpenJobs(count, ended);
    const context = {
      inputs: jobs.inputs,
      event: { name: 'schedule', payload: {} },
      actionDir: '.',
      token: 'bench-token',
      github: { apiUrl: jobs.url, repository: 'acme/docs' },
    };
    measured.push(await measure(['dist/index.js'], stepEnvironment(context, room)));
    jobs.close();
    counts = jobs.counts;
    expectOnly(counts, { status: count, pages: Math.ceil((count + 1) / PER_PAGE), writes: ended });
  }
  if (!counts) throw new Error('No round was measured.');
  return { ...medians(measured), counts };
}

function expectOnly(counts: Counts, expected: Omit<Counts, 'reads'>): void {
  const { reads: _, ...others } = counts;
  if (JSON.stringify(others) === JSON.stringify(expected)) return;
  throw new Error(`A sweep asked ${JSON.stringify(counts)}, where ${JSON.stringify(expected)} do.`);
}
