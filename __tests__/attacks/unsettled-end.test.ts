import { expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { commented, labeled } from './events.ts';
import { BOT } from './stub-github.ts';
import { createWorld } from './world.ts';

/** The job completes at once, and shows no link. */
const COMPLETED = { seconds: 0, prLink: null };
const LABEL: Step = { event: labeled() };

test('a run that is cancelled while a job is completed without a link so far does not say that the job was still running', async () => {
  const world = createWorld();
  world.service.script = COMPLETED;
  const { summary, log } = await world.run({ ...LABEL, cancelAfter: 8_000 });
  const [comment] = world.github.comments.filter(({ author }) => author === BOT);
  for (const text of [summary, log, comment?.body ?? '']) {
    expect(text).toContain('the job is reported as completed');
    expect(text).not.toContain('still running');
  }
});

test('nor does the post step of a run that was killed then', async () => {
  const world = createWorld();
  world.service.script = { seconds: 4, prLink: null };
  const killed = await world.run({ ...LABEL, kill: { request: 13, when: 'before' } });
  expect(killed.log).toContain('completed without a pull request so far');
  await world.post(LABEL, killed);
  const [comment] = world.github.comments.filter(({ author }) => author === BOT);
  expect(comment?.body).toContain('the job is reported as completed');
});

test('a follow-up is sent after a re-run has reported the end of the job that it waits for', async () => {
  const world = createWorld();
  world.service.script = COMPLETED;
  await world.run({ ...LABEL, kill: { request: 10, when: 'after' } });
  await world.time.during(world.time.sleep(2 * 3_600_000)); // the lease of the killed run ends
  world.service.script = { seconds: 200, prLink: null };
  const inputs = { timeout: '60s' };
  const followUp: Step = { event: commented('/docs shorter, please'), run: 8, inputs };
  const [, rerun] = await world.runAll([followUp, { ...LABEL, attempt: 2, inputs }], 2_000);
  expect(world.service.jobs[0]?.prompts).toHaveLength(2);
  expect([rerun?.verdict, rerun?.outputs.status]).toEqual(['no-changes', 'completed']);
  expect(world.service.jobs[0]?.interruptions).toBe(0);
});
