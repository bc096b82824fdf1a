import { expect } from '@jest/globals';
import { concurrentTests } from '../support/concurrent-tests.ts';
import { type BundleScene, createBundleScene, dispatch } from '../support/scene.ts';
import { LINK, plant } from '../support/sweep.ts';

const together = concurrentTests();

type Inputs = Readonly<Record<string, string>>;

/** By another link, the end of a follow-up differs from the end before it. */
const NEW_LINK = `${LINK}3`;

interface Operation {
  readonly operation: string;
  readonly does: string;
  readonly inputs: (scene: BundleScene) => Promise<Inputs>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly says: string;
  /** What the service was asked, in order. */
  readonly asked: readonly string[];
}

/** A job that has ended, and that an earlier run left open in the thread. */
const endedJob = async (scene: BundleScene): Promise<Inputs> => ({ 'job-id': (await plant(scene)).jobId });

together.each<Operation>([
  {
    operation: 'run',
    does: 'creates a job and reports its pull request',
    inputs: async () => ({ prompt: 'Explain the flag.' }),
    outputs: { verdict: 'pull-request', status: 'completed', prLink: LINK },
    says: '✅ pull-request: http',
    asked: ['create'],
  },
  {
    operation: 'follow-up',
    does: 'sends the prompt to the job that `job-id` names',
    async inputs(scene) {
      const job = await endedJob(scene);
      scene.service.script({ link: NEW_LINK });
      return { ...job, prompt: 'Add an example.' };
    },
    outputs: { verdict: 'pull-request', status: 'completed', prLink: NEW_LINK },
    says: '✅ pull-request: http',
    asked: ['create', 'get', 'follow-up'],
  },
  {
    operation: 'attach',
    does: 'waits for the job that `job-id` names',
    inputs: endedJob,
    outputs: { verdict: 'pull-request', status: 'completed', prLink: LINK },
    says: '✅ pull-request: http',
    asked: ['create', 'get'],
  },
  {
    operation: 'sweep',
    does: 'reports a job that no run waits for',
    async inputs(scene) {
      await plant(scene);
      return {};
    },
    outputs: { verdict: 'swept', swept: expect.stringContaining('"verdict":"pull-request"') },
    says: '0 open, 1 ended',
    asked: ['create', 'get'],
  },
  {
    operation: 'visitors',
    does: 'ranks the pages by their visitors',
    inputs: async () => ({ notify: '', top: '3' }),
    outputs: { verdict: 'exported', pages: expect.stringMatching(/^\[(\{"path":[^}]+\},?){3}\]$/) },
    says: 'Visitor analytics',
    asked: ['visitors'],
  },
  {
    operation: 'gaps',
    does: 'ranks pages and topics, and creates an issue',
    inputs: async () => ({ notify: '', 'create-issue': 'true' }),
    outputs: { verdict: 'reported', gaps: expect.stringMatching(/"path":.*"issue":\{"number":2/) },
    says: 'Documentation gaps',
    asked: ['feedback', 'assistant', 'searches', 'visitors'],
  },
])('the operation `$operation` $does', async ({ operation, inputs, outputs, says, asked }) => {
  await using scene = await createBundleScene({ job: { link: LINK } });
  const given = await inputs(scene);
  const result = await scene.run({ event: dispatch(), inputs: { operation, timeout: '1m', ...given } });
  expect(result).toMatchObject({ exitCode: 0, signal: null, annotations: [], outputs });
  expect(result.log).toContain(says);
  expect([...new Set(scene.service.requests.map((request) => request.operation))]).toEqual(asked);
});
