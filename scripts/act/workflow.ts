import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import { createFiles, type LocalHistory } from './workflow-files.ts';

export interface WorkflowRun {
  /** Path of the workflow, which runs unchanged, except that act does not know `queue`. */
  readonly workflow: string;
  readonly event: GitHubEvent;
  readonly actor: string;
  readonly env: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, string>>;
  /** The answers of `gh`, by the words that its arguments begin with. */
  readonly gh: Readonly<Record<string, string>>;
  readonly history: LocalHistory;
  /** Milliseconds. */
  readonly limit: number;
}

export interface WorkflowResult {
  readonly exitCode: number | null;
  readonly log: string;
  /** The arguments of each call of `gh`. */
  readonly ghCalls: readonly (readonly string[])[];
}

/** Runs a workflow on this machine, without Docker, in a temporary folder. */
export async function runWorkflow(act: string, run: WorkflowRun): Promise<WorkflowResult> {
  const room = mkdtempSync(join(tmpdir(), 'act-'));
  let stop = () => {};
  const tooLong = setTimeout(() => stop(), run.limit);
  try {
    const files = createFiles(room, run);
    const child = start(act, room, { ...run, repositories: files.repositories });
    stop = () => stopGroup(child);
    process.once('exit', stop);
    return { ...(await ended(child)), ghCalls: files.readGhCalls() };
  } finally {
    clearTimeout(tooLong);
    process.off('exit', stop);
    rmSync(room, { recursive: true, force: true });
  }
}

function start(
  act: string,
  room: string,
  { event, actor, repositories }: WorkflowRun & { readonly repositories: Readonly<Record<string, string>> },
) {
  const home = join(room, 'home');
  const PATH = [join(room, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
  return spawn(
    act,
    [
      ...[event.name, '--eventpath', join(room, 'event.json'), '--actor', actor],
      ...['--platform', 'ubuntu-latest=-self-hosted', '--no-cache-server'],
      // The workflow references repositories by commit, as users do; act uses these folders instead.
      ...Object.entries(repositories).flatMap(([name, folder]) => ['--local-repository', `${name}=${folder}`]),
      ...['--secret-file', join(room, 'secrets'), '--var-file', join(room, 'vars'), '--env-file', join(room, 'env')],
    ],
    {
      cwd: join(room, 'repository'),
      // A temporary home folder, because act reads its configuration from there.
      env: { PATH, HOME: home, XDG_CACHE_HOME: join(home, 'cache') },
      // A process group of its own, so that stopping act also stops its step.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
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
