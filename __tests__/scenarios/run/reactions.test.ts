import { describe, expect } from '@jest/globals';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import { answer, say } from '../../support/conversation.ts';
import { ASKS, alice } from '../../support/events.ts';
import { createScene, type Scene, warnings } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

const NO_REACTION = { method: 'POST', path: /\/reactions$/ };

/** The reactions that the action sent, in order. */
const asked = ({ github }: Scene): string[] =>
  github.requests
    .filter(({ method, path }) => method === NO_REACTION.method && NO_REACTION.path.test(path))
    .map(({ body }) => String(Object(JSON.parse(body)).content));

/** The reactions that people see on the request. */
async function shownOn(scene: Scene, { name, payload }: GitHubEvent): Promise<string[]> {
  const id = Number(Object(payload.comment).id);
  const number = Number(Object(payload.issue ?? payload.pull_request).number);
  const place =
    name === 'issue_comment'
      ? { comment: id }
      : name === 'pull_request_review_comment'
        ? { reviewComment: id }
        : { issue: number };
  const reactions = await alice(scene).readReactions(place);
  expect(reactions.every(({ author }) => author === 'github-actions[bot]')).toBe(true);
  return reactions.map(({ content }) => content);
}

describe('a request gets a reaction when the run starts, and another at the end:', () => {
  const PLACES = ['a labeled pull request', 'a command on a pull request', 'a command at a line of code'];
  test.each(ASKS.filter(({ what }) => PLACES.includes(what)))('$what', async ({ make }) => {
    await using scene = await createScene();
    const event = await make(scene);
    const result = await answer(scene, event);
    expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'pull-request' } });
    expect(await shownOn(scene, event)).toEqual(['eyes', 'rocket']);
    expect(asked(scene)).toEqual(['eyes', 'rocket']);
  });

  test('a follow-up, on its own command only', async (scene) => {
    await answer(scene, scene.event);
    scene.service.script({ seconds: 1 });
    const event = await say(scene, '/docs Add a jq example');
    await answer(scene, event);
    expect(await shownOn(scene, event)).toEqual(['eyes', 'rocket']);
    expect(asked(scene)).toEqual(['eyes', 'rocket', 'eyes', 'rocket']);
  });
});

test('a failed job gets another reaction than one with a pull request', { job: { end: 'failed' } }, async (scene) => {
  expect((await answer(scene, scene.event)).outputs.verdict).toBe('failed');
  expect(await shownOn(scene, scene.event)).toEqual(['eyes', '-1']);
});

describe('a reaction', () => {
  test('that is forbidden is one warning that names the permission, and is not tried again', async (scene) => {
    scene.github.faults.add({ kind: 'answer', status: 403, times: Infinity, ...NO_REACTION });
    const result = await answer(scene, scene.event);
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(warnings(result)).toEqual([
      expect.stringMatching(/reaction could not be added.*\(403\).*`permissions: \{ .*issues: write, .*\}`/),
    ]);
    expect(asked(scene)).toEqual(['eyes']);
  });

  test('that GitHub does not answer keeps no job from being created and reported', async (scene) => {
    scene.github.faults.add({ kind: 'hang', times: Infinity, ...NO_REACTION });
    const result = await answer(scene, scene.event, { inputs: { timeout: '20s' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(result.outputs.commentUrl).not.toBe('');
  });
});
