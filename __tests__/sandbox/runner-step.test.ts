import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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
import { appendFileSync, readFileSync } from 'node:fs';
const { env } = process;
appendFileSync(env.GITHUB_OUTPUT, 'event=' + JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8')).action + '\\n');
appendFileSync(env.GITHUB_OUTPUT, 'env<<END\\n' + JSON.stringify(env) + '\\nEND\\n');
appendFileSync(env.GITHUB_STATE, 'jobId<<END\\nj1\\nEND\\n');
appendFileSync(env.GITHUB_STEP_SUMMARY, '## Done');
console.log('::add-mask::secret');
console.log('the secret, from ' + process.cwd());
console.error('::error::It broke');
if (env.HANG) setInterval(() => {}, 1000);
else process.exitCode = 3;
`;
const POST = `console.log('post of ' + process.env.STATE_jobId);`;

let actionDir = '';
beforeAll(() => {
  actionDir = mkdtempSync(join(tmpdir(), 'action-'));
  for (const [file, text] of Object.entries({ 'action.yml': ACTION, 'main.mjs': MAIN, 'post.mjs': POST })) {
    writeFileSync(join(actionDir, file), text);
  }
});
afterAll(() => rmSync(actionDir, { recursive: true }));

const options = (changes: Partial<StepOptions> = {}): StepOptions => ({
  actionDir,
  inputs: { 'base-url': 'http://127.0.0.1:1' },
  event: { name: 'issues', payload: { action: 'labeled' } },
  github: { apiUrl: 'http://127.0.0.1:2', repository: 'acme/docs' },
  token: 'ghs_token',
  ...changes,
});

describe('a step', () => {
  test('has an exit code, outputs, state, a summary and a log', async () => {
    const lines: string[] = [];
    const result = await runStep(options({ workspace: actionDir, onLine: (line) => lines.push(line) })).result;
    expect(result).toMatchObject({
      exitCode: 3,
      signal: null,
      state: { jobId: 'j1' },
      summary: '## Done',
      outputs: { event: 'labeled' },
      masks: ['secret'],
      annotations: [{ level: 'error', message: 'It broke' }],
    });
    expect(result.log).toContain(`the ***, from ${actionDir}`);
    expect(result.rawLog).toContain('the secret');
    expect(lines.join('\n')).toBe(result.log);
  });

  test('gets its inputs and the documented variables, and nothing from the parent process', async () => {
    process.env.HTTPS_PROXY_OF_TEST = 'http://127.0.0.1:9';
    const { outputs } = await runStep(options({ env: { GITHUB_RUN_ATTEMPT: '2', GITHUB_TRIGGERING_ACTOR: undefined } }))
      .result;
    delete process.env.HTTPS_PROXY_OF_TEST;
    const env: Record<string, string> = JSON.parse(outputs.env ?? '{}');
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
  });

  test('that is killed still passes its state to the post step', async () => {
    const hanging = options({ env: { HANG: '1' } });
    const step = runStep({ ...hanging, onLine: (line) => line.startsWith('error') && step.kill('SIGKILL') });
    const result = await step.result;
    expect(result).toMatchObject({ exitCode: null, signal: 'SIGKILL', state: { jobId: 'j1' } });
    expect((await runPost(hanging, result).result).log).toBe('post of j1');
  });
});
