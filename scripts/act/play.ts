import { basename } from 'node:path';
import { listen } from '../../sandbox/github/listen.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import { createWorld, type World } from '../../sandbox/world.ts';
import type { Facts } from './endings.ts';
import type { Scenario } from './scenario.ts';
import { runWorkflow } from './workflow.ts';

/** Time limit for one workflow. */
const LIMIT_MS = 120_000;

/** Plays a scenario in a new world and runs the workflow on its event. With a second event, the second run's results count. */
export async function play(act: string, scenario: Scenario): Promise<Facts> {
  const world = await createWorld('.', { seconds: 2 });
  const chat = await listenToChat();
  try {
    const { event: told, thread } = await scenario.act(world.github);
    const event = (await scenario.first?.(world, told)) ?? told;
    // Without an id, act gives all runs the same one, as if they were attempts of one run.
    const runOn = (on: GitHubEvent, id: number) => {
      const { env, ...rest } = settings(world, { event: on, chatUrl: chat.url }, scenario);
      return runWorkflow(act, { event: on, ...rest, env: { ...env, GITHUB_RUN_ID: String(id) } });
    };
    const first = await runOn(event, 1);
    const run = scenario.again ? await runOn(await scenario.again(world.github), 2) : first;
    const comments = thread && (await commentsOfAction(world, thread.number));
    const link = linkIn(run.log, comments);
    return {
      ...run,
      link,
      isLinkAlive: link !== undefined && (await fetch(link)).ok,
      jobsCreated: world.service.requests.filter(({ operation }) => operation === 'create').length,
      prompts: world.service.jobs.map(({ turns }) => turns.map(({ prompt }) => prompt)),
      comments,
      requester: scenario.requester,
      secrets: [world.service.key, world.github.tokens.action],
      chatMessages: chat.messages,
    };
  } finally {
    await Promise.all([world.close(), chat.close()]);
  }
}

/** The link from the output `prLink`, or from the comment after a sweep, which has no such output. */
function linkIn(log: string, comments: readonly string[] = []): string | undefined {
  const output = /set-output:: prLink=(http\S+)/.exec(log);
  return (output ?? /Pull request ready: \[[^\]]*\]\((http\S+?)\)/.exec(comments[0] ?? ''))?.[1];
}

interface Occasion {
  readonly event: GitHubEvent;
  readonly chatUrl: string;
}

function settings({ github, service }: World, { event: { payload }, chatUrl }: Occasion, scenario: Scenario) {
  const { workflow, vars, gh = {}, history = [] } = scenario;
  const repository = `${github.owner}/${github.repo}`;
  const actor = field(payload.sender, 'login');
  return {
    workflow,
    actor,
    gh,
    history,
    limit: LIMIT_MS,
    secrets: { DOCS_AGENT_KEY: service.key, GITHUB_TOKEN: github.tokens.action, CHAT_WEBHOOK: chatUrl },
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

/** A server that replaces the chat. */
async function listenToChat() {
  const messages: string[] = [];
  const { url, close } = await listen((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      messages.push(body);
      response.end('ok');
    });
  });
  return { url, messages, close };
}
