import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createLog, type Log, readCommand, readValues } from '../../sandbox/runner/log.ts';
import { runPost, runStep, type StepOptions } from '../../sandbox/runner/step.ts';

test.each([
  ['::warning::Slow', 'warning', 'Slow'],
  ['  ::error title=Oh,line=1::Broken', 'error', 'Broken'],
  ['::notice::50%25 done%0D%0Anext', 'notice', '50% done\r\nnext'],
  ['::add-mask::', 'add-mask', ''],
  ['said: ##[set-env name=PATH]/tmp', 'set-env', '/tmp'],
])('the line %j is a command', (line, name, message) => {
  expect(readCommand(line)).toEqual({ name, message });
});

test.each([
  'see ::warning::Slow',
  '::warn::Slow',
  '::warning: Slow',
  ':\u200b:error::x',
  '##[unknown]x',
])('the line %j is no command', (line) => {
  expect(readCommand(line)).toBeUndefined();
});

function print(text: string): Log {
  const writer = createLog();
  writer.reader()(text);
  return writer.finish();
}

test.each([
  [
    'hides a secret after its mask only, and nothing for an empty one',
    'abc\n::add-mask::abc\n::add-mask::\nabc',
    'abc\n***',
  ],
  [
    'hides the longer of two secrets first',
    '::add-mask::abc\n::add-mask::abcdef\nabcdef and abc\n',
    '*** and ***',
  ],
  [
    'hides every line of a secret of several lines',
    '::add-mask::one%0Atwo\none, then two',
    '***, then ***',
  ],
  [
    'ends lines where the runner does',
    'done\r::error::hidden\r\nrest',
    'done\nerror: hidden\nrest',
  ],
  [
    'shows of other commands only groups',
    '::group::Job\n::debug::inner\n::endgroup::\n::set-output name=a::b',
    '▸ Job',
  ],
])('a log %s', (_, text, log) => {
  expect(print(text)).toMatchObject({ rawLog: text, log });
});

test('a log joins the pieces of a line per stream, and has its commands and annotations', () => {
  const writer = createLog();
  const [out, err] = [writer.reader(), writer.reader()];
  out('::warn');
  err('to stderr\n::debug::inner\n');
  out('ing::Slow\r');
  out('\nend');
  const annotations = [
    ['debug', 'inner'],
    ['warning', 'Slow'],
  ].map(([level, message]) => ({ level, message }));
  const commands = annotations.map(({ level: name, message }) => ({ name, message }));
  expect(writer.finish()).toMatchObject({
    annotations,
    commands,
    log: 'to stderr\nwarning: Slow\nend',
  });
});

test('a file of values has lines, blocks and the last value of each name', () => {
  const file = 'a=1\n\nb<<END\ntwo\n\nlines=2\nEND\na<<x\n3\nx\nempty<<E\nE\nc=d<<e\n';
  expect(readValues(file)).toEqual({ a: '3', b: 'two\n\nlines=2', empty: '', c: 'd<<e' });
});

test.each(['name', 'a<<END\n1', 'a<<\n1\n'])('the file of values %j is refused', (file) => {
  expect(() => readValues(file)).toThrow();
});

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
  for (const [file, text] of Object.entries({
    'action.yml': ACTION,
    'main.mjs': MAIN,
    'post.mjs': POST,
  }))
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
  const step = runStep({
    ...options,
    onLine: (line) => line.startsWith('error') && step.kill('SIGKILL'),
  });
  const result = await step.result;
  expect(result).toMatchObject({ exitCode: null, signal: 'SIGKILL', state: { jobId: 'j1' } });
  expect((await runPost(options, result).result).log).toBe('post of j1');
  const env: Record<string, string> = JSON.parse(result.outputs.env ?? '{}');
  expect(env).toMatchObject({
    'INPUT_BASE-URL': 'http://127.0.0.1:1',
    INPUT_A_NAME: 'words',
    'INPUT_GITHUB-TOKEN': 'ghs_token',
    INPUT_KEY: 'null',
    GITHUB_API_URL: 'http://127.0.0.1:2',
    GITHUB_RUN_ATTEMPT: '2',
  });
  const strange = Object.keys(env).filter(
    (name) => !/^(GITHUB|RUNNER|INPUT)_|^(CI|PATH|HOME|LANG)$/.test(name),
  );
  expect(strange).toEqual([]);
  expect(env).not.toHaveProperty('GITHUB_TRIGGERING_ACTOR');
  delete process.env.HTTPS_PROXY_OF_TEST;
  rmSync(actionDir, { recursive: true });
});
