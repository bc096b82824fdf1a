import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import nock from 'nock';
import { createTransport } from '../../../src/http/transport.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { createAgentService } from '../../../src/service/agent-service.ts';
import { jobBody } from '../../support/job-body.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { KEY } from '../../support/service-errors.ts';

beforeAll(() => {
  if (!nock.isActive()) nock.activate(); // a second run in this process
  nock.disableNetConnect();
});
afterEach(() => nock.cleanAll());
// The files of one worker share Node's `http`, which nock patches.
afterAll(() => {
  nock.enableNetConnect();
  nock.restore();
});

const HEADERS = {
  authorization: `Bearer ${KEY}`,
  accept: 'application/json',
  'user-agent': 'docs-agent-action/test',
};

test('each request is on the wire as documented: method, URL, headers and body', async () => {
  const service = createAgentService(
    {
      baseUrl: new URL('https://agent.example'),
      projectId: 'p1',
      apiKey: KEY,
      userAgent: 'docs-agent-action/test',
    },
    {
      send: createTransport(systemClock),
      clock: systemClock,
      deadline: systemClock.now() + 60_000,
      signal: new AbortController().signal,
      onSend: () => {},
      onUnsent: () => {},
      onPause: () => {},
    },
  );
  const scope = nock('https://agent.example', { reqheaders: HEADERS })
    .post('/v2/agent/p1/job', '{"prompt":"Explain `--json`. “Ünïcode” 🎉"}')
    .matchHeader('content-type', 'application/json')
    .reply(201, jobBody())
    .post('/v2/agent/p1/job/j_8fk2/message', '{"prompt":"Add one"}')
    .matchHeader('content-type', 'application/json')
    .reply(200, jobBody())
    .get('/v2/agent/p1/job/j_8fk2')
    .reply(200, jobBody());
  expect(await service.createJob('Explain `--json`. “Ünïcode” 🎉')).toMatchObject({
    kind: 'accepted',
  });
  expect(await service.sendFollowUp(sampleJob(), 'Add one')).toMatchObject({ kind: 'accepted' });
  expect(await service.readJob('j_8fk2', 1_000)).toMatchObject({
    kind: 'job',
    job: { id: 'j_8fk2' },
  });
  expect(scope.pendingMocks()).toEqual([]);
});
