import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { runPost, runStep, type StepOptions } from '../../sandbox/runner/step.ts';

const ACTION = `
inputs:
  base-url: { description: Address }
  a name: { description: Spaced, default: words }
  github-token: { description: Token, default: '\${{ github.token }}' }
  key: { description: Leg, default: '\${{ toJSON(matrix) }}' }
runs: { using: node24, main: main.mjs, post: post.mjs }
`;
const MAIN = `
import { appendFileSync } from 'node:fs';
appendFileSync(process.env.GITHUB_OUTPUT, 'env<<END\\n' + JSON.stringify(process.env) + '\\nEND\\n');
appendFileSync(process.env.GITHUB_STATE, 'jobId<<END\\nj1\\nEND\\n');
console.error('::error::It broke');
setInterval(() => {}, 1000);
`;
const POST = `console.log('post of ' + process.env.STATE_jobId);`;

test('a killed step got its inputs and the documented variables only, and its state is passed to the post step', async () => {
  const actionDir = mkdtempSync(join(tmpdir(), 'action-'));
  for (const [file, text] of Object.entries({ 'action.yml': ACTION, 'main.mjs': MAIN, 'post.mjs': POST }))
    writeFileSync(join(actionDir, file), text);
  process.env.HTTPS_PROXY_OF_TEST = 'http://127.0.0.1:9';
  const options: StepOptions = {
    actionDir,
    inputs: { 'base-url': 'http://127.0.0.1:1' },
    event: { name: 'issues', payload: { action: 'labeled' } },
    github: { apiUrl: 'http://127.0.0.1:2', repository: 'acme/docs' },
    token: 'ghs_token',
    env: { GITHUB_RUN_ATTEMPT: '2', GITHUB_TRIGGERING_ACTOR: undefined },
  };
  const step = runStep({ ...options, onLine: (line) => line.startsWith('error') && step.kill('SIGKILL') });
  const result = await step.result;
  expect(result).toMatchObject({ exitCode: null, signal: 'SIGKILL', state: { jobId: 'j1' } });
  expect((await runPost(options, result).result).log).toBe('post of j1');
  const env: Record<string, string> = JSON.parse(result.outputs.env ?? '{}');
  expect(env).toMatchObject({
    'INPUT_BASE-URL': 'http://127.0.0.1:1',
    INPUT_A_NAME: 'words',
    'INPUT_GITHUB-TOKEN': 'ghs_token',
    INPUT_KEY: 'null',
    GITHUB_EVENT_NAME: 'issues',
    GITHUB_API_URL: 'http://127.0.0.1:2',
    GITHUB_REPOSITORY: 'acme/docs',
    GITHUB_RUN_ATTEMPT: '2',
  });
  const strange = Object.keys(env).filter((name) => !/^(GITHUB|RUNNER|INPUT)_|^(CI|PATH|HOME|LANG)$/.test(name));
  expect(strange).toEqual([]);
  expect(env).not.toHaveProperty('GITHUB_TRIGGERING_ACTOR');
  delete process.env.HTTPS_PROXY_OF_TEST;
  rmSync(actionDir, { recursive: true });
});
