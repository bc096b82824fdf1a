import { describe, expect } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { stopAt } from '../../../sandbox/stop.ts';
import { AGAIN, createKeyChange, onlyComment } from '../../support/conversation.ts';
import { alice, say } from '../../support/events.ts';
import { CREATE, killedOnce } from '../../support/kill-points.ts';
import { forge } from '../../support/markers.ts';
import { type Scene, warnings } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';
import { sweep } from '../../support/sweep.ts';

const ALTERED = 'it is altered, or copied from elsewhere';
const OTHER_KEY = 'it is signed with another API key';
const COPY = 'it is a copy of another comment';
/** A job that no run created. */
const UNKNOWN_JOB = 'job_unknown';

const otherThan = (character: string) => (character === 'A' ? 'B' : 'A');

/**
 * The log says once why the run ignores the marker; it is no warning, and creates a job of its own.
 */
function expectIgnored(scene: Scene, result: StepResult, why: string): void {
  expect(warnings(result)).toEqual([]);
  const said = result.log
    .split('\n')
    .filter((line) => line.startsWith('A status comment is ignored'));
  expect(said).toEqual([expect.stringContaining(`${why}: ${scene.github.url}`)]);
  expect(result.outputs.verdict).toBe('pull-request');
  expect(scene.sent('follow-up')).toBe(0);
  expect(scene.service.requests.filter(({ path }) => path.includes(UNKNOWN_JOB))).toEqual([]);
}

/** A first run, to its end; and its status comment. */
async function firstRun(scene: Scene) {
  await scene.run();
  const [status] = await alice(scene).readComments(scene.issue.number);
  if (!status) throw new Error('There is no status comment.');
  return status;
}

test.each<{ what: string; edit: (body: string) => string; why: string }>([
  {
    what: 'if its marker names another job',
    edit: (body) => forge(body, ({ marker }) => ({ marker: { ...marker, job: UNKNOWN_JOB } })),
    why: ALTERED,
  },
  {
    what: 'if the last but one character of its signature differs',
    edit: (body) =>
      forge(body, ({ signature }) => ({ signature: signature.replace(/.(?=.$)/, otherThan) })),
    why: ALTERED,
  },
  {
    what: 'if its marker is there twice',
    edit: (body) => `${body}\n${body}`,
    why: 'it holds more than one',
  },
])(
  'an edited status comment is ignored, and a re-run creates a job, $what',
  async (scene, { edit, why }) => {
    const { id, body } = await firstRun(scene);
    const edited = edit(body);
    expect(edited).not.toBe(body);
    await alice(scene).editComment(id, edited);
    const second = await scene.run(AGAIN);
    expectIgnored(scene, second, why);
    expect(scene.sent('create')).toBe(2);
    const [spoilt, own] = exactly(2, await scene.comments());
    expect(spoilt?.body).toBe(edited);
    expect(second.outputs.commentUrl).toBe(own?.url);
  },
);

test('a status comment whose text alone was edited still counts', async (scene) => {
  const { id, body } = await firstRun(scene);
  await alice(scene).editComment(id, `Edited by a person.\n${body}`);
  const second = await scene.run(AGAIN);
  expect(second.outputs.verdict).toBe('pull-request');
  expect(scene.sent('create')).toBe(1);
  expect((await onlyComment(scene))?.body).not.toContain('Edited by a person');
});

test.each<{ what: string; edit: (body: string) => string }>([
  { what: 'takes the marker out', edit: (body) => body.replace(/<!--.*-->/, '') },
  { what: 'rewrites its text', edit: (body) => `**Failed**\n${body.slice(-1_200)}` },
  {
    what: 'alters the marker',
    edit: (body) => forge(body, ({ marker }) => ({ marker: { ...marker, run: 1 } })),
  },
])(
  'a run reports its job all the same if a person $what while it waits',
  async (scene, { edit }) => {
    scene.service.script({ seconds: 60 });
    const step = scene.start({ inputs: { timeout: '5m' } });
    await scene.until('the run polls', () => scene.sent('get') > 2);
    const [own] = await alice(scene).readComments(scene.issue.number);
    await alice(scene).editComment(own?.id ?? 0, edit(own?.body ?? ''));
    expect((await step.result).outputs.verdict).toBe('pull-request');
    expect((await onlyComment(scene))?.body).toMatch(/^\*\*✅ Pull request ready/);
    expect((await scene.run(AGAIN)).outputs.verdict).toBe('pull-request');
    expect(scene.sent('create')).toBe(1);
  },
);

/**
 * Copies a comment into another thread, in which a command follows. @returns the result of the
 * command.
 */
async function copyElsewhere(scene: Scene, body: string): Promise<StepResult> {
  const { number } = await alice(scene).openIssue('Another', 'Thread.');
  await createPerson(scene.github, 'agent').comment(number, body);
  return scene.run({ event: await say(scene, '/docs go on', { on: number }), run: { id: 8 } });
}

describe('a copied marker is ignored', () => {
  test('if it was copied from another thread', async (scene) => {
    const { body } = await firstRun(scene);
    expectIgnored(scene, await copyElsewhere(scene, body), ALTERED);
    expect(scene.sent('create')).toBe(2);
  });

  test('if an account without permission signed it with an unknown key', async (scene) => {
    const { id, body } = await firstRun(scene);
    await alice(scene).deleteComment(id);
    const forged = forge(body, ({ marker }) => ({
      key: 'AAAAAAAA',
      marker: { ...marker, job: UNKNOWN_JOB },
    }));
    await createPerson(scene.github, 'mallory').comment(scene.issue.number, forged);
    const event = await say(scene, '/docs go on');
    expectIgnored(scene, await scene.run({ event, run: { id: 8 } }), OTHER_KEY);
    expect(scene.sent('create')).toBe(2);
  });
});

describe('the first text of a status comment, which is signed for its thread only,', () => {
  /** Kills a run before the service gets its create. */
  async function killDuringCreate(scene: Scene, token = scene.github.tokens.action) {
    const { reached } = stopAt(scene, { ...CREATE, when: 'before' });
    await killedOnce(reached, scene.start({ token, inputs: { timeout: '60s' } }));
    const status = (await alice(scene).readComments(scene.issue.number)).at(-1);
    expect(status?.body).toContain('⏳ Starting');
    return { body: '', id: 0, ...status };
  }

  test('counts for a token of any account, and the re-run is unconfirmed', async (scene) => {
    const status = await killDuringCreate(scene, scene.github.tokens.bob);
    expect(status?.author).toBe('bob');
    expect((await scene.run(AGAIN)).outputs.verdict).toBe('unconfirmed');
    expect(scene.service.jobs).toHaveLength(0);
  });

  test('is ignored in a copy in another thread', async (scene) => {
    const { body } = await killDuringCreate(scene);
    expectIgnored(scene, await copyElsewhere(scene, body), ALTERED);
  });

  test('still counts beside a copy, and the re-run is unconfirmed', async (scene) => {
    const status = await killDuringCreate(scene);
    await createPerson(scene.github, 'mallory').comment(scene.issue.number, status.body);
    const again = await scene.run(AGAIN);
    expect(again.outputs.verdict).toBe('unconfirmed');
    expect(again.log).toMatch(new RegExp(`^A status comment is ignored.* ${COPY}: `, 'm'));
    expect(scene.sent('create')).toBe(1);
  });

  test('counts in a copy of the same minute once the original is deleted, until the copy is edited', async (scene) => {
    const status = await killDuringCreate(scene);
    const mallory = createPerson(scene.github, 'mallory');
    await mallory.comment(scene.issue.number, status.body);
    await alice(scene).deleteComment(status.id);
    const copy = await onlyComment(scene);
    const labeledAgain = { run: { id: 8 } };
    expect((await scene.run(labeledAgain)).outputs).toMatchObject({
      verdict: 'skipped',
      commentUrl: copy?.url,
    });
    await scene.clock.pass(50_000); // its timeout was 60 s
    const [{ id } = { id: 0 }] = await mallory.readComments(scene.issue.number);
    await mallory.editComment(id, `Edited.\n${status.body}`);
    expect((await scene.run(labeledAgain)).outputs.verdict).toBe('pull-request');
    expect(scene.service.jobs).toHaveLength(1);
  });

  test('does not count in a copy of the next day: a command continues the job', async (scene) => {
    await scene.run({ inputs: { timeout: '60s' } });
    const [first] = scene.commentWrites();
    await scene.clock.pass(25 * 3_600_000);
    await createPerson(scene.github, 'mallory').comment(scene.issue.number, first?.body ?? '');
    const result = await scene.run({ event: await say(scene, '/docs more'), run: { id: 8 } });
    expect(result.log).toContain(`${ALTERED}: `);
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([1, 1]);
  });

  test('does not count in an older comment that a stranger edits: a sweep leaves it', async (scene) => {
    const mallory = createPerson(scene.github, 'mallory');
    const { id } = await mallory.comment(scene.issue.number, 'First!');
    const status = await killDuringCreate(scene);
    const copied = `Edited.\n${status?.body}`;
    await mallory.editComment(id, copied);
    await scene.clock.pass(120_000);
    await sweep(scene);
    const bodies = (await scene.comments()).map(({ body }) => body);
    expect(bodies.slice(0, 2)).toEqual([copied, expect.stringContaining('Unconfirmed')]);
  });

  test('does not count in a copy, after the run went on', {
    job: { seconds: 3600 },
  }, async (scene) => {
    const step = scene.start({ inputs: { timeout: '60s' } });
    await scene.until('the announcement', () => scene.commentWrites().length > 0);
    const [status] = await alice(scene).readComments(scene.issue.number);
    await createPerson(scene.github, 'mallory').comment(scene.issue.number, status?.body ?? '');
    const first = await step.result;
    expect(first.outputs.verdict).toBe('timed-out');
    const again = await scene.run({ run: { attempt: 2 }, inputs: { wait: 'false' } });
    expect(again.outputs).toMatchObject({ verdict: 'started', jobId: first.outputs.jobId });
    expect(again.log).toContain(`${COPY}: `);
    expect(scene.sent('create')).toBe(1);
  });
});

test('a status comment of the old key is ignored, and the log names it', async (scene) => {
  await using change = await createKeyChange(scene);
  const first = await scene.run({ inputs: change.older });
  const [before] = await scene.comments();
  const second = await scene.run({ ...AGAIN, inputs: change.younger });
  expect(second.outputs.verdict).toBe('pull-request');
  expect(second.outputs.jobId).not.toBe(first.outputs.jobId);
  expect(second.log).toMatch(/another API key.*issuecomment-1$/m);
  expect(warnings(second)).toEqual([]);
  expect((await scene.comments())[0]).toEqual(before);
  expect(change.creates()).toBe(2);
});
