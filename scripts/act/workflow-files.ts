import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { WorkflowRun } from './workflow.ts';

/** Commits of the local repository before the run, the oldest first: contents by path, and the tag of the commit. */
export type LocalHistory = readonly { readonly tag: string; readonly files: Readonly<Record<string, string>> }[];

interface WorkflowFiles {
  /** Folders by the references that act replaces: `your-org/docs-agent-action@v1`. */
  readonly repositories: Readonly<Record<string, string>>;
  /** The arguments of each call of `gh` so far. */
  readGhCalls(): string[][];
}

/** The only line that is removed: act 0.2.89 rejects it (nektos/act#6095). It runs one workflow at a time, so nothing waits. */
const QUEUE = /^ +queue: max\n/m;
const GH = resolve('scripts/act-gh.ts');

/** Creates a repository with the workflow, the repositories that it references, a stub of `gh`, and act's files. */
export function createFiles(
  room: string,
  { workflow, event, secrets, vars, env, gh, history }: WorkflowRun,
): WorkflowFiles {
  const repository = join(room, 'repository');
  const workflows = join(repository, '.github', 'workflows');
  for (const folder of [workflows, join(room, 'home'), join(room, 'bin')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(workflows, basename(workflow)), readFileSync(workflow, 'utf8').replace(QUEUE, ''));
  writeFileSync(join(room, 'event.json'), JSON.stringify(event.payload));
  for (const [file, values] of Object.entries({ secrets, vars, env })) {
    const lines = Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
    writeFileSync(join(room, file), lines.join(''), { mode: 0o600 });
  }
  git(repository, 'init', '-q', '-b', 'main');
  commit(repository, 'Add the workflow');
  for (const { tag, files } of history) {
    for (const [path, content] of Object.entries(files)) writeFileSync(join(repository, path), content);
    commit(repository, tag);
    git(repository, 'tag', tag);
  }
  return { repositories: copyRepositories(workflow, room), readGhCalls: createGh(room, gh) };
}

/** Commits all files, because act reads the run's commit from the repository. */
function commit(repository: string, message: string): void {
  git(repository, 'add', '-A');
  git(repository, 'commit', '-q', '-m', message);
}

function git(repository: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=Alice', '-c', 'user.email=alice@example.com', '-c', 'commit.gpgsign=false'];
  const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: repository, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`);
}

/** Copies what the workflow uses: this checkout's action, and shared workflows from `examples`. @throws if it uses anything else. */
function copyRepositories(workflow: string, room: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, uses = ''] of readFileSync(workflow, 'utf8').matchAll(/^ *-? *uses: (\S+)/gm)) {
    const [, repository = '', path = '', ref = ''] = /^([^/]+\/[^/@]+)([^@]*)@(.+)$/.exec(uses) ?? [];
    const folder = join(room, repository);
    if (repository === 'actions/checkout') continue; // act copies the repository
    found[`${repository}@${ref}`] = folder;
    if (repository === 'your-org/docs-agent-action') {
      for (const part of ['action.yml', 'dist']) cpSync(part, join(folder, part), { recursive: true });
    } else {
      const shared = join('examples', basename(path));
      if (!path || !existsSync(shared))
        throw new Error(`${workflow} uses ${uses}, which this checkout does not contain.`);
      cpSync(shared, join(folder, path));
      Object.assign(found, copyRepositories(shared, room));
    }
  }
  return found;
}

/** Puts `gh` on the `PATH` of the run. */
function createGh(room: string, answers: WorkflowRun['gh']): () => string[][] {
  const [gh, calls, file] = [join(room, 'bin', 'gh'), join(room, 'gh-calls'), join(room, 'gh-answers.json')];
  writeFileSync(calls, '');
  writeFileSync(file, JSON.stringify(answers));
  writeFileSync(gh, `#!/bin/sh\nexec '${process.execPath}' '${GH}' '${file}' '${calls}' "$@"\n`);
  chmodSync(gh, 0o755);
  return () =>
    readFileSync(calls, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
}
