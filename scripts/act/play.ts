import { basename } from 'node:path';
import { createPerson } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import { createWorld, type World } from '../../sandbox/world.ts';
import type { Facts } from './endings.ts';
import type { Scenario } from './scenarios.ts';
import { runWorkflow } from './workflow.ts';

/** Time limit for one workflow. */
const LIMIT_MS = 120_000;

/** Plays a scenario in a new world and runs the workflow on its event. */
export async function play(act: string, scenario: Scenario): Promise<Facts> {
  const world = await createWorld('.', { seconds: 2 });
  try {
    const { event: told, thread } = await scenario.act(world.github);
    await scenario.first?.(world, told);
    const event = scenario.first ? scheduled(told) : told;
    const run = await runWorkflow(act, { event, ...settings(world, event, scenario) });
    const comments = thread && (await commentsOfAction(world, thread.number));
    const link = linkIn(run.log, comments);
    return {
      ...run,
      link,
      isLinkAlive: link !== undefined && (await fetch(link)).ok,
      jobsCreated: world.service.requests.filter(({ operation }) => operation === 'create').length,
      comments,
      requester: scenario.requester,
      secrets: [world.service.key, world.github.tokens.action],
    };
  } finally {
    await world.close();
  }
}

/** The payload of `schedule` contains only the schedule; actor and repository are in the environment. */
const scheduled = ({ payload: { repository, sender } }: GitHubEvent): GitHubEvent => ({
  name: 'schedule',
  payload: { schedule: '*/10 * * * *', repository, sender },
});

/** The link from the output `prLink`, or from the comment after a sweep, which has no such output. */
function linkIn(log: string, comments: readonly string[] = []): string | undefined {
  const output = /set-output:: prLink=(http\S+)/.exec(log);
  return (output ?? /Pull request ready: \[[^\]]*\]\((http\S+?)\)/.exec(comments[0] ?? ''))?.[1];
}

function settings({ github, service }: World, { payload }: GitHubEvent, { workflow, vars }: Scenario) {
  const repository = `${github.owner}/${github.repo}`;
  const actor = field(payload.sender, 'login');
  return {
    workflow,
    actor,
    limit: LIMIT_MS,
    secrets: { DOCS_AGENT_KEY: service.key, GITHUB_TOKEN: github.tokens.action },
    vars: { DOCS_AGENT_URL: service.url, DOCS_PROJECT_ID: service.projectId, ...vars },
    env: {
      GITHUB_API_URL: github.url,
      GITHUB_SERVER_URL: github.url,
      GITHUB_REPOSITORY: repository,
      // GitHub sets these three, act does not.
      GITHUB_REPOSITORY_ID: field(payload.repository, 'id'),
      GITHUB_TRIGGERING_ACTOR: actor,
      GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/${basename(workflow)}@refs/heads/main`,
    },
  };
}

function field(of: unknown, name: string): string {
  const value = Object(of)[name];
  if (value === undefined) throw new Error(`The event lacks ${name}.`);
  return String(value);
}

async function commentsOfAction({ github }: World, thread: number): Promise<string[]> {
  const comments = await createPerson(github, 'alice').readComments(thread);
  return comments.filter(({ author }) => author === 'github-actions[bot]').map(({ body }) => body);
}
