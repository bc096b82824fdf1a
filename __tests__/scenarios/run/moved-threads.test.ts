import { expect } from '@jest/globals';
import { onlyComment } from '../../support/conversation.ts';
import { onGitHub, respond } from '../../support/faults.ts';
import { type Scene, startPolling, warnings } from '../../support/scene.ts';
import { exactly, testWith } from '../../support/scene-test.ts';

const test = testWith({ job: { seconds: 60 } });
const EDIT = 'PATCH ^/repos/.*/issues/comments/[0-9]+$';
/** The issue, and single comments. */
const READ = 'GET ^/repos/.*/issues/(?:1/|comments/)';

const redirect = (status: number, location: string) =>
  respond(status, '{"message":"Moved"}', { location });

/** The edits that reached GitHub, under any address. */
const editsIn = ({ github }: Scene) => github.requests.filter(({ method }) => method === 'PATCH');

test('an issue that is transferred gets no edit there: one warning', async (scene) => {
  const step = await startPolling(scene, { inputs: { timeout: '5m' } });
  const elsewhere = `${scene.github.url}/repositories/4712/issues`;
  onGitHub(scene, EDIT, redirect(307, `${elsewhere}/comments/99`));
  onGitHub(scene, READ, redirect(301, `${elsewhere}/7/comments`));
  const result = await step.result;
  expect(result.outputs).toMatchObject({ verdict: 'pull-request', status: 'completed' });
  expect(result.log).toContain(`✅ pull-request: ${result.outputs.prLink} `);
  expect(result.summary).toContain('Pull request ready');
  expect(warnings(result)).toEqual([
    expect.stringMatching(/could not be written.* redirect .*not followed/),
  ]);
  expect(scene.github.requests.filter(({ path }) => path.startsWith('/repositories/'))).toEqual([]);
});

// 302 and 303 would turn the edit into a GET in other clients.
test.each([301, 302, 307, 308])(
  'a repository that is renamed gets the last edit at its number (%i)',
  async (scene, status) => {
    const step = await startPolling(scene, { inputs: { timeout: '5m' } });
    const { id } = Object(scene.event.payload.repository);
    const before = editsIn(scene).length;
    onGitHub(
      scene,
      EDIT,
      redirect(status, `${scene.github.url}/repositories/${id}/issues/comments/1`),
    );
    const result = await step.result;
    expect(result.outputs.verdict).toBe('pull-request');
    expect(warnings(result)).toEqual([]);
    const [first, second] = exactly(2, editsIn(scene).slice(before));
    const places = ['/repos/acme/docs', `/repositories/${id}`].map(
      (place) => `${place}/issues/comments/1`,
    );
    expect([first?.path, second?.path]).toEqual(places);
    expect(second?.body).toBe(first?.body);
    expect((await onlyComment(scene))?.body).toContain('Pull request ready');
  },
);
