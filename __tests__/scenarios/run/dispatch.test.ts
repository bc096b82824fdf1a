import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createScene, dispatch, type Scene } from '../../support/scene.ts';

const promptOf = ({ service }: Scene) => service.jobs[0]?.turns[0]?.prompt;

describe('a workflow that says itself what it wants', () => {
  test('by prompt: the prompt is all that the service gets, and nobody is told in a thread', async () => {
    await using scene = await createScene({ job: { seconds: 1 } });
    const result = await scene.run({ event: dispatch(), inputs: { prompt: '  Bring docs/cli.md up to date.\n' } });
    const { prLink = '' } = result.outputs;
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
    expect(promptOf(scene)).toBe('Bring docs/cli.md up to date.');
    expect(scene.sent('create')).toBe(1);
    expect(scene.commentWrites()).toEqual([]);
    expect((await fetch(prLink)).status).toBe(200);
    expect(result.summary).toContain(prLink);
    expect(result.outputs.summary).toContain('> Bring docs/cli.md up to date.');
  });

  test('with an issue number: it is told there', async () => {
    await using scene = await createScene({ job: { seconds: 1 } });
    const inputs = { prompt: 'Bring docs/cli.md up to date.', 'issue-number': String(scene.issue.number) };
    const result = await scene.run({ event: dispatch(), inputs });
    const [comment, ...others] = await scene.comments();
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: comment?.url } });
    expect(comment?.body).toContain(result.outputs.prLink);
    expect(comment?.body).toContain('> Bring docs/cli.md up to date.');
    expect(others).toEqual([]);
    expect(scene.commentWrites().map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH']);
  });

  test('in silence: comment false', async () => {
    await using scene = await createScene();
    const result = await scene.run({ inputs: { comment: 'false' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
    expect(scene.commentWrites()).toEqual([]);
  });

  test.each(['workflow_dispatch', 'repository_dispatch', 'schedule'])(
    '%s without a prompt: an error that says what to set, and nothing is spent',
    async (name) => {
      await using scene = await createScene();
      const result = await scene.run({ event: { ...dispatch(), name } });
      expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '' } });
      expect(result.annotations).toEqual([
        { level: 'error', message: expect.stringContaining('Set `prompt` to what the agent shall do.') },
      ]);
      expect(scene.service.requests).toEqual([]);
      expect(scene.commentWrites()).toEqual([]);
    },
  );
});

describe('a prompt from a file', () => {
  let workspace: string;
  beforeAll(() => {
    workspace = mkdtempSync(join(tmpdir(), 'workspace-'));
    writeFileSync(join(workspace, 'ask.md'), '# Weekly\n\nSay “völlig” right: 日本語.\n');
    writeFileSync(join(workspace, 'long.md'), `${'Line of a long file.\n'.repeat(10_000)}`);
    writeFileSync(join(workspace, 'longer.md'), 'x'.repeat(300 * 1024));
    writeFileSync(join(workspace, 'blank.md'), ' \n\t\n');
    writeFileSync(join(workspace, 'latin1.md'), Buffer.from([0x76, 0xf6, 0x6c]));
    symlinkSync('/etc/hostname', join(workspace, 'link.md'));
  });
  afterAll(() => rmSync(workspace, { recursive: true }));

  test('its content is what the service gets', async () => {
    await using scene = await createScene();
    const result = await scene.run({ event: dispatch(), workspace, inputs: { 'prompt-file': 'ask.md' } });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(promptOf(scene)).toBe('# Weekly\n\nSay “völlig” right: 日本語.');
  });

  test('longer than an input can be', async () => {
    await using scene = await createScene();
    const result = await scene.run({ event: dispatch(), workspace, inputs: { 'prompt-file': 'long.md' } });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(promptOf(scene)).toBe('Line of a long file.\n'.repeat(10_000).trim());
  });

  test('of the maintainer, for a labelled issue: it stands before the words of others', async () => {
    await using scene = await createScene();
    await scene.run({ workspace, inputs: { 'prompt-file': './ask.md' } });
    expect(promptOf(scene)).toMatch(/^# Weekly\n\nSay “völlig” right: 日本語\.\n\nalice marked the issue below/);
    expect(promptOf(scene)).toContain('Title: Explain the new `--json` flag');
  });

  test.each([
    { file: 'none.md', says: 'cannot be read' },
    { file: '.', says: 'cannot be read' },
    { file: '../ask.md', says: 'cannot be read' },
    { file: '/etc/hostname', says: 'outside the workspace' },
    { file: 'link.md', says: 'outside the workspace' },
    { file: 'blank.md', says: 'nothing but white space' },
    { file: 'latin1.md', says: 'not UTF-8' },
    { file: 'longer.md', says: 'has 307200 bytes; at most 262144' },
  ])('$file: $says', async ({ file, says }) => {
    await using scene = await createScene();
    const result = await scene.run({ event: dispatch(), workspace, inputs: { 'prompt-file': file } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.annotations[0]?.message).toContain('`prompt-file`');
    expect(result.annotations[0]?.message).toContain(says);
    expect(scene.service.requests).toEqual([]);
  });
});
