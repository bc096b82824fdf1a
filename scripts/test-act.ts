/**
 * `npm run test:act`: the example workflow, as it stands, in a real workflow engine (nektos/act, no Docker), with the bundle of this
 * checkout, against the offline service and the offline GitHub. `-- --if-available` skips it where Go is missing.
 */
import { createPerson } from '../sandbox/github/person.ts';
import type { GitHubEvent } from '../sandbox/github/webhook-inbox.ts';
import { createWorld, type World } from '../sandbox/world.ts';
import { installAct, Missing } from './act/install.ts';
import { runWorkflow } from './act/workflow.ts';

const WORKFLOW = 'examples/docs-on-request.yml';
const LIMIT = 120_000;
type Expectations = Readonly<Record<string, boolean>>;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
try {
  const act = installAct();
  const holds = { ...(await inNewWorld(act, answersTheLabel)), ...(await inNewWorld(act, ignoresOtherLabels)) };
  const failed = Object.keys(holds).filter((what) => !holds[what]);
  for (const what of Object.keys(holds)) console.log(`${failed.includes(what) ? 'FAILED' : 'ok    '} ${what}`);
  console.log(`${failed.length > 0 ? 'FAIL' : 'PASS'} ${WORKFLOW}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof Missing)) throw error;
  const skip = process.argv.includes('--if-available');
  console.error(`${skip ? 'skipped' : 'FAIL'} ${WORKFLOW}: ${error.message}`);
  process.exitCode = skip ? 0 : 1;
}

async function inNewWorld(act: string, scenario: (act: string, world: World) => Promise<Expectations>) {
  const world = await createWorld('.', { seconds: 2 });
  try {
    return await scenario(act, world);
  } finally {
    await world.close();
  }
}

async function answersTheLabel(act: string, world: World): Promise<Expectations> {
  const { exitCode, log, comments } = await label(act, world, 'docs');
  const link = /set-output:: prLink=(http\S+)/.exec(log)?.[1];
  return {
    'the workflow is green': exitCode === 0,
    'one job was created': created(world) === 1,
    'later steps get the link, and a pull request is there': link !== undefined && (await fetch(link)).ok,
    'one comment stands in the thread, by github-actions[bot]':
      `${comments.map(({ author }) => author)}` === 'github-actions[bot]',
    'it links the pull request': comments[0]?.body.includes(`](${link})`) === true,
    'the post step ran': log.includes('Success - Post '),
    'no secret is in the log': ![world.service.key, world.github.tokens.action].some((secret) => log.includes(secret)),
  };
}

async function ignoresOtherLabels(act: string, world: World): Promise<Expectations> {
  const { exitCode, log, comments } = await label(act, world, 'bug');
  return {
    'another label is no failure': exitCode === 0,
    'another label starts no job, here or there':
      !log.includes('⭐ Run') && created(world) === 0 && comments.length === 0,
  };
}

async function label(act: string, { github, service }: World, name: string) {
  const alice = createPerson(github, 'alice');
  const issue = await alice.openIssue('Explain the new `--json` flag', 'It prints one object a line.');
  await alice.addLabel(issue.number, name);
  const event = await github.events.waitFor('issues', 'labeled');
  const repository = `${github.owner}/${github.repo}`;
  const run = await runWorkflow(act, {
    ...{ workflow: WORKFLOW, event, actor: 'alice', limit: LIMIT },
    secrets: { DOCS_AGENT_KEY: service.key, GITHUB_TOKEN: github.tokens.action },
    vars: { DOCS_AGENT_URL: service.url, DOCS_PROJECT_ID: service.projectId },
    env: {
      ...{ GITHUB_API_URL: github.url, GITHUB_SERVER_URL: github.url, GITHUB_REPOSITORY: repository },
      // These three GitHub sets and act does not.
      GITHUB_REPOSITORY_ID: repositoryId(event),
      GITHUB_TRIGGERING_ACTOR: 'alice',
      GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/docs-on-request.yml@refs/heads/main`,
    },
  });
  return { ...run, comments: await alice.readComments(issue.number) };
}

function repositoryId({ payload: { repository } }: GitHubEvent): string {
  if (typeof repository !== 'object' || !repository || !('id' in repository))
    throw new Error('The event has no repository.');
  return String(repository.id);
}

function created({ service }: World): number {
  return service.requests.filter(({ operation }) => operation === 'create').length;
}
