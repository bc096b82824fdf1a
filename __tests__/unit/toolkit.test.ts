import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const { paths } = JSON.parse(readFileSync('tsconfig.json', 'utf8')).compilerOptions;

/**
 * The files of the toolkit that import a package which scripts/absent.cjs replaces, and what the
 * action would have to call there.
 */
const IMPORTERS: Readonly<Record<string, string>> = {
  '@actions/core/lib/oidc-utils.js': 'getIDToken',
  '@actions/core/lib/platform.js': 'platform.getDetails',
  '@actions/github/lib/internal/utils.js': "Octokit's default fetch and agent",
};

test('the toolkit imports what the bundle leaves out only for functions that the action does not call', () => {
  const imported = new RegExp(`from '(${Object.keys(paths).join('|')})'`);
  const importers = globSync('@actions/{core,github}/lib/**/*.js', { cwd: 'node_modules' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => imported.test(readFileSync(`node_modules/${file}`, 'utf8')));
  expect(importers.sort()).toEqual(Object.keys(IMPORTERS));
});
