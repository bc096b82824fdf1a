import { join } from 'node:path';
import { stepEnvironment } from '../../sandbox/runner/environment.ts';
import { createService } from '../../sandbox/service/service.ts';
import { type Measured, measure, medians, ratio } from './measure.ts';

const [FEW, MANY] = [1_000, 1_000_000];
const ROUNDS = 3;
const LIMIT = 250;

/** Measures the same export with few and with many rows: what grows with the site, and what must not. */
export async function exportRows(room: string): Promise<[what: string, measured: string, aim: string][]> {
  const few = await exportOf(FEW, room);
  const many = await exportOf(MANY, room);
  const rows = MANY.toLocaleString('en');
  const speed = Math.round(MANY / (many.time / 1000));
  const others = Math.round((MANY - FEW) / ((many.time - few.time) / 1000));
  return [
    [`export of ${rows} rows, requests`, String(many.requests), String(MANY / LIMIT)],
    ['the same, rows a second', `${speed.toLocaleString('en')} (${others.toLocaleString('en')} after the start)`, '-'],
    [`the same, peak memory against ${FEW.toLocaleString('en')} rows`, ratio(many.memory, few.memory), '2'],
  ];
}

/** @throws if the export sends more requests than necessary. */
async function exportOf(pages: number, room: string): Promise<Measured & { requests: number }> {
  const service = await createService({ visitors: { pages } });
  try {
    const context = {
      inputs: {
        operation: 'visitors',
        'base-url': service.url,
        'project-id': service.projectId,
        'api-key': service.key,
        'visitors-file': join(room, 'visitors.csv'),
        'paths-ignore': '/\n/changelog/**', // as in the examples
      },
      event: { name: 'schedule', payload: {} },
      actionDir: '.',
      token: '',
      github: { apiUrl: 'http://127.0.0.1:9', repository: 'acme/docs' },
    };
    const env = stepEnvironment(context, room);
    const measured = [await measure(['dist/index.js'], env)]; // during the first run, the service counts its visitors
    for (let round = 0; round < ROUNDS; round++) measured.push(await measure(['dist/index.js'], env));
    const requests = service.requests.length / measured.length;
    if (requests !== pages / LIMIT) throw new Error(`Expected ${pages / LIMIT} requests, and got ${requests}.`);
    return { requests, ...medians(measured.slice(1)) };
  } finally {
    await service.close();
  }
}
