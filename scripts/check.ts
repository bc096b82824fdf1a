/**
 * `npm run check`: runs all static checks even if one fails, so that one run shows every problem.
 */
import { spawnSync } from 'node:child_process';

const CHECKS = {
  'format and lint': ['biome', 'ci', '--error-on-warnings', '.'],
  types: ['tsc', '-p', '.'],
  'unused code': ['knip'],
  'imports go one way': ['node', 'scripts/check-imports.ts'],
  'bugs on purpose can be planted': ['node', 'scripts/sabotage.ts', '--check'],
  'README and defaults equal action.yml': ['node', 'scripts/generate.ts', '--check'],
  'README and docs are true': ['node', 'scripts/check-docs.ts'],
  spelling: ['cspell', '--no-progress', '--no-summary'],
  'dist equals a fresh build': ['node', 'scripts/build.ts', '--check'],
};

const failed = Object.entries(CHECKS).filter(([name, [command = '', ...args]]) => {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  return status !== 0;
});
process.exitCode = failed.length > 0 ? 1 : 0;
