import { describe, expect } from '@jest/globals';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import { botComments } from '../../support/conversation.ts';
import { asks, by, written } from '../../support/events.ts';
import { onGitHub } from '../../support/faults.ts';
import type { Scene } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';

const INVALID = { timeout: 'soon' };
const ALL = asks(
  'a labeled issue',
  'a labeled pull request',
  'a command on an issue',
  'a command on a pull request',
  'a review with a command',
  'a command at a line of code',
);

const comments = (scene: Scene) => written(scene).filter((line) => line.startsWith('POST'));
const numberOf = ({ payload }: GitHubEvent): number =>
  Object(payload.issue ?? payload.pull_request).number;

describe('a workflow with an invalid input', () => {
  test.each(ALL)(
    'answers $what with one comment that names the run, and not the input',
    async (scene, { make }) => {
      const event = await make(scene);
      scene.github.requests.length = 0;
      const { outputs } = await scene.run({ event, inputs: INVALID });
      const [comment] = exactly(1, await botComments(scene, numberOf(event)));
      expect(outputs.verdict).toBe('error');
      expect(comment?.prose).toMatch(
        /^\*\*⛔ The workflow has an invalid input\*\* · no job was created\n\nA maintainer can see which one in the \[run\]\(\S+\)\.$/,
      );
      expect(comments(scene)).toHaveLength(1);
    },
  );

  test.each([
    { what: 'an unknown one', inputs: { max_open_pulls: '5' } },
    { what: 'an empty key', inputs: { 'api-key': '' } },
    { what: 'one that contradicts another', inputs: { prompt: 'Do it.', 'prompt-file': 'a.md' } },
    { what: 'a file that does not exist', inputs: { 'prompt-file': 'nowhere.md' } },
    {
      what: '`reuse` without a thread that lasts',
      inputs: { 'pull-request': 'reuse', 'job-id': 'j_1' },
    },
  ])('of the kind “$what” says so', async (scene, { inputs }) => {
    const { outputs } = await scene.run({ inputs });
    expect(outputs.verdict).toBe('error');
    expect(exactly(1, await scene.comments())[0]?.body).toContain('invalid input');
  });

  test.each<{
    who: string;
    change: (event: GitHubEvent) => GitHubEvent;
    inputs?: Record<string, string>;
  }>([
    { who: 'a stranger', change: (event) => by(event, 'mallory') },
    { who: 'the agent', change: (event) => by(event, 'mintlify[bot]', 'Bot') },
    {
      who: 'anybody, with `comment: false`',
      change: (event) => event,
      inputs: { comment: 'false' },
    },
    { who: 'anybody, in a dry run', change: (event) => event, inputs: { 'dry-run': 'true' } },
    {
      who: 'anybody, if it is the label that is invalid',
      change: (event) => event,
      inputs: { 'trigger-label': 'a,b' },
    },
    {
      who: 'anybody, if `minimum-permission` is invalid',
      change: (event) => event,
      inputs: { 'minimum-permission': 'owner' },
    },
    {
      who: 'another label',
      change: ({ name, payload }) => ({ name, payload: { ...payload, label: { name: 'bug' } } }),
    },
    {
      who: 'a push',
      change: ({ payload: { repository } }) => ({ name: 'push', payload: { repository } }),
    },
  ])('writes nothing for $who', async (scene, { change, inputs }) => {
    const { outputs } = await scene.run({
      event: change(scene.event),
      inputs: { ...INVALID, ...inputs },
    });
    expect(outputs.verdict).toBe('error');
    expect(written(scene)).toEqual([]);
  });

  test('says in the log why the requester could not be told', async (scene) => {
    onGitHub(scene, 'POST /comments$', 403);
    const { log, annotations } = await scene.run({ inputs: INVALID });
    expect(log).toContain('The requester could not be told: ');
    expect(annotations).toHaveLength(1);
  });
});
