import { describe, expect, test } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/github/faults.ts';
import { createPerson } from '../../../sandbox/github/person.ts';
import { fillThread } from '../../support/crowded-thread.ts';
import { AGAIN, onlyComment } from '../../support/re-runs.ts';
import { createRecordingHost } from '../../support/recording-host.ts';
import { createScene, type Scene, shown } from '../../support/scene.ts';

const LIST = { method: 'GET', path: /\/issues\/\d+\/comments\?/, times: Infinity };
const COUNT = { method: 'GET', path: /\/issues\/\d+$/, times: Infinity };
const JSON_TYPE = { 'content-type': 'application/json' };

const answer = (status: number, body = '{"message":"no"}', headers: Record<string, string> = JSON_TYPE): FaultForm => ({
  ...{ kind: 'answer', status, body, headers },
});

interface Case {
  readonly fault: string;
  readonly form: FaultForm;
  readonly says: string;
}
const HTML = '<!doctype html><h1>Unicorn</h1>';
const SPOILT: readonly Case[] = [
  { fault: 'HTML', form: answer(200, HTML, { 'content-type': 'text/html' }), says: 'not JSON' },
  { fault: 'HTML that says it is JSON', form: answer(200, HTML), says: 'not JSON' },
  { fault: 'nothing', form: answer(200, ''), says: 'not JSON' },
  { fault: 'an object', form: answer(200, '{}'), says: 'does not document' },
  {
    fault: 'an object with an empty list',
    form: answer(200, '{"total_count":0,"items":[]}'),
    says: 'does not document',
  },
  { fault: 'null', form: answer(200, 'null'), says: 'does not document' },
  { fault: 'a list of something else', form: answer(200, '[{"id":1}]'), says: 'does not document' },
  { fault: 'cut short', form: { kind: 'truncate' }, says: 'cut short' },
  { fault: 'a redirect', form: answer(302, '', { location: '/elsewhere' }), says: 'a redirect' },
  { fault: '500', form: answer(500), says: '500' },
  { fault: '403', form: answer(403), says: 'issues: read' },
  { fault: '401', form: answer(401), says: '`github-token`' },
  { fault: '404', form: answer(404), says: '`issue-number`' },
  { fault: 'reset', form: { kind: 'reset' }, says: 'the connection broke' },
];

/** Enough to see that what is beside the first page is read as strictly. */
const SOME = ['HTML', 'an object', 'cut short', '403', '404'];

describe('a thread that cannot be read: an error, and nothing is spent', () => {
  test.each([...SPOILT])('its list is $fault', async ({ form, says }) => {
    await using scene = await createScene();
    await createPerson(scene.github, 'bob').comment(scene.issue.number, 'Me too.');
    scene.github.faults.add({ ...form, ...LIST });
    const result = await scene.run();
    expect(scene.service.requests).toEqual([]);
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '' } });
    expect(result.annotations).toEqual([{ level: 'error', message: expect.stringContaining(says) }]);
    expect(result.log).toContain('Nothing was spent');
    scene.github.faults.clear();
    expect(await shown(scene, result)).not.toMatch(/Unicorn|undefined|\[object/);
  });

  test.each([...SPOILT])('its list is $fault when it is read again, after our first word', async ({ form, says }) => {
    await using scene = await createScene();
    scene.github.faults.add({ ...form, ...LIST, skip: 1 });
    const result = await scene.run({ inputs: { timeout: '15s' } });
    expect(scene.service.requests).toEqual([]);
    scene.github.faults.clear();
    const status = await onlyComment(scene);
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '', commentUrl: status?.url } });
    expect(result.log).toContain(says);
    expect(status?.body).toContain('This did not work');
    expect(await scene.run(AGAIN)).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(scene.sent('create')).toBe(1);
    await onlyComment(scene);
  });

  test.each(SPOILT.filter(({ fault }) => SOME.includes(fault)))('its count is $fault', async ({ form, says }) => {
    await using scene = await createScene();
    scene.github.faults.add({ ...form, ...COUNT });
    const result = await scene.run();
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '' } });
    expect(result.log).toContain(says);
    expect(scene.service.requests).toEqual([]);
  });

  test.each(SPOILT.filter(({ fault }) => SOME.includes(fault)))('its last page is $fault', async ({ form }) => {
    await using scene = await createScene();
    await fillThread(scene, 110);
    scene.github.faults.add({ ...form, ...LIST, path: /\/issues\/\d+\/comments\?.*page=2$/ });
    expect(await scene.run()).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(scene.service.requests).toEqual([]);
  });

  test('there is no such thread', async () => {
    await using scene = await createScene();
    const result = await scene.run({ inputs: { 'issue-number': '4711' } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', commentUrl: '' } });
    expect(result.log).toContain('GitHub knows no issue or pull request 4711');
    expect(result.log).toContain('Check `issue-number`');
    expect(scene.service.requests).toEqual([]);
  });

  test('a redirect to another host: that sees nothing', async () => {
    await using elsewhere = await createRecordingHost();
    await using scene = await createScene();
    scene.github.faults.add({ ...answer(301, '', { location: `${elsewhere.url}/x` }), ...LIST });
    expect(await scene.run()).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(elsewhere.requests).toEqual([]);
    expect(scene.service.requests).toEqual([]);
  });

  test('a fault that passes is waited out', async () => {
    await using scene = await createScene();
    scene.github.faults.add({ kind: 'truncate', ...LIST, times: 1 });
    scene.github.faults.add({ ...answer(502), ...LIST, times: 1 });
    expect(await scene.run()).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  });
});

describe('a run that could not read the thread leaves word of that, which hides no job from the next one', () => {
  const unreadable = async (scene: Scene, run: { id?: number; attempt?: number }) => {
    scene.github.faults.add({ ...answer(500), ...LIST });
    expect(await scene.run({ run })).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '' } });
    scene.github.faults.clear();
  };

  test('a re-run that can read it writes on there', async () => {
    await using scene = await createScene();
    await unreadable(scene, { attempt: 1 });
    expect((await onlyComment(scene))?.body).toContain('Nothing was spent');
    const second = await scene.run(AGAIN);
    expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(second.log).not.toContain('No status comment of ours');
    expect((await onlyComment(scene))?.body).toContain('Pull request ready');
  });

  test('a re-run, and the next', async () => {
    await using scene = await createScene();
    const first = await scene.run();
    await unreadable(scene, { attempt: 2 });
    const third = await scene.run({ run: { attempt: 3 } });
    expect(third.outputs).toMatchObject({ verdict: 'pull-request', jobId: first.outputs.jobId });
    expect(scene.sent('create')).toBe(1);
  });

  test('a label that is set again while the job is open, and again', async () => {
    await using scene = await createScene({ job: { seconds: 3600 } });
    const first = await scene.run({ run: { id: 8 }, inputs: { wait: 'false' } });
    await unreadable(scene, { id: 9 });
    const third = await scene.run({ run: { id: 10 }, inputs: { wait: 'false' } });
    expect(third.outputs).toMatchObject({ verdict: 'started', jobId: first.outputs.jobId });
    expect(scene.sent('create')).toBe(1);
  });
});
