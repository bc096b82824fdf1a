import { setTimeout } from 'node:timers/promises';
import { createPerson } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import type { Service } from '../../sandbox/service/service.ts';
import type { World } from '../../sandbox/world.ts';

/**
 * Seconds that a job is active: longer than the shortest pause between polls, so that the action
 * reads an active job.
 */
export const JOB_SECONDS = 3;
/**
 * Accepted requests per operation: enough for the operations of the action, and used up quickly by
 * the refused ones.
 */
const LIMIT = 20;
/** Another project, whose requests count apart. */
const OTHER = { id: 'other-docs', key: 'docs_other_project' };

export const SERVICE_OPTIONS = {
  quota: { create: LIMIT, followUp: LIMIT, get: LIMIT, visitors: LIMIT },
  visitors: { pages: 600 }, // more than fit into one answer
  moreKeys: { [OTHER.key]: OTHER.id },
};

const DISPATCH: GitHubEvent = { name: 'workflow_dispatch', payload: { inputs: {} } };
const SCHEDULE: GitHubEvent = { name: 'schedule', payload: { schedule: '*/10 * * * *' } };

/** Runs the operations of the action that send requests to the service, one after the other. */
export async function* playOperations(world: World) {
  let id = 7;
  async function play(
    expected: string,
    event: GitHubEvent,
    inputs: Readonly<Record<string, string>> = {},
  ) {
    const { outputs, log } = await world.run({
      event,
      inputs: { timeout: '1m', ...inputs },
      run: { id: id++ },
    }).result;
    return {
      operation: inputs.operation ?? 'run',
      expected,
      verdict: outputs.verdict,
      log,
      jobId: outputs.jobId,
    };
  }

  const run = await play(
    'pull-request',
    await labelIssue(world, 'Explain the new `--json` flag', 1),
  );
  yield run;
  const ofJob = { 'job-id': run.jobId ?? '', 'issue-number': '1' };
  yield await play('pull-request', DISPATCH, {
    ...ofJob,
    operation: 'follow-up',
    prompt: 'Shorter, please.',
  });
  yield await play('pull-request', DISPATCH, { ...ofJob, operation: 'attach' });
  yield await play('started', await labelIssue(world, 'Explain `--quiet`', 2), { wait: 'false' });
  await setTimeout(JOB_SECONDS * 1000);
  yield await play('swept', SCHEDULE, { operation: 'sweep' });
  yield await play('exported', SCHEDULE, { operation: 'visitors', window: '30d' });
}

/** @param nth how many issues have the label then. @returns the event. */
async function labelIssue({ github }: World, title: string, nth: number): Promise<GitHubEvent> {
  const alice = createPerson(github, 'alice');
  const { number } = await alice.openIssue(title, 'An example helps.');
  await alice.addLabel(number, 'docs');
  return github.events.waitFor('issues', 'labeled', nth);
}

/** The operations of the interface, with `PROJECT` in their paths. */
const CREATE = '/v2/agent/PROJECT/job';
const GET = `${CREATE}/unknown`;
const FOLLOW_UP = `${GET}/message`;
const VISITORS = '/v1/analytics/PROJECT/visitors';
const PROMPT = '{"prompt":"Explain it."}';

/**
 * Gets each error answer of the sandbox service once. The action's operations lead to few of them.
 */
export async function requestRefusals({ url, key, projectId }: Service): Promise<void> {
  async function send(
    path: string,
    { project = projectId, sentKey = key, type = 'application/json', body = '' },
  ) {
    const isPost = path === CREATE || path.endsWith('/message');
    const headers = { authorization: `Bearer ${sentKey}`, ...(isPost && { 'content-type': type }) };
    const init = { headers, ...(isPost && { method: 'POST', body: body || PROMPT }) };
    return Object(await (await fetch(url + path.replace('PROJECT', project), init)).json());
  }

  for (const path of [CREATE, FOLLOW_UP]) {
    await send(path, { body: '{"prompt":""}' });
    await send(path, { type: 'text/plain' });
    await send(path, { body: JSON.stringify({ prompt: 'x'.repeat(1024 * 1024) }) });
  }
  await send(`${VISITORS}?limit=0`, {});
  for (const path of [CREATE, FOLLOW_UP, GET, VISITORS]) {
    await send(path, { sentKey: 'docs_unknown' });
    await send(path, { sentKey: OTHER.key });
    await send(path, { project: 'unknown' });
  }

  const ofOther = { project: OTHER.id, sentKey: OTHER.key };
  const { id } = await send(CREATE, ofOther);
  const limited = [CREATE, `${CREATE}/${id}/message`, `${CREATE}/${id}`, VISITORS];
  for (const path of limited) for (let sent = 0; sent <= LIMIT; sent++) await send(path, ofOther);
}
