import { expect, test } from '@jest/globals';
import { createService } from '../../sandbox/service/service.ts';
import { checkLive } from '../../scripts/contract/live.ts';

/** The check of a sandbox service, whose job has ended at the second reading. */
async function check(
  fault?: Parameters<Awaited<ReturnType<typeof createService>>['faults']['add']>[0],
) {
  const service = await createService({ job: { seconds: 0 } });
  if (fault) service.faults.add(fault);
  const log: string[] = [];
  try {
    const { url: baseUrl, projectId, key } = service;
    const effects = {
      log: (line: string) => log.push(line),
      date: () => new Date('2026-11-27T12:00:00Z'),
      sleep: () => Promise.resolve(),
    };
    const result = await checkLive({ baseUrl, projectId, key }, effects);
    return { ...result, log, service };
  } finally {
    await service.close();
  }
}

test('a service with the interface differs in nothing, and gets one job and one follow-up', async () => {
  const { record, isEqual, log, service } = await check();
  expect(record).toContain('Nothing differs from [the interface](service.md)');
  expect(record).toContain('on 2026-11-27 against `127.0.0.1:');
  expect(isEqual).toBe(true);
  expect(record.match(/^\| (?!Request|-).*$/gm)?.map((row) => row.replace(/ms \|/, '|'))).toEqual([
    '| A wrong key | `GET /v2/agent/:projectId/job/:id` | 1 | 401 | 0 | none |',
    '| An unknown job | `GET /v2/agent/:projectId/job/:id` | 1 | 404 | 0 | none |',
    '| A page of visitors | `GET /v1/analytics/:projectId/visitors` | 1 | 200 | 0 | none |',
    '| A new job | `POST /v2/agent/:projectId/job` | 1 | 201 | 0 | none |',
    '| The job | `GET /v2/agent/:projectId/job/:id` | 1 | 200 | 0 | none |',
    '| A follow-up | `POST /v2/agent/:projectId/job/:id/message` | 1 | 200 | 0 | none |',
    '| The job after it | `GET /v2/agent/:projectId/job/:id` | 1 | 200 | 0 | none |',
  ]);
  expect(service.jobs.map(({ turns }) => turns.map(({ kind }) => kind))).toEqual([
    ['create', 'follow-up'],
  ]);
  for (const secret of [service.key, service.projectId, service.jobs[0]?.id ?? 'none'])
    expect([record, ...log].join('\n')).not.toContain(secret);
});

test.each([
  {
    body: '{"id":"j_1","status":"paused","branch":"main"}',
    differences: /not named: branch/,
  },
  {
    body: '{"job":"j_1"}',
    differences: /must have required property 'id'.*the action cannot read the job/,
  },
])('a service that answers a create with $body differs', async ({ body, differences }) => {
  const { record, isEqual } = await check({
    operation: 'create',
    kind: 'answer',
    status: 201,
    body,
    times: 1,
  });
  expect(isEqual).toBe(false);
  expect(record).toContain('Some answers differ');
  expect(record.match(/^\| A new job .*$/m)?.[0]).toMatch(differences);
});
