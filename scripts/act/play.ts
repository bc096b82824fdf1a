import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { merges, type ScenarioEvent } from '../../sandbox/demo/scenario-scripts.ts';
import type { GitHub } from '../../sandbox/github/embedded.ts';
import { findRepository } from '../../sandbox/github/model/state.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import { listen } from '../../sandbox/http/listen.ts';
import { createWorld, type World } from '../../sandbox/world.ts';
import { type LocalHistory, runWorkflow, type WorkflowResult } from './workflow.ts';

/**
 * How a run ends. Without a verdict, the workflow's own `if` keeps the job from running; in red, a
 * later step fails.
 */
interface Ends {
  readonly verdict?: string;
  /** How many jobs the service created. */
  readonly jobs: number;
  readonly isRed?: true;
  /** Steps run, but none of them is the action. */
  readonly isWithoutAction?: true;
}

const ENDINGS = {
  'pull request': { verdict: 'pull-request', jobs: 1 },
  red: { verdict: 'pull-request', jobs: 1, isRed: true },
  failed: { verdict: 'failed', jobs: 1, isRed: true },
  'reported by a sweep': { verdict: 'swept', jobs: 1 },
  'nothing to sweep': { verdict: 'swept', jobs: 0 },
  'five pages of ten': { verdict: 'limit-reached', jobs: 5 },
  skipped: { verdict: 'skipped', jobs: 0 },
  denied: { verdict: 'denied', jobs: 0 },
  'not run': { jobs: 0 },
  'not run again': { jobs: 1 },
  'without a job': { isWithoutAction: true, jobs: 0 },
} satisfies Record<string, Ends>;

type Ending = keyof typeof ENDINGS;

/** A run of an example workflow, and how it ends. */
export interface Scenario {
  /** The file in `examples`, without its extension. */
  readonly workflow: string;
  readonly what: string;
  readonly ends: Ending;
  /** Produces the event that starts the workflow; not every event has a thread. */
  act(github: GitHub): Promise<Pick<ScenarioEvent, 'event'> & Partial<ScenarioEvent>>;
  /**
   * What happens between that event and the workflow. @returns the event that starts the workflow
   * instead.
   */
  readonly first?: (world: World, event: GitHubEvent) => Promise<GitHubEvent>;
  /** A second event, on which the workflow runs again. */
  readonly again?: (github: GitHub, world: World) => Promise<GitHubEvent>;
  /** Further conditions. */
  readonly also?: (facts: Facts) => Record<string, boolean>;
  /** Variables of the repository, besides the connection. */
  readonly vars?: Readonly<Record<string, string>>;
  /** The answers of `gh`, by the words that its arguments begin with. */
  readonly gh?: Readonly<Record<string, string>>;
  /** Commits of the repository that a step checks out. */
  readonly history?: LocalHistory;
}

/** The result of a scenario. */
export interface Facts extends WorkflowResult {
  /** The output `prLink`, as later steps receive it. */
  readonly link: string | undefined;
  readonly isLinkAlive: boolean;
  readonly jobsCreated: number;
  /** The prompts that the service received, per job. */
  readonly prompts: readonly (readonly string[])[];
  /** The action's comments; undefined if the event has no thread. */
  readonly comments: readonly string[] | undefined;
  readonly secrets: readonly string[];
  /** The bodies that the chat's webhook received. */
  readonly chatMessages: readonly string[];
}

/** A row of the tables. @param act the event, or a script that leads to it. */
export const scenario = (
  workflow: string,
  what: string,
  ends: Ending,
  act: Scenario['act'] | Pick<Scenario, 'act'>,
  more: Omit<Scenario, 'workflow' | 'what' | 'ends' | 'act'> = {},
): Scenario => ({ workflow, what, ends, ...(typeof act === 'function' ? { act } : act), ...more });

/** A pull request that changes these files, and its merge into `main`. */
export const merge = (...paths: string[]) =>
  merges({ title: 'Add --json', files: Object.fromEntries(paths.map((path) => [path, 'New.\n'])) });

/** A prompt of the first job; the first is 1. */
export const promptOf = ({ prompts }: Facts, nth: number): string => prompts[0]?.[nth - 1] ?? '';

/**
 * Plays a scenario in a new world and runs the workflow on its event. With a second event, the
 * second run's results count.
 */
export async function play(act: string, scenario: Scenario): Promise<Facts> {
  const { vars, gh = {}, history = [] } = scenario;
  const world = await createWorld({ job: { seconds: 2 } });
  const { github, service } = world;
  const repository = `${github.owner}/${github.repo}`;
  const chat = await listenToChat();
  try {
    const { event: told, thread } = await scenario.act(github);
    const runOn = (event: GitHubEvent, id: number) => {
      const workflow = `examples/${scenario.workflow}.yml`;
      const actor = String(Object(event.payload.sender).login ?? 'alice');
      return runWorkflow(act, {
        workflow,
        event,
        actor,
        gh,
        history,
        secrets: {
          DOCS_AGENT_KEY: service.key,
          GITHUB_TOKEN: github.tokens.action,
          CHAT_WEBHOOK: chat.url,
        },
        vars: { DOCS_AGENT_URL: service.url, DOCS_PROJECT_ID: service.projectId, ...vars },
        env: {
          GITHUB_API_URL: github.url,
          GITHUB_SERVER_URL: github.url,
          GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
          GITHUB_REPOSITORY: repository,
          // GitHub sets these four. act does not, or gives all runs the same id, as if they were
          // attempts of one run.
          GITHUB_RUN_ID: String(id),
          GITHUB_REPOSITORY_ID: String(findRepository(github.hub, repository)?.id),
          GITHUB_TRIGGERING_ACTOR: actor,
          GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/${basename(workflow)}@refs/heads/main`,
        },
      });
    };
    const first = await runOn((await scenario.first?.(world, told)) ?? told, 1);
    const run = scenario.again ? await runOn(await scenario.again(github, world), 2) : first;
    const written = thread && (await createPerson(github, 'alice').readComments(thread.number));
    const comments = written
      ?.filter(({ author }) => author === 'github-actions[bot]')
      .map(({ body }) => body);
    const link = linkIn(run.log, comments);
    return {
      ...run,
      link,
      comments,
      isLinkAlive: link !== undefined && (await fetch(link)).ok,
      jobsCreated: service.requests.filter(({ operation }) => operation === 'create').length,
      prompts: service.jobs.map(({ turns }) => turns.map(({ prompt }) => prompt)),
      secrets: [service.key, github.tokens.action],
      chatMessages: chat.messages,
    };
  } finally {
    await Promise.all([world.close(), chat.close()]);
  }
}

/**
 * The link from the output `prLink`, or from the comment after a sweep, which has no such output.
 */
function linkIn(log: string, comments: readonly string[] = []): string | undefined {
  const output = /set-output:: prLink=(http\S+)/.exec(log);
  return (output ?? /Pull request ready: \[[^\]]*\]\((http\S+?)\)/.exec(comments[0] ?? ''))?.[1];
}

/** A server that replaces the chat. */
async function listenToChat() {
  const messages: string[] = [];
  const server = await listen(async (request, response) => {
    messages.push(await text(request));
    response.end('ok');
  });
  return { ...server, messages };
}

/** The conditions for an ending, and whether they hold. */
export function checkEnding(ending: Ending, facts: Facts): Record<string, boolean> {
  const { exitCode, log, secrets, comments = [], link, isLinkAlive, jobsCreated } = facts;
  const { verdict = '', jobs, isRed, isWithoutAction }: Ends = ENDINGS[ending];
  const isLinked = jobs > 0 && ['pull-request', 'swept'].includes(verdict);
  return {
    [`the workflow is ${isRed ? 'red' : 'green'}`]: exitCode === (isRed ? 1 : 0),
    [verdict ? `the verdict is ${verdict}` : 'no step of the action ran']: verdict
      ? log.includes(`set-output:: verdict=${verdict}`)
      : isWithoutAction === true || !log.includes('⭐ Run'),
    ...(verdict === 'pull-request' &&
      !isRed && { 'the post step ran': log.includes('Success - Post ') }),
    [`${jobs} jobs were created`]: jobsCreated === jobs,
    ...(jobs === 0 && { 'nothing was written in the thread': comments.length === 0 }),
    ...(isLinked && { 'the link is reported, and the pull request is there': isLinkAlive }),
    ...(isLinked &&
      facts.comments && {
        'a comment links it': comments.some((text) => text.includes(`](${link})`)),
      }),
    'no secret is in the log': !secrets.some((secret) => log.includes(secret)),
  };
}
