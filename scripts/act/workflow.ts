import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';

/**
 * Commits of the local repository before the run, the oldest first: contents by path, and the tag
 * of the commit.
 */
export type LocalHistory = readonly {
  readonly tag: string;
  readonly files: Readonly<Record<string, string>>;
}[];

interface WorkflowRun {
  /** Path of the workflow. */
  readonly workflow: string;
  readonly event: GitHubEvent;
  readonly actor: string;
  readonly env: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, string>>;
  /** The answers of `gh`, by the words that its arguments begin with. */
  readonly gh: Readonly<Record<string, string>>;
  readonly history: LocalHistory;
}

export interface WorkflowResult {
  readonly exitCode: number | null;
  readonly log: string;
  /** The arguments of each call of `gh`. */
  readonly ghCalls: readonly (readonly string[])[];
}

/** Time limit for one workflow. */
const LIMIT_MS = 120_000;
/**
 * All that is removed: act 0.2.89 rejects it (nektos/act#6095). It runs one workflow at a time, so
 * nothing waits, and starts none by a schedule.
 */
const NEW_KEYS = /^ +queue: max\n|, queue: max|, timezone: [\w/]+/gm;

/** A workflow as act can run it. */
const textFor = (workflow: string) => readFileSync(workflow, 'utf8').replace(NEW_KEYS, '');

/** Runs a workflow on this machine, without Docker, in a temporary folder. */
export async function runWorkflow(act: string, run: WorkflowRun): Promise<WorkflowResult> {
  const room = mkdtempSync(join(tmpdir(), 'act-'));
  try {
    createRepository(room, run);
    createGh(room, run);
    for (const name of ['secrets', 'vars', 'env'] as const) {
      const lines = Object.entries(run[name]).map(
        ([key, value]) => `${key}=${JSON.stringify(value)}\n`,
      );
      writeFileSync(join(room, name), lines.join(''), { mode: 0o600 });
    }
    writeFileSync(join(room, 'event.json'), JSON.stringify(run.event.payload));
    const args = [
      run.event.name,
      '--eventpath',
      join(room, 'event.json'),
      '--actor',
      run.actor,
      '--platform',
      'ubuntu-latest=-self-hosted',
      '--no-cache-server',
      // The workflow references repositories by commit, as users do; act uses these folders
      // instead.
      ...copyRepositories(room, run.workflow).flatMap((local) => ['--local-repository', local]),
      '--secret-file',
      join(room, 'secrets'),
      '--var-file',
      join(room, 'vars'),
      '--env-file',
      join(room, 'env'),
    ];
    const ended = await start(act, args, room);
    const calls = readFileSync(join(room, 'gh-calls'), 'utf8').split('\n').filter(Boolean);
    return { ...ended, ghCalls: calls.map((line) => JSON.parse(line)) };
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

/** A repository with the workflow and the history. */
function createRepository(room: string, { workflow, history }: WorkflowRun): void {
  const repository = join(room, 'repository');
  const git = (...args: string[]) => {
    const identity = [
      '-c',
      'user.name=Alice',
      '-c',
      'user.email=alice@example.com',
      '-c',
      'commit.gpgsign=false',
    ];
    const { status, stderr } = spawnSync('git', [...identity, ...args], {
      cwd: repository,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`);
  };
  const commit = (files: Readonly<Record<string, string>>, message: string) => {
    for (const [path, content] of Object.entries(files))
      writeFileSync(join(repository, path), content);
    git('add', '-A');
    git('commit', '-q', '-m', message);
  };
  mkdirSync(join(repository, '.github', 'workflows'), { recursive: true });
  git('init', '-q', '-b', 'main');
  commit(
    {
      [`.github/workflows/${basename(workflow)}`]: textFor(workflow),
    },
    'Workflow',
  );
  for (const { tag, files } of history) {
    commit(files, tag);
    git('tag', tag);
  }
}

/**
 * Copies what the workflow uses: this checkout's action, and shared workflows from `examples`. act
 * copies the repository itself.
 * @returns `reference=folder` of each. @throws if the workflow uses anything else.
 */
function copyRepositories(room: string, workflow: string): string[] {
  const uses = readFileSync(workflow, 'utf8').matchAll(
    /^ *-? *uses: ([^/\s]+\/[^/@\s]+)([^@\s]*)@(\S+)/gm,
  );
  return [...uses].flatMap(([, repository = '', path = '', ref = '']) => {
    if (repository === 'actions/checkout') return [];
    const folder = join(room, repository);
    if (repository === 'your-org/docs-agent-action') {
      for (const part of ['action.yml', 'dist'])
        cpSync(part, join(folder, part), { recursive: true });
      return [`${repository}@${ref}=${folder}`];
    }
    const shared = join('examples', basename(path));
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), textFor(shared));
    return [`${repository}@${ref}=${folder}`, ...copyRepositories(room, shared)];
  });
}

/** Puts `gh` on the `PATH` of the run. */
function createGh(room: string, { gh: answers }: WorkflowRun): void {
  const gh = join(room, 'bin', 'gh');
  const calls = join(room, 'gh-calls');
  const file = join(room, 'gh-answers.json');
  mkdirSync(dirname(gh));
  writeFileSync(calls, '');
  writeFileSync(file, JSON.stringify(answers));
  writeFileSync(
    gh,
    `#!/bin/sh\nexec '${process.execPath}' '${resolve('scripts/act-gh.ts')}' '${file}' '${calls}' "$@"\n`,
  );
  chmodSync(gh, 0o755);
}

/**
 * Runs act in a process group of its own, so that stopping it also stops its step, and with a home
 * folder of its own, where it reads settings.
 */
async function start(act: string, args: readonly string[], room: string) {
  const PATH = [join(room, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
  const home = join(room, 'home');
  const child = spawn(act, args, {
    cwd: join(room, 'repository'),
    env: { PATH, HOME: home, XDG_CACHE_HOME: join(home, 'cache') },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () =>
    void (child.pid && child.exitCode === null && process.kill(-child.pid, 'SIGKILL'));
  const tooLong = setTimeout(stop, LIMIT_MS);
  process.once('exit', stop);
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk;
      process.stdout.write(chunk);
    });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  clearTimeout(tooLong);
  process.off('exit', stop);
  return { exitCode, log };
}
