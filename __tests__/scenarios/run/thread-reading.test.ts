import { describe, expect } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import { AGAIN, onlyComment, say } from '../../support/conversation.ts';
import { askedGitHub, fillThread } from '../../support/events.ts';
import { createRecordingHost } from '../../support/recording-host.ts';
import { createScene, type Scene, shown } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

const LIST = { method: 'GET', path: /\/issues\/\d+\/comments\?/, times: Infinity };
const JSON_TYPE = { 'content-type': 'application/json' };

const answer = (status: number, body = '{"message":"no"}', headers: Record<string, string> = JSON_TYPE): FaultForm => ({
  kind: 'answer',
  status,
  body,
  headers,
});

interface Case {
  readonly fault: string;
  readonly form: FaultForm;
  readonly says: string;
}
const HTML: Case = {
  fault: 'HTML that claims to be JSON',
  form: answer(200, '<!doctype html><h1>Unicorn</h1>'),
  says: 'not JSON',
};
const PROXY = 'Check whether a proxy between the runner and GitHub changes answers.';
const OBJECT: Case = { fault: 'an object', form: answer(200, '{}'), says: `an undocumented form.\n${PROXY}` };
const TRUNCATED: Case = { fault: 'truncated', form: { kind: 'truncate' }, says: 'the answer was truncated' };
const FORBIDDEN: Case = { fault: '403', form: answer(403), says: 'issues: write' };

describe('a thread that cannot be read is an error, and no job is created:', () => {
  test.each([HTML, OBJECT, TRUNCATED, FORBIDDEN])('its list is $fault', async ({ form, says }) => {
    await using scene = await createScene();
    await createPerson(scene.github, 'bob').comment(scene.issue.number, 'Me too.');
    scene.github.faults.add({ ...form, ...LIST });
    const result = await scene.run();
    expect(scene.service.requests).toEqual([]);
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '' } });
    expect(result.annotations).toEqual([{ level: 'error', message: expect.stringContaining(says) }]);
    expect(result.log).toMatch(/⛔ error: .+ · no job was created$/m);
    scene.github.faults.clear();
    expect(await shown(scene, result)).not.toMatch(/Unicorn|undefined|\[object/);
  });

  test.each([TRUNCATED, FORBIDDEN])(
    'its second list, after the status comment, is $fault; a re-run creates the job',
    async ({ form, says }) => {
      await using scene = await createScene();
      scene.github.faults.add({ ...form, ...LIST, skip: 1 });
      const result = await scene.run({ inputs: { timeout: '15s' } });
      expect(scene.service.requests).toEqual([]);
      scene.github.faults.clear();
      const status = await onlyComment(scene);
      expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '', commentUrl: status?.url } });
      expect(result.log).toContain(says);
      expect(status?.body).toMatch(/^\*\*⛔ .*GitHub.*\*\* · no job was created\n/);
      expect(await scene.run(AGAIN)).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
      expect(scene.sent('create')).toBe(1);
      await onlyComment(scene);
    },
  );

  test.each([OBJECT, TRUNCATED])('the last page of its list is $fault', async ({ form }) => {
    await using scene = await createScene();
    fillThread(scene, 110);
    scene.github.faults.add({ ...form, ...LIST, path: /\/issues\/\d+\/comments\?.*page=2$/ });
    expect(await scene.run()).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(scene.service.requests).toEqual([]);
  });

  test('it does not exist', async (scene) => {
    const result = await scene.run({ inputs: { 'issue-number': '4711' } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', commentUrl: '' } });
    expect(result.log).toContain('GitHub does not show issue or pull request 4711');
    expect(result.log).toContain('Check `issue-number`');
    expect(scene.service.requests).toEqual([]);
  });

  test('its list is redirected to another host, which sees nothing', async () => {
    await using elsewhere = await createRecordingHost();
    await using scene = await createScene();
    scene.github.faults.add({ ...answer(301, '', { location: `${elsewhere.url}/x` }), ...LIST });
    expect(await scene.run()).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(elsewhere.requests).toEqual([]);
    expect(scene.service.requests).toEqual([]);
  });
});

test('a transient fault of the list is retried', async (scene) => {
  scene.github.faults.add({ kind: 'truncate', ...LIST, times: 1 });
  scene.github.faults.add({ ...answer(502), ...LIST, times: 1 });
  expect(await scene.run()).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
});

describe('a run that could not read the thread hides no job:', () => {
  const unreadable = async (scene: Scene, run: { id?: number; attempt?: number }) => {
    scene.github.faults.add({ ...answer(500), ...LIST });
    expect(await scene.run({ run })).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '' } });
    scene.github.faults.clear();
  };

  test('the next re-run attaches to the job of the first attempt', async (scene) => {
    const first = await scene.run();
    await unreadable(scene, { attempt: 2 });
    const third = await scene.run({ run: { attempt: 3 } });
    expect(third.outputs).toMatchObject({ verdict: 'pull-request', jobId: first.outputs.jobId });
    expect(scene.sent('create')).toBe(1);
  });
});

test('in a thread of hundreds of comments, status comments are found on page 1 and on page 4', async () => {
  const PAGES = /\/comments\?per_page=100&page=4$/;
  await using scene = await createScene();
  const first = await scene.run();
  fillThread(scene, 320);
  const event = await say(scene, '/docs shorter');
  const command = { event, inputs: { wait: 'false' } };
  const second = await scene.run({ ...command, run: { id: 8 } });
  expect(second.outputs.jobId).toBe(first.outputs.jobId);
  expect(askedGitHub(scene).filter((request) => PAGES.test(request)).length).toBeGreaterThan(0);
  const again = await scene.run({ ...command, run: { id: 8, attempt: 2 } });
  const { jobId, commentUrl } = second.outputs;
  expect(again.outputs).toMatchObject({ jobId, commentUrl });
  expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([1, 1]);
});

describe('a list that lags', () => {
  test('by 2.5 s is read again until the status comment is in it', { job: { seconds: 3600 } }, async (scene) => {
    scene.github.lag.milliseconds = 2_500;
    const event = await say(scene, '/docs explain the flag');
    const first = await scene.run({ event, run: { id: 8 }, inputs: { wait: 'false', timeout: '30s' } });
    const second = await scene.run({ event, run: { id: 9 }, inputs: { wait: 'false', timeout: '30s' } });
    expect(second.outputs).toMatchObject({ verdict: 'started', jobId: first.outputs.jobId });
    expect(scene.sent('create')).toBe(1);
  });

  test('only after the first run wrote its status comment hides that from no second run', async () => {
    await using scene = await createScene({ job: { seconds: 3600 } });
    await scene.run({ inputs: { wait: 'false' } });
    scene.github.lag.milliseconds = 3_500;
    const second = await scene.run({ run: { id: 9 }, inputs: { wait: 'false', timeout: '30s' } });
    expect(second.outputs.verdict).toBe('started');
    expect(scene.sent('create')).toBe(1);
  });

  test('without end is an error, as it may lack more than the status comment of the run', async (scene) => {
    scene.github.lag.milliseconds = 3_600_000;
    const result = await scene.run({ inputs: { timeout: '30s' } });
    expect(scene.service.requests).toEqual([]);
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  });
});
