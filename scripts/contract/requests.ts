import { setTimeout } from 'node:timers/promises';
import { createPerson } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import type { Service } from '../../sandbox/service/service.ts';
import type { World } from '../../sandbox/world.ts';

/** Seconds that a job is active: longer than the shortest pause between polls, so that the action reads an active job. */
export const JOB_SECONDS = 3;
/** Accepted requests per operation: enough for the operations of the action, and used up quickly by the refused ones. */
const LIMIT = 20;
/** Another project, whose requests count apart. */
const OTHER = { id: 'other-docs', key: 'docs_other_project' };

export const SERVICE_OPTIONS = {
  quota: { create: LIMIT, followUp: LIMIT, get: LIMIT, visitors: LIMIT, analytics: LIMIT },
  visitors: { pages: 600 }, // more than fit into one answer
  otherProjects: { [OTHER.id]: OTHER.key },
};

const DISPATCH: GitHubEvent = { name: 'workflow_dispatch', payload: { inputs: {} } };
const SCHEDULE: GitHubEvent = { name: 'schedule', payload: { schedule: '*/10 * * * *' } };

/** Runs the operations of the action that send requests to the service, one after the other. */
export async function* playOperations(world: World) {
  let id = 7;
  async function play(expected: string, event: GitHubEvent, inputs: Readonly<Record<string, string>> = {}) {
    const { outputs, log } = await world.run({ event, inputs: { timeout: '1m', ...inputs }, run: { id: id++ } }).result;
    return { operation: inputs.operation ?? 'run', expected, verdict: outputs.verdict, log, jobId: outputs.jobId };
  }

  const run = await play('pull-request', await labelIssue(world, 'Explain the new `--json` flag', 1));
  yield run;
  const ofJob = { 'job-id': run.jobId ?? '', 'issue-number': '1' };
  yield await play('pull-request', DISPATCH, { ...ofJob, operation: 'follow-up', prompt: 'Shorter, please.' });
  yield await play('pull-request', DISPATCH, { ...ofJob, operation: 'attach' });
  yield await play('started', await labelIssue(world, 'Explain `--quiet`', 2), { wait: 'false' });
  await setTimeout(JOB_SECONDS * 1000);
  yield await play('swept', SCHEDULE, { operation: 'sweep' });
  yield await play('exported', SCHEDULE, { operation: 'visitors', window: '30d' });
  yield await play('reported', SCHEDULE, { operation: 'gaps' });
}

/** @param nth how many issues have the label then. @returns the event. */
async function labelIssue({ github }: World, title: string, nth: number): Promise<GitHubEvent> {
  const alice = createPerson(github, 'alice');
  const { number } = await alice.openIssue(title, 'An example helps.');
  await alice.addLabel(number, 'docs');
  return github.events.waitFor('issues', 'labeled', nth);
}

/** Gets each error answer of the sandbox service once. The action's operations lead to few of them. */
export async function requestRefusals({ url, key, projectId }: Service): Promise<void> {
  const prompt = '{"prompt":"Explain it."}';
  const agent = (project: string) => `/v2/agent/${project}/job`;
  const unknown = (project: string) => `${agent(project)}/unknown`;
  const messages = (project: string) => `${unknown(project)}/message`;
  const analytics = (project: string) => `/v1/analytics/${project}`;
  const visitors = (project: string) => `${analytics(project)}/visitors`;
  const feedback = (project: string) => `${analytics(project)}/feedback/by-page`;
  const conversations = (project: string) => `${analytics(project)}/assistant`;
  const searches = (project: string) => `${analytics(project)}/searches`;

  async function send(path: string, body?: string, sentKey = key, type = 'application/json') {
    const headers = { authorization: `Bearer ${sentKey}`, ...(body !== undefined && { 'content-type': type }) };
    const answer = await fetch(url + path, { headers, ...(body !== undefined && { method: 'POST', body }) });
    return Object(await answer.json());
  }

  for (const path of [agent(projectId), messages(projectId)]) {
    await send(path, '{"prompt":""}');
    await send(path, prompt, key, 'text/plain');
    await send(path, JSON.stringify({ prompt: 'x'.repeat(1024 * 1024) }));
  }
  const reads = [visitors, feedback, conversations, searches];
  for (const path of reads) await send(`${path(projectId)}?limit=0`);
  await send(`${feedback(projectId)}?source=mail`);
  for (const path of [conversations, searches]) await send(`${path(projectId)}?cursor=unknown`);
  for (const [path, body] of [
    [agent, prompt],
    [messages, prompt],
    [unknown],
    ...reads.map((path) => [path] as const),
  ] as const) {
    await send(path(projectId), body, 'docs_unknown');
    await send(path(projectId), body, OTHER.key);
    await send(path('unknown'), body);
  }

  const jobs = agent(OTHER.id);
  const { id } = await send(jobs, prompt, OTHER.key);
  const limited = [
    [jobs, prompt],
    [`${jobs}/${id}/message`, prompt],
    [`${jobs}/${id}`],
    ...reads.map((path) => [path(OTHER.id)] as const),
  ] as const;
  for (const [path, body] of limited) for (let sent = 0; sent <= LIMIT; sent++) await send(path, body, OTHER.key);
}
