import { describe, expect, test } from '@jest/globals';
import { onlyComment } from '../../support/conversation.ts';
import { createScene, type Scene, warnings } from '../../support/scene.ts';
import { exactly } from '../../support/scene-test.ts';

const EDIT = { method: 'PATCH', path: /^\/repos\/.*\/issues\/comments\/\d+$/ };
/** The issue, and single comments. */
const READ = { method: 'GET', path: /^\/repos\/.*\/issues\/(?:1\/|comments\/)/ };

const redirect = (status: number, location: string) =>
  ({
    kind: 'answer',
    status,
    headers: { location },
    body: '{"message":"Moved Permanently"}',
    times: Infinity,
  }) as const;

/** The edits that reached GitHub, under any address. */
const editsIn = ({ github }: Scene) => github.requests.filter(({ method }) => method === 'PATCH');

/** A run that waits for its job, with the job in its status comment. */
async function startUntilPolling(scene: Scene) {
  const step = scene.start({ inputs: { timeout: '5m' } });
  await scene.until('the run polls', () => scene.sent('get') > 2);
  expect((await onlyComment(scene))?.body).toContain('Working on it');
  return step;
}

describe('an issue that is transferred to another repository while the job runs', () => {
  const statuses = [301, 307, 308].map((status) => ({ status }));

  test.each(statuses)('gets no edit there ($status): one warning, and the verdict of the job', async ({ status }) => {
    await using scene = await createScene({ job: { seconds: 60 } });
    const step = await startUntilPolling(scene);
    const elsewhere = `${scene.github.url}/repositories/4712/issues`;
    scene.github.faults.add({ ...EDIT, ...redirect(status, `${elsewhere}/comments/99`) });
    scene.github.faults.add({ ...READ, ...redirect(status, `${elsewhere}/7/comments`) });
    const result = await step.result;
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', status: 'completed' } });
    expect(result.outputs.prLink).toMatch(/\/pull\/\d+$/);
    expect(result.log).toContain(`✅ pull-request: ${result.outputs.prLink} `);
    expect(result.summary).toContain('Pull request ready');
    expect(warnings(result)).toEqual([expect.stringMatching(/could not be written.* redirect .*not followed/)]);
    expect(scene.github.requests.filter(({ path }) => path.startsWith('/repositories/'))).toEqual([]);
  });
});

describe('a repository that is renamed while the job runs', () => {
  // 302 and 303 would turn the edit into a GET in other clients.
  const statuses = [301, 302, 307, 308].map((status) => ({ status }));

  test.each(statuses)('gets the last edit at its number ($status), with the same body', async ({ status }) => {
    await using scene = await createScene({ job: { seconds: 60 } });
    const step = await startUntilPolling(scene);
    const { id } = Object(scene.event.payload.repository);
    const before = editsIn(scene).length;
    scene.github.faults.add({
      ...EDIT,
      ...redirect(status, `${scene.github.url}/repositories/${id}/issues/comments/1`),
    });
    const result = await step.result;
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(warnings(result)).toEqual([]);
    const [first, second] = exactly(2, editsIn(scene).slice(before));
    expect([first?.path, second?.path]).toEqual([
      '/repos/acme/docs/issues/comments/1',
      `/repositories/${id}/issues/comments/1`,
    ]);
    expect(second?.body).toBe(first?.body);
    expect((await onlyComment(scene))?.body).toContain('Pull request ready');
  });
});
