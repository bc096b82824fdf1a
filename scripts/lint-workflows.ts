/**
 * `npm run lint:workflows`: checks workflows, examples, action.yml and dependabot.yml with actionlint (which runs shellcheck on the
 * scripts) and zizmor (pedantic). Go and Python install them once; after that no network is used.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { installGoTool, installPythonPackages, Missing } from './install/tools.ts';

try {
  const actionlint = installGoTool('github.com/rhysd/actionlint/cmd/actionlint', '1.7.12');
  const programs = join(installPythonPackages('workflow-tools'), 'bin');
  const workflows = globSync(['.github/workflows/*.yml', 'examples/*.yml']).sort();
  const all = [...workflows, 'action.yml', '.github/dependabot.yml'];
  const passed = [
    // A Python script in a workflow would need pyflakes; there is none.
    check('actionlint', actionlint, ['-shellcheck', join(programs, 'shellcheck'), '-pyflakes', '', ...workflows]),
    check('zizmor', join(programs, 'zizmor'), [
      ...['--offline', '--persona', 'pedantic', '--strict-collection', '--no-progress', '--quiet'],
      ...['--config', '.github/zizmor.yml', ...all],
    ]),
  ];
  process.exitCode = passed.every(Boolean) ? 0 : 1;
} catch (error) {
  if (!(error instanceof Missing)) throw error;
  console.error(`FAILED workflows: ${error.message}`);
  process.exitCode = 1;
}

function check(name: string, program: string, args: string[]): boolean {
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  return status === 0;
}
