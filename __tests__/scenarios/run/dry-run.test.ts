import { describe, expect } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import {
  asks,
  mergePull,
  openForkPull,
  openPull,
  promptOf,
  pushFile,
  type Way,
} from '../../support/events.ts';
import { expectNothingDone } from '../../support/expectations.ts';
import { onGitHub, onService, respond } from '../../support/faults.ts';
import { createScene, dispatch, type Scene, warnings } from '../../support/scene.ts';
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
  expectNothingCreated(scene);
}

/** No job, no comment and no reaction; the checks of the set-up leave no trace. */
function expectNothingCreated({ service, github }: Scene): void {
  expect(service.requests.filter(({ operation }) => operation !== 'visitors')).toEqual([]);
  const writes = github.requests.filter(({ method }) => method !== 'GET');
  expect(writes.filter(({ status = 0 }) => status < 300)).toEqual([]);
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
    expect(result.log).toContain('Key: accepted for `project-id`');
    expectNothingCreated(scene);
  });

  test('of a pull request from a fork works without secrets', async (scene) => {
    const event = await openForkPull(scene);
    const inputs = { 'dry-run': 'true', 'api-key': '', context: 'none', prompt: 'Explain it.' };
    const result = await scene.run({ event, inputs });
    expect(result.outputs.verdict).toBe('denied');
    expectNothingDone(scene);
  });
});

const DRY = { inputs: { 'dry-run': 'true' } };

describe('the check of the set-up by a dry run with a key', () => {
  test('proves the key by one row of the analytics, and says that the token may comment', async (scene) => {
    const result = await scene.run(DRY);
    expectDryRun(scene, result);
    expect(scene.service.requests.map(({ path }) => path)).toEqual([
      '/v1/analytics/acme-docs/visitors?limit=1&offset=0',
    ]);
    for (const place of [result.log, result.summary]) {
      expect(place).toContain('Key: accepted for `project-id`');
      expect(place).toContain('Token: may comment in');
    }
    expect(result.log).toContain(`Token: may comment in #${scene.issue.number}.`);
    expect(await scene.comments()).toEqual([]);
  });

  test('finds a wrong key, which fails the step', async (scene) => {
    const result = await scene.run({
      inputs: { ...DRY.inputs, 'api-key': 'docs_wrong-key-0123456789' },
    });
    expect(result).toMatchObject({
      exitCode: 1,
      outputs: { verdict: 'error', message: 'API key rejected (401)' },
    });
    expectNothingCreated(scene);
  });

  test.each([
    { answer: 503, says: 'Key: not checked. The service answered 503' },
    { answer: 429, says: 'Key: not checked. The quota of the analytics is used up (429).' },
  ])('says that the key was not checked after $answer', async (scene, { answer, says }) => {
    onService(scene, 'visitors', answer);
    const result = await scene.run(DRY);
    expect(result.outputs.verdict).toBe('skipped');
    expect(warnings(result)).toEqual([expect.stringContaining(says)]);
    expectNothingCreated(scene);
  });

  test.each<{ what: string; form: FaultForm | number; says: string }>([
    { what: 'answers 502', form: 502, says: 'Token: not checked. GitHub answered 502.' },
    {
      what: 'refuses for another reason',
      form: respond(422, '{"message":"Validation Failed","errors":["being migrated"]}'),
      says: 'Token: not checked. GitHub rejected the comment (422).',
    },
    {
      what: 'does not refuse',
      form: respond(201, '{"id":9,"html_url":"https://github.com/acme/docs/issues/1"}'),
      says: 'GitHub did not refuse the empty comment.',
    },
  ])('says what is known if GitHub $what', async (scene, { form, says }) => {
    onGitHub(scene, 'POST /comments$', form);
    const result = await scene.run(DRY);
    expect(result.outputs.verdict).toBe('skipped');
    expect(warnings(result)).toEqual([expect.stringContaining(says)]);
  });

  test('says that the account was not checked if GitHub does not show the comments', async (scene) => {
    onGitHub(scene, 'GET /issues/comments', 403);
    const result = await scene.run(DRY);
    expect(result.outputs.verdict).toBe('skipped');
    expect(result.log).toContain('Token: may comment in #1.');
    expect(warnings(result)).toEqual([
      expect.stringContaining('Agent: not checked. Reading the comments'),
    ]);
  });

  test.each([
    { status: 403, says: 'GitHub forbids it (403). Give the job `permissions:' },
    { status: 404, says: 'GitHub does not show this thread' },
  ])('says that the token may not comment after $status', async (scene, { status, says }) => {
    onGitHub(scene, 'POST /comments$', status);
    const result = await scene.run(DRY);
    expect(result.outputs.verdict).toBe('skipped');
    expect(warnings(result)).toEqual([
      expect.stringContaining(`Token: may not comment in #${scene.issue.number}. ${says}`),
    ]);
  });

  test.each([
    {
      logins: 'mintlify[bot]',
      says: 'Agent: opened #2 as `mintlify[bot]`, which `agent-login` names.',
    },
    {
      logins: 'other[bot]',
      says: 'Pull request #2 was opened by `mintlify[bot]`, which is not in `agent-login`',
    },
  ])(
    'says whose account the agent uses, with agent-login: $logins',
    async (scene, { logins, says }) => {
      const inputs = { 'agent-login': logins };
      await scene.run({ inputs });
      const result = await scene.run({ run: { id: 900 }, inputs: { ...inputs, ...DRY.inputs } });
      expect(result.outputs.verdict).toBe('skipped');
      expect(result.log).toContain(says);
    },
  );

  test('says that a run without a thread reports nowhere', async (scene) => {
    const result = await scene.run({
      event: dispatch(),
      inputs: { ...DRY.inputs, prompt: 'Check all links.' },
    });
    expect(result.log).toContain('Token: not checked, as this event has no issue');
  });

  test('names the globs that match no changed file', async (scene) => {
    const event = await pushFile(scene, 'list');
    const paths = 'src/**\nlib/**\n!src/generated/**';
    const result = await scene.run({
      event,
      inputs: { ...DRY.inputs, paths, 'paths-ignore': 'docs/**' },
    });
    const named = result.log.match(/^The glob .*$/gm);
    expect(named).toEqual(
      ['lib/**', '!src/generated/**', 'docs/**'].map(
        (glob) => `The glob \`${glob}\` matches none of 1 changed file.`,
      ),
    );
  });
});
