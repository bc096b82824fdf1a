import { describe, expect } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import { answer, botComments, command } from '../../support/conversation.ts';
import { alice, as, by, written } from '../../support/events.ts';
import { createScene, type Scene, warnings } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';
import { sweep, sweptBy } from '../../support/sweep.ts';

/** The answer to a label of an account with less than `minimum-permission`: trudy may only triage, mallory may only read. */

const PERMISSION = /\/collaborators\/[^/]+\/permission$/;
const LOCKED = { kind: 'answer', status: 403, method: 'POST', path: /\/issues\/\d+\/comments$/ } as const;

const labelBy = (scene: Scene, login: string, type?: string) => by(scene.event, login, type);
const answers = async (scene: Scene) =>
  (await botComments(scene)).filter(({ prose }) => prose.startsWith('**🔒 Not started**'));

/** The permission of an account with a custom role, as GitHub answers. */
const customRole = (role_name: string, triage: boolean) => ({
  kind: 'answer' as const,
  status: 200,
  body: JSON.stringify({
    permission: 'read',
    role_name,
    user: { login: 'x', permissions: { pull: true, triage, push: false, maintain: false, admin: false } },
  }),
  method: 'GET',
  path: PERMISSION,
});

async function expectNoAnswer(scene: Scene): Promise<void> {
  expect(written(scene)).toEqual([]);
  expect(await scene.comments()).toEqual([]);
}

describe('a label of an account that may only triage', () => {
  test('is answered by one comment that says who can start it', async (scene) => {
    const result = await answer(scene, labelBy(scene, 'trudy'), {});
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'denied', jobId: '' } });
    expect(result.annotations).toHaveLength(1);
    const [{ prose = '' } = {}] = exactly(1, await botComments(scene));
    expect(prose.replace(/ +$/gm, '').trim().split('\n')).toEqual([
      '**🔒 Not started** · requests need `write` permission in this repository',
      'A maintainer can remove the label and set it again, or comment `/docs`.',
      expect.stringMatching(/^<sub>\[run\]\(http\S+\/actions\/runs\/\d+\)<\/sub>$/),
    ]);
    expect(scene.service.requests).toEqual([]);
  });

  test('is answered once per thread, whoever sets it again', async (scene) => {
    for (const id of [1, 2]) await answer(scene, labelBy(scene, 'trudy'), { run: { id } });
    await answer(scene, labelBy(scene, 'trudy'), { run: { id: 2, attempt: 2 } });
    expect(await answers(scene)).toHaveLength(1);
  });

  test('is answered once by two runs that start at the same moment', async (scene) => {
    const event = labelBy(scene, 'trudy');
    await Promise.all([1, 2].map((id) => answer(scene, event, { run: { id } })));
    expect(written(scene).filter((line) => line.startsWith('POST'))).toHaveLength(2);
    expect(await answers(scene)).toHaveLength(1);
  });

  test.each([
    { fault: LOCKED, says: 'No answer to the label: GitHub forbids it (403).' },
    { fault: { ...LOCKED, method: 'GET', path: /\/issues\/\d+\/comments\?/ }, says: 'No answer to the label: ' },
  ])('is one warning if GitHub forbids the action to $fault.method the comments, and stays denied', async (row) => {
    await using scene = await createScene();
    scene.github.faults.add({ ...row.fault, times: Infinity });
    const result = await answer(scene, labelBy(scene, 'trudy'), {});
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'denied' } });
    expect(warnings(result)).toEqual([expect.stringContaining(row.says)]);
  });
});

describe('nothing is written', () => {
  test('for a stranger, in whose name GitHub sets the labels of an issue template', async (scene) => {
    await answer(scene, labelBy(scene, 'mallory'), {});
    await expectNoAnswer(scene);
  });

  test.each(['triage', 'docs-reader'])('for the role %s that may not triage', async (role) => {
    await using scene = await createScene();
    scene.github.faults.add({ ...customRole(role, false), times: Infinity });
    await answer(scene, labelBy(scene, 'trudy'), {});
    await expectNoAnswer(scene);
  });

  test.each([{ GITHUB_ACTOR: 'mallory' }, { GITHUB_TRIGGERING_ACTOR: 'renovate[bot]' }])(
    'if another account behind the run may not triage: %j',
    async (env) => {
      await using scene = await createScene();
      await answer(scene, labelBy(scene, 'trudy'), { env });
      await expectNoAnswer(scene);
    },
  );

  test('with `comment: false`, and in a dry run', async (scene) => {
    await answer(scene, labelBy(scene, 'trudy'), { inputs: { comment: 'false' } });
    await answer(scene, labelBy(scene, 'trudy'), { inputs: { 'dry-run': 'true' } });
    await expectNoAnswer(scene);
  });
});

describe('the answer to a label', () => {
  test('is no request: a label of a maintainer starts a job, a command continues it, and a sweep finds nothing', async () => {
    await using scene = await createScene({ job: { seconds: 1 } });
    await answer(scene, labelBy(scene, 'trudy'), {});
    expect(sweptBy(await sweep(scene))).toEqual([]);
    const labeled = await answer(scene, scene.event, { run: { id: 2 } });
    expect(labeled.outputs.verdict).toBe('pull-request');
    await command(scene, '/docs Add a jq example', {});
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([1, 1]);
    expect((await botComments(scene)).filter(({ prose }) => prose.includes('⚠️') || prose.includes('🔒'))).toHaveLength(
      1,
    );
  });

  test('that was copied to another thread is ignored there', async (scene) => {
    await answer(scene, labelBy(scene, 'trudy'), {});
    const [own] = await botComments(scene);
    const { number } = await alice(scene).openIssue('Another one', 'Explain `--csv`.');
    await createPerson(scene.github, 'mallory').comment(number, own?.body ?? '');
    const labeled = as(labelBy(scene, 'trudy'), { issue: { ...Object(scene.event.payload.issue), number } });
    await answer(scene, labeled, { run: { id: 2 } });
    const there = await alice(scene).readComments(number);
    expect(there.filter(({ body }) => body.startsWith('**🔒 Not started**'))).toHaveLength(2);
  });
});
