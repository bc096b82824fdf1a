import { expect } from '@jest/globals';
import { concurrentTests } from '../support/concurrent-tests.ts';
import { createBundleScene, dispatch } from '../support/scene.ts';
import { LINK, plant } from '../support/sweep.ts';

const together = concurrentTests();

type Inputs = Readonly<Record<string, string>>;

/** By another link, the end of a follow-up differs from the end before it. */
const NEW_LINK = `${LINK}3`;

interface Operation {
  readonly operation: string;
  readonly does: string;
  readonly inputs: Inputs;
  /** The inputs name a job that has ended, and that an earlier run left open in the thread. */
  readonly hasJob?: true;
  /** Default: those of a run that ends with a pull request. */
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly says: string;
  /** What the service was asked, in order. */
  readonly asked: readonly string[];
}

together.each<Operation>([
  {
    operation: 'run',
    does: 'creates a job and reports its pull request',
    inputs: { prompt: 'Explain the flag.' },
    says: '✅ pull-request: http',
    asked: ['create'],
  },
  {
    operation: 'follow-up',
    does: 'sends the prompt to the job that `job-id` names',
    inputs: { prompt: 'Add an example.' },
    hasJob: true,
    says: '✅ pull-request: http',
    asked: ['create', 'get', 'follow-up'],
  },
  {
    operation: 'attach',
    does: 'waits for the job that `job-id` names',
    inputs: {},
    hasJob: true,
    says: '✅ pull-request: http',
    asked: ['create', 'get'],
  },
  {
    operation: 'sweep',
    does: 'reports a job that no run waits for',
    inputs: {},
    hasJob: true,
    outputs: { verdict: 'swept', swept: expect.stringContaining('"verdict":"pull-request"') },
    says: '0 open, 1 ended',
    asked: ['create', 'get'],
  },
  {
    operation: 'visitors',
    does: 'ranks the pages by their visitors',
    inputs: { notify: '', top: '3' },
    outputs: { verdict: 'exported', pages: expect.stringMatching(/^\[(\{"path":[^}]+\},?){3}\]$/) },
    says: 'Visitor analytics',
    asked: ['visitors'],
  },
])(
  'the operation `$operation` $does',
  async ({ operation, inputs, hasJob, outputs, says, asked }) => {
    await using scene = await createBundleScene({ job: { link: LINK } });
    const { jobId = '' } = hasJob ? await plant(scene) : {};
    const prLink = operation === 'follow-up' ? NEW_LINK : LINK;
    scene.service.script({ link: prLink });
    const given = {
      operation,
      timeout: '1m',
      ...inputs,
      ...(operation !== 'sweep' && hasJob && { 'job-id': jobId }),
    };
    const result = await scene.run({ event: dispatch(), inputs: given });
    const expected = outputs ?? { verdict: 'pull-request', status: 'completed', prLink };
    expect(result).toMatchObject({ exitCode: 0, signal: null, annotations: [], outputs: expected });
    expect(result.log).toContain(says);
    expect([...new Set(scene.service.requests.map((request) => request.operation))]).toEqual(asked);
  },
);
