import { describe, expect } from '@jest/globals';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import { createService } from '../../../sandbox/service/service.ts';
import { concurrentTests } from '../../support/concurrent-tests.ts';
import { answer, command, say, start } from '../../support/conversation.ts';
import { alice, by, fillThread, openAs, pullEvent } from '../../support/events.ts';
import { EDIT } from '../../support/kill-points.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { sweep } from '../../support/sweep.ts';

const test = concurrentTests();
const MINUTE = 60_000;
const NO_WAIT = { inputs: { wait: 'false' } };
const GO = { context: 'none', prompt: 'Do', timeout: '10m' };
let lastRun = 8_000;
const step = (inputs: Record<string, string> = {}) => ({ run: { id: ++lastRun }, inputs: { ...GO, ...inputs } });

const prompts = (scene: Scene) => scene.sent('create') + scene.sent('follow-up');

async function labelOn(scene: Scene, pull: Awaited<ReturnType<typeof openAs>>): Promise<GitHubEvent> {
  await alice(scene).addLabel(pull.number, 'docs');
  return pullEvent(scene, pull, 'labeled');
}

describe('a label on the pull request of a job that no run waited for, an hour after its end,', () => {
  /** @param statuses what the service answers to status requests at first. */
  async function labelAnHourLater(statuses: readonly number[]) {
    const scene = await createScene({ job: { seconds: 5 } });
    await answer(scene, scene.event, NO_WAIT);
    const pull = await openAs(scene, 'bob');
    scene.service.script({ link: pull.url }, scene.service.jobs[0]?.id);
    await scene.clock.pass(60 * MINUTE);
    for (const status of statuses) scene.service.faults.add({ operation: 'get', kind: 'answer', status });
    return { scene, event: await labelOn(scene, pull) };
  }
  const rows: readonly { what: string; statuses: readonly number[]; sent: readonly number[] }[] = [
    { what: 'continues that job after two 502', statuses: [502, 502], sent: [1, 1] },
    { what: 'continues that job after one 404', statuses: [404], sent: [1, 1] },
    { what: 'gets a job if that one cannot be read for good', statuses: Array(7).fill(502), sent: [2, 0] },
    { what: 'gets a job if that one is gone', statuses: [404, 404, 502, ...Array(6).fill(404)], sent: [2, 0] },
  ];
  test.each(rows)('$what', async ({ statuses, sent }) => {
    const { scene, event } = await labelAnHourLater(statuses);
    await using _ = scene;
    expect((await answer(scene, event, step())).outputs.verdict).toBe('pull-request');
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual(sent);
  });

  test('and is cancelled while that job cannot be read, is cancelled, and no error', async () => {
    const { scene, event } = await labelAnHourLater(Array(50).fill(502));
    await using _ = scene;
    const run = start(scene, event, step());
    await scene.clock.pass(5_000);
    run.kill('SIGTERM');
    expect((await run.result).outputs.verdict).toBe('cancelled');
  });
});

describe('the opening of a pull request causes no job', () => {
  const opened = async (scene: Scene, pull: Awaited<ReturnType<typeof openAs>>) => {
    const before = prompts(scene);
    const result = await answer(scene, by(await pullEvent(scene, pull, 'opened'), 'alice'), step());
    return [result.outputs.verdict, prompts(scene) - before];
  };

  test.each([
    { what: 'reset', form: { kind: 'reset' } },
    { what: 'a 502', form: { kind: 'answer', status: 502 } },
  ] as const)('by a follow-up whose answer was $what', async ({ form }) => {
    await using scene = await createScene({ job: { seconds: 5, pullRequest: false } });
    await answer(scene, scene.event, { inputs: { timeout: '5m' } });
    await scene.clock.pass(120 * MINUTE);
    scene.service.script({ seconds: 600 });
    scene.service.faults.add({ operation: 'follow-up', after: true, ...form });
    expect((await command(scene, '/docs more')).outputs.verdict).toBe('unconfirmed');
    expect(await opened(scene, await openAs(scene, 'bob'))).toEqual(['skipped', 0]);
  });

  test('by a job that the service does not know yet, although its create waited for the quota', async () => {
    await using scene = await createScene({ job: { seconds: 60, pullRequest: false, startDelay: 10 } });
    const quota = { kind: 'answer', status: 429, headers: { 'retry-after': '90' } } as const;
    scene.service.faults.add({ operation: 'create', ...quota });
    await answer(scene, scene.event, { inputs: { wait: 'false', timeout: '5m' } });
    expect(await opened(scene, await openAs(scene, 'bob'))).toEqual(['skipped', 0]);
  });

  test.each([20, 58].map((delay) => ({ delay })))('by a job that shows its link $delay s later', async ({ delay }) => {
    await using scene = await createScene({ job: { seconds: 10_000, pullRequest: false } });
    await answer(scene, scene.event, NO_WAIT);
    await scene.clock.pass(20_000);
    const pull = await openAs(scene, 'bob');
    const [job] = scene.service.jobs;
    scene.service.script({ seconds: 20 + delay, link: pull.url, pullRequest: true }, job?.id);
    expect(await opened(scene, pull)).toEqual(['skipped', 0]);
  });

  test('by a job whose status comment does not name it yet, as GitHub refuses the edit', async () => {
    await using scene = await createScene({ job: { seconds: 60 } });
    scene.github.faults.add({ kind: 'answer', status: 502, ...EDIT, times: 6 });
    const first = start(scene, scene.event, { inputs: { timeout: '10m' } });
    await scene.until('the job is created', () => scene.sent('create') === 1);
    expect(await opened(scene, await openAs(scene, 'bob'))).toEqual(['skipped', 0]);
    await first.result;
  });

  test('by a first attempt whose job failed, before a re-run', async () => {
    await using scene = await createScene({ job: { seconds: 600, end: 'failed' } });
    const first = start(scene, scene.event, { run: { id: 20 }, inputs: { timeout: '1h' } });
    await scene.clock.pass(5 * MINUTE);
    const pull = await openAs(scene, 'bob');
    await first.result;
    scene.service.script({ seconds: 3_600 });
    await answer(scene, scene.event, { run: { id: 20, attempt: 2 }, inputs: { wait: 'false' } });
    expect(await opened(scene, pull)).toEqual(['skipped', 0]);
  });
});

const ADVICE = 'let another account than its author set the label `docs`';
test.each([
  { action: 'labeled', label: 'docs', advice: ADVICE, never: ' or set' },
  { action: 'opened', label: 'docs', advice: ADVICE, never: ' or set' },
  { action: 'opened', label: '*', advice: 'comment `/docs`', never: 'label' },
])('the advice on a suspected pull request can be followed: $action, where the label is $label', async (row) => {
  await using scene = await createScene({ job: { seconds: 600, pullRequest: false } });
  await answer(scene, scene.event, NO_WAIT);
  await scene.clock.pass(MINUTE);
  const pull = await openAs(scene, 'alice');
  if (row.action === 'labeled') await labelOn(scene, pull);
  const event = await pullEvent(scene, pull, row.action);
  const result = await answer(scene, event, step({ 'trigger-label': row.label }));
  expect(result.outputs.verdict).toBe('skipped');
  const [, said = ''] = result.log.split('If it is not, ');
  expect(said).toContain(row.advice);
  expect(said).not.toContain(row.never);
});

test('a command on the pull request of one project continues its job, also if another project reads it first', async () => {
  await using scene = await createScene();
  await answer(scene, scene.event);
  const { service, clock } = scene;
  const other = await createService({ projectId: 'blog', key: service.key, clock, job: { seconds: 0 } });
  const event = await say(scene, '/docs shorter', { on: 2 });
  const inputs = { 'base-url': other.url, 'project-id': 'blog', key: 'blog', timeout: '1h' };
  const legs = [start(scene, event, { run: { id: 8 }, inputs })];
  await scene.clock.pass(90);
  legs.push(start(scene, event, { run: { id: 8 }, inputs: { key: 'docs', timeout: '1h' } }));
  await Promise.all(legs.map(({ result }) => result));
  await other.close();
  expect(scene.sent('follow-up')).toBe(1);
});

/** What these rules do not find, and what that costs. */
describe('a limit:', () => {
  test('early pull requests of the agent’s second account are requests until a job has ended with one of them', async () => {
    await using scene = await createScene();
    await answer(scene, scene.event); // the agent's bot opened its pull request
    scene.service.script({ seconds: 900, pullRequest: false });
    const begin = async () => {
      const { number } = await alice(scene).openIssue('More', 'Of it.');
      await answer(scene, await say(scene, '/docs explain it', { on: number }), NO_WAIT);
    };
    await begin();
    const open = async () => {
      await scene.clock.pass(2 * MINUTE);
      const pull = await openAs(scene, 'bob');
      const event = by(await pullEvent(scene, pull, 'opened'), 'alice');
      return { pull, verdict: (await answer(scene, event, step({ wait: 'false' }))).outputs.verdict };
    };
    const [first, second] = [await open(), await open()];
    expect([first.verdict, second.verdict]).toEqual(['started', 'started']);
    scene.service.script({ link: first.pull.url, pullRequest: true }, scene.service.jobs[1]?.id);
    await scene.clock.pass(15 * MINUTE);
    await sweep(scene);
    await begin();
    expect((await open()).verdict).toBe('skipped');
  });

  test('of the comments since a pull request was opened, 500 are read; without an earlier one it is a request, with a warning', async () => {
    await using scene = await createScene({ job: { seconds: 3_600, pullRequest: false } });
    await answer(scene, scene.event, NO_WAIT);
    await scene.clock.pass(5 * MINUTE);
    const pull = await openAs(scene, 'bob');
    fillThread(scene, 600);
    const event = by(await pullEvent(scene, pull, 'opened'), 'alice');
    const result = await answer(scene, event, step({ wait: 'false' }));
    expect(result.outputs.verdict).toBe('started');
    expect(result.log).toContain('only the 500 most recently edited comments of the repository were read');
  });
});
