import { expect } from '@jest/globals';
import type { JobScript } from '../../sandbox/service/job-script.ts';
import type { ServiceFault as Fault } from '../../sandbox/service/service.ts';
import { concurrentTests } from '../support/concurrent-tests.ts';
import { say } from '../support/conversation.ts';
import { as } from '../support/events.ts';
import { type BundleScene, createBundleScene, dispatch } from '../support/scene.ts';
import { signal } from '../support/signal.ts';

const together = concurrentTests();

interface Ending {
  readonly verdict: string;
  readonly when: string;
  readonly job?: Partial<JobScript>;
  readonly fault?: Fault;
  readonly inputs?: Readonly<Record<string, string>>;
  /** Default: a workflow that was started by hand, which has no thread and so waits for none. */
  readonly event?: (scene: BundleScene) => BundleScene['event'] | Promise<BundleScene['event']>;
  readonly exitCode: 0 | 1;
  readonly status?: string;
  readonly says: string;
}

/** What an event without a thread needs. */
const PROMPT = { prompt: 'Explain the flag.' };
const labeled = ({ event }: BundleScene) => event;

together.each<Ending>([
  {
    verdict: 'pull-request',
    when: 'the job opens a pull request',
    event: labeled,
    exitCode: 0,
    status: 'completed',
    says: '✅ pull-request: http',
  },
  {
    verdict: 'no-changes',
    when: 'the job completes without one',
    job: { pullRequest: false },
    inputs: { ...PROMPT, timeout: '5s' },
    exitCode: 0,
    status: 'completed',
    says: '➖ no-changes: No pull request',
  },
  {
    verdict: 'failed',
    when: 'the job fails',
    job: { end: 'failed' },
    exitCode: 1,
    status: 'failed',
    says: '❌ failed: Job failed',
  },
  {
    verdict: 'archived',
    when: 'the job is archived',
    job: { end: 'archived', pullRequest: false },
    exitCode: 0,
    status: 'archived',
    says: 'archived: Job archived',
  },
  {
    verdict: 'timed-out',
    when: 'the timeout comes before the end of the job',
    job: { seconds: 60 },
    inputs: { ...PROMPT, timeout: '5s' },
    exitCode: 1,
    status: 'active',
    says: '⌛ timed-out: Timed out',
  },
  {
    verdict: 'started',
    when: '`wait` is `false`',
    job: { seconds: 60 },
    event: labeled,
    inputs: { wait: 'false' },
    exitCode: 0,
    status: 'active',
    says: '🚀 started: Job started',
  },
  {
    verdict: 'skipped',
    when: 'the event is no request',
    event: ({ event }) => as(event, { action: 'edited' }),
    exitCode: 0,
    says: '⏭️ skipped: ',
  },
  {
    verdict: 'denied',
    when: 'the requester does not have the required permission',
    event: (scene) => say(scene, '/docs explain the flag', { login: 'mallory' }),
    exitCode: 0,
    says: '🚫 denied: ',
  },
  {
    verdict: 'quota-exhausted',
    when: 'the service has no quota left within the timeout',
    fault: { operation: 'create', kind: 'answer', status: 429, headers: { 'retry-after': '3600' } },
    exitCode: 1,
    says: '🚦 quota-exhausted: Quota of the service used up',
  },
  {
    verdict: 'unconfirmed',
    when: 'the connection breaks after the request was sent',
    fault: { operation: 'create', kind: 'reset' },
    exitCode: 1,
    says: '❓ unconfirmed: the service may have accepted the request',
  },
  {
    verdict: 'exported',
    when: 'the visitors were exported',
    inputs: { operation: 'visitors', notify: '' },
    exitCode: 0,
    says: '📊 exported: Visitor analytics exported',
  },
  { verdict: 'swept', when: 'a sweep has ended', inputs: { operation: 'sweep' }, exitCode: 0, says: '🧹 swept: ' },
  {
    verdict: 'error',
    when: 'the service refuses the key',
    fault: { operation: 'create', kind: 'answer', status: 401 },
    exitCode: 1,
    says: 'the key in `api-key` is wrong, expired or revoked',
  },
])(
  'the verdict is `$verdict` and the exit code $exitCode when $when',
  async ({ verdict, job = {}, fault, inputs = PROMPT, event = dispatch, exitCode, status = '', says }) => {
    await using scene = await createBundleScene({ job, faults: fault ? [fault] : [] });
    const result = await scene.run({ event: await event(scene), inputs: { timeout: '1m', ...inputs } });
    expect(result).toMatchObject({ exitCode, signal: null, outputs: { verdict, status } });
    expect(result.log).toContain(says);
  },
);

together('the verdict is `cancelled` and the exit code 0 when the run is cancelled', async () => {
  await using scene = await createBundleScene({ job: { seconds: 60 } });
  const step = scene.start({ event: dispatch(), inputs: { ...PROMPT, timeout: '1m' } });
  await scene.until('the status was read', () => scene.sent('get') > 0);
  const { result } = await signal(step, 'SIGINT');
  expect(result).toMatchObject({ exitCode: 0, signal: null, outputs: { verdict: 'cancelled', status: 'active' } });
  expect(result.log).toContain('⏹️ cancelled: the job was still running at');
});
