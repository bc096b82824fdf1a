/**
 * `npm run lint:workflows`: checks workflows, examples, action.yml and dependabot.yml with
 * actionlint (which runs shellcheck on the scripts) and zizmor (pedantic). Go and Python install
 * them once; after that no network is used.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { installGoTool, installPythonPackages } from './install/tools.ts';

const actionlint = installGoTool('github.com/rhysd/actionlint/cmd/actionlint', '1.7.12');
const programs = join(installPythonPackages('workflow-tools'), 'bin');
const workflows = globSync(['.github/workflows/*.yml', 'examples/*.yml']).sort();
// A Python script in a workflow would need pyflakes; there is none.
check('actionlint', actionlint, [
  '-shellcheck',
  join(programs, 'shellcheck'),
  '-pyflakes',
  '',
  ...workflows,
]);
check('zizmor', join(programs, 'zizmor'), [
  '--offline',
  '--persona',
  'pedantic',
  '--strict-collection',
  '--no-progress',
  '--quiet',
  '--config',
  '.github/zizmor.yml',
  ...workflows,
  'action.yml',
  '.github/dependabot.yml',
]);

function check(name: string, program: string, args: string[]): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  if (status !== 0) process.exitCode = 1;
}
