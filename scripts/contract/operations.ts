import { setTimeout } from 'node:timers/promises';
import { createPerson } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import type { World } from '../../sandbox/world.ts';

/** How a step of the action ended. */
export interface PlayedStep {
  /** The input `operation`. */
  readonly operation: string;
  readonly expected: string;
  readonly verdict: string;
  readonly log: string;
}

/** Seconds that a job is active: longer than the shortest pause between polls, so that the action reads an active job. */
export const JOB_SECONDS = 3;

const DISPATCH: GitHubEvent = { name: 'workflow_dispatch', payload: { inputs: {} } };
const SCHEDULE: GitHubEvent = { name: 'schedule', payload: { schedule: '*/10 * * * *' } };

/** Runs the five operations of the action, one after the other, with the service at `baseUrl`. */
export async function* playOperations(world: World, baseUrl: string): AsyncGenerator<PlayedStep, void> {
  let runId = 7;
  async function play(expected: string, event: GitHubEvent, inputs: Readonly<Record<string, string>> = {}) {
    const { outputs, log } = await world.run({
      event,
      inputs: { 'base-url': baseUrl, timeout: '1m', ...inputs },
      run: { id: runId++ },
    }).result;
    const step = { operation: inputs.operation ?? 'run', expected, verdict: outputs.verdict ?? '', log };
    return { step, jobId: outputs.jobId ?? '' };
  }

  const { step, jobId } = await play('pull-request', await labelIssue(world, 'Explain the new `--json` flag', 1));
  yield step;
  const ofJob = { 'job-id': jobId, comment: 'false' };
  yield (await play('pull-request', DISPATCH, { ...ofJob, operation: 'follow-up', prompt: 'Shorter, please.' })).step;
  yield (await play('pull-request', DISPATCH, { ...ofJob, operation: 'attach' })).step;

  yield (await play('started', await labelIssue(world, 'Explain `--quiet`', 2), { wait: 'false' })).step;
  await setTimeout(JOB_SECONDS * 1000);
  yield (await play('swept', SCHEDULE, { operation: 'sweep' })).step;
  yield (await play('exported', SCHEDULE, { operation: 'visitors', window: '30d' })).step;
}

/** @param nth how many issues have the label then. @returns the event. */
async function labelIssue({ github }: World, title: string, nth: number): Promise<GitHubEvent> {
  const alice = createPerson(github, 'alice');
  const { number } = await alice.openIssue(title, 'An example helps.');
  await alice.addLabel(number, 'docs');
  return github.events.waitFor('issues', 'labeled', nth);
}
