import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';

export interface WorkflowRun {
  /** Path of the workflow, which runs unchanged. */
  readonly workflow: string;
  readonly event: GitHubEvent;
  readonly actor: string;
  readonly env: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly limit: number;
}

/** Runs a workflow on this machine, without Docker, in a temporary folder. */
export async function runWorkflow(act: string, run: WorkflowRun): Promise<{ exitCode: number | null; log: string }> {
  const room = mkdtempSync(join(tmpdir(), 'act-'));
  let stop = () => {};
  const tooLong = setTimeout(() => stop(), run.limit);
  try {
    const child = start(act, room, run);
    stop = () => stopGroup(child);
    process.once('exit', stop);
    return await ended(child);
  } finally {
    clearTimeout(tooLong);
    process.off('exit', stop);
    rmSync(room, { recursive: true, force: true });
  }
}

function start(act: string, room: string, run: WorkflowRun) {
  createFiles(room, run);
  const [home, repository] = [join(room, 'home'), join(room, 'repository')];
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  return spawn(
    act,
    [
      ...[run.event.name, '--eventpath', join(room, 'event.json'), '--actor', run.actor],
      ...['--platform', 'ubuntu-latest=-self-hosted', '--no-cache-server'],
      // The workflow references the action by repository and commit, as users do; act uses this checkout's files instead.
      ...['--local-repository', `${actionOf(run.workflow)}=${join(room, 'action')}`],
      ...['--secret-file', join(room, 'secrets'), '--var-file', join(room, 'vars'), '--env-file', join(room, 'env')],
    ],
    {
      cwd: repository,
      // A temporary home folder, because act reads its configuration from there.
      env: { PATH, HOME: home, XDG_CACHE_HOME: join(home, 'cache') },
      // A process group of its own, so that stopping act also stops its step.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
}

/** Creates a repository with the workflow, the action as published, and act's files. */
function createFiles(room: string, { workflow, event, secrets, vars, env }: WorkflowRun): void {
  const workflows = join(room, 'repository', '.github', 'workflows');
  for (const folder of [workflows, join(room, 'action'), join(room, 'home')]) mkdirSync(folder, { recursive: true });
  cpSync(workflow, join(workflows, basename(workflow)));
  for (const part of ['action.yml', 'dist']) cpSync(part, join(room, 'action', part), { recursive: true });
  writeFileSync(join(room, 'event.json'), JSON.stringify(event.payload));
  for (const [file, values] of Object.entries({ secrets, vars, env })) {
    const lines = Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
    writeFileSync(join(room, file), lines.join(''), { mode: 0o600 });
  }
  commit(join(room, 'repository'));
}

/** Commits all files, because act reads the run's commit from the repository. */
function commit(repository: string): void {
  const identity = ['-c', 'user.name=Alice', '-c', 'user.email=alice@example.com', '-c', 'commit.gpgsign=false'];
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    ['commit', '-q', '-m', 'Add the workflow'],
  ]) {
    const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: repository, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`);
  }
}

/** `OWNER/NAME@<sha>` of the only action that the workflow uses. @throws if it uses several. */
function actionOf(workflow: string): string {
  const uses = [...readFileSync(workflow, 'utf8').matchAll(/^ *-? *uses: (\S+)/gm)].map(([, action]) => action);
  const [used, ...more] = new Set(uses);
  if (!used || more.length > 0) throw new Error(`${workflow} must use exactly one action.`);
  return used;
}

function ended(child: ChildProcess): Promise<{ exitCode: number | null; log: string }> {
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk;
      process.stdout.write(chunk);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, log }));
  });
}

function stopGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
}
