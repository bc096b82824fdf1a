/**
 * `npm run test:act`: the example workflow in a real workflow engine (nektos/act, host mode, no Docker), with the bundle of this
 * checkout, against the offline service and the offline GitHub.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createPerson } from '../sandbox/github/person.ts';
import { createWorld, type World } from '../sandbox/world.ts';

const ACT = 'github.com/nektos/act@v0.2.89';
const TIME_LIMIT = 120_000;

const act = installAct();
const room = mkdtempSync(join(tmpdir(), 'act-'));
const world = await createWorld('.', { seconds: 2 });
try {
  const failures = await runExample(world);
  for (const failure of failures) console.error(`FAILED ${failure}`);
  if (failures.length === 0) console.log('ok: the example workflow ran, spent once, and told the thread.');
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  await world.close();
  rmSync(room, { recursive: true, force: true });
}

/** @returns the path of act, built by Go from its module proxy, once a checkout. */
function installAct(): string {
  const bin = resolve('.cache', 'act');
  const binary = join(bin, 'act');
  if (existsSync(binary)) return binary;
  if (spawnSync('go', ['version']).status !== 0) {
    console.error(
      'Go is missing: act, the workflow engine, is built from source with it. Install Go 1.24 or newer (https://go.dev/dl).',
    );
    process.exit(1);
  }
  console.log(`Building ${ACT} (once, a minute or two)…`);
  const go = spawnSync('go', ['install', ACT], {
    env: { ...process.env, GOBIN: bin },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  if (go.status === 0) return binary;
  console.error(`Go could not build ${ACT}:\n${go.stderr}`);
  process.exit(1);
}

async function runExample({ github, service }: World): Promise<string[]> {
  const alice = createPerson(github, 'alice');
  const issue = await alice.openIssue('Explain the new `--json` flag', 'It prints one object a line.');
  await alice.addLabel(issue.number, 'docs');
  const { payload } = await github.events.waitFor('issues', 'labeled');
  const repository = prepareRepository(payload);
  const { code, log } = await runAct(repository, [
    ...['--env', `GITHUB_API_URL=${github.url}`, '--var', `DOCS_AGENT_URL=${service.url}`],
    ...['--var', `DOCS_PROJECT_ID=${service.projectId}`],
    ...['--secret', `DOCS_AGENT_KEY=${service.key}`, '--secret', `GITHUB_TOKEN=${github.tokens.action}`],
  ]);

  const comments = await alice.readComments(issue.number);
  const [comment] = comments;
  const creates = service.requests.filter(({ operation }) => operation === 'create').length;
  const expectations = {
    'the workflow is green': code === 0,
    'one job was created': creates === 1,
    'one comment by github-actions[bot] stands in the thread':
      comments.length === 1 && comment?.author === 'github-actions[bot]',
    'it links the pull request': /\*\*✅ Pull request ready: \[acme\/docs#\d+\]/.test(comment?.body ?? ''),
    'later steps get the link': /set-output:: prLink=http/.test(log),
    'the key is nowhere in the log': !log.includes(service.key),
    'the post step ran': log.includes('Success - Post ./'),
  };
  return Object.entries(expectations).flatMap(([what, holds]) => (holds ? [] : [what]));
}

/** A repository as it would stand on GitHub, with the action inside so that `uses: ./` finds it. */
function prepareRepository(payload: unknown): string {
  const repository = join(room, 'repository');
  const workflows = join(repository, '.github', 'workflows');
  mkdirSync(workflows, { recursive: true });
  cpSync('action.yml', join(repository, 'action.yml'));
  cpSync('dist', join(repository, 'dist'), { recursive: true });
  writeFileSync(join(repository, 'event.json'), JSON.stringify(payload));
  writeFileSync(
    join(workflows, 'docs-on-request.yml'),
    localised(readFileSync('examples/docs-on-request.yml', 'utf8')),
  );
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository });
  git('init', '-q', '-b', 'main');
  git('remote', 'add', 'origin', 'https://github.com/acme/docs.git');
  git('add', '-A');
  git('-c', 'user.name=Alice', '-c', 'user.email=alice@example.com', 'commit', '-q', '-m', 'Add the workflow');
  return repository;
}

/** The example with this checkout's action; act puts the files into its workspace where it meets a checkout. */
function localised(example: string): string {
  const uses = /^( *)- uses: OWNER\/docs-agent-action@.*$/gm;
  if (example.match(uses)?.length !== 1) throw new Error('The example must use the action exactly once.');
  return example.replace(uses, '$1- uses: actions/checkout@v5\n$1- uses: ./');
}

function runAct(repository: string, options: string[]): Promise<{ code: number | null; log: string }> {
  // Nothing of the machine's own settings: act reads its configuration from the home folder.
  const env = { PATH: process.env.PATH, HOME: room, XDG_CACHE_HOME: join(room, 'cache'), XDG_CONFIG_HOME: room };
  const args = ['issues', '--eventpath', 'event.json', '--platform', 'ubuntu-latest=-self-hosted', ...options];
  const child = spawn(act, args, { cwd: repository, env, timeout: TIME_LIMIT, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      process.stdout.write(text);
    });
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, log })));
}
