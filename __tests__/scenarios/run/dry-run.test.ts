import { describe, expect } from '@jest/globals';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import {
  asks,
  by,
  mergePull,
  openForkPull,
  openPull,
  promptOf,
  pushFile,
  type Way,
} from '../../support/events.ts';
import { expectNothingDone } from '../../support/expectations.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

const WAYS: readonly Way[] = [
  ...asks('a labeled issue', 'a command on an issue', 'an opened pull request'),
  { what: 'a push', make: (scene) => pushFile(scene, 'list') },
  { what: 'a merge', make: async (scene) => (await mergePull(scene)).event },
];
const ORIGINS: Readonly<Record<string, RegExp>> = {
  'a labeled issue':
    /^Request: label `docs` on \S+ by alice \(permission checked: at least `write`\)$/m,
  'a command on an issue':
    /^Request: comment on \S+ by alice \(permission checked: at least `write`\)$/m,
  'an opened pull request':
    /^Request: opened \S+ by alice \(permission checked: at least `write`\)$/m,
  'a push': /^Request: push to `main` by alice$/m,
  'a merge': /^Request: merged \S+ by alice$/m,
};

function expectDryRun(scene: Scene, result: StepResult): void {
  expect(result.outputs).toMatchObject({
    verdict: 'skipped',
    jobId: '',
    prLink: '',
    commentUrl: '',
  });
  expect(result.annotations).toEqual([
    { level: 'notice', message: expect.stringMatching(/dry run/i) },
  ]);
  expectNothingDone(scene);
}

/** The prompt that the log shows, with its `<fence>` named as {@link promptOf} does. */
function promptShown({ log }: StepResult): string {
  const lines = log.split('\n');
  const after = lines.findIndex((line) => line.endsWith(' bytes of JSON, with the prompt:')) + 1;
  const end = lines.findIndex((line, at) => at > after && !line.startsWith('  '));
  const text = lines.slice(after, end).map((line) => line.slice(2));
  return text.join('\n').replaceAll('<fence>', 'FENCE');
}

describe('a dry run', () => {
  test.each([...WAYS])(
    'of $what shows the prompt that a real run sends',
    async (scene, { what, make }) => {
      const event = await make(scene);
      const inputs = { context: 'patches', prompt: 'Keep the pages true.\n\n  And short.' };
      const dry = await scene.run({
        event,
        inputs: { ...inputs, 'dry-run': 'true', 'api-key': '' },
      });
      expectDryRun(scene, dry);
      expect(dry.log).toMatch(ORIGINS[what] ?? /no origin/);
      expect(dry.log).toContain(
        `Authorization: ${/push|merge/.test(what) ? 'not needed' : 'passed'}`,
      );
      const { service } = scene;
      const address = `${service.url}/v2/agent/${service.projectId}/job`;
      expect(dry.log).toContain(`\nA real run would send: POST ${address}, `);

      const real = await scene.run({ event, inputs });
      expect(real.outputs.verdict).toBe('pull-request');
      expect(promptOf(scene)).toContain('Keep the pages true.\n\n  And short.');
      expect(promptShown(dry)).toBe(promptOf(scene));
      const [create] = service.requests;
      expect(`${create?.method} ${create?.path}`).toBe(`POST ${new URL(address).pathname}`);
      expect(dry.log).toContain(
        `, ${Buffer.byteLength(String(create?.body)).toLocaleString('en')} bytes of JSON`,
      );
      expect(dry.summary).toContain('Keep the pages true.');
    },
  );

  test('with a key neither uses nor shows it', async (scene) => {
    const result = await scene.run({ inputs: { 'dry-run': 'true' } });
    expectDryRun(scene, result);
    const unmasked = result.rawLog.replaceAll(/^(::add-mask::.*|Authorization: passed)$/gm, '');
    for (const place of [unmasked, result.summary, JSON.stringify(result.outputs)]) {
      expect(place).not.toContain(scene.service.key);
      expect(place).not.toContain(scene.github.tokens.action);
      expect(place).not.toMatch(/Bearer|authorization/i);
    }
    expect(await scene.comments()).toEqual([]);
  });

  test('of a requester without permission is denied, as a real run', async (scene) => {
    const event = by(scene.event, 'mallory');
    const dry = await scene.run({ event, inputs: { 'dry-run': 'true', 'api-key': '' } });
    expect(dry.outputs.verdict).toBe('denied');
    expect(dry.log).toContain('denied: `mallory` does not have the permission `write`');
    expectNothingDone(scene);
  });

  test('of text with workflow commands shows them, and the runner does not execute them', async () => {
    const body =
      '::error::Oh no\n  ::set-env name=PATH::/tmp\n##[add-path]/tmp\n::stop-commands::x\n\r::warning::W';
    await using scene = await createScene({ issue: { title: '::error title=T::Oh', body } });
    const result = await scene.run({
      inputs: { 'dry-run': 'true', prompt: '::warning::Mine\r::error::Mine' },
    });
    expectDryRun(scene, result);
    expect([...new Set(result.commands.map(({ name }) => name))]).toEqual(['add-mask', 'notice']);
    expect(result.log).toMatch(/error:.?:Oh no/);
  });

  test('of a pull request without a selected file is skipped, as a real run', async (scene) => {
    const { event } = await openPull(scene);
    const result = await scene.run({ event, inputs: { 'dry-run': 'true', paths: 'lib/**' } });
    expect(result.outputs.verdict).toBe('skipped');
    expect(result.log).toContain('skipped: the only changed file (`');
    expectNothingDone(scene);
  });

  test('of a pull request from a fork works without secrets', async (scene) => {
    const event = await openForkPull(scene);
    const inputs = { 'dry-run': 'true', 'api-key': '', context: 'none', prompt: 'Explain it.' };
    const result = await scene.run({ event, inputs });
    expect(result.outputs.verdict).toBe('denied');
    expectNothingDone(scene);
  });
});
