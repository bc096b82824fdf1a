import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  createRunner,
  findNodeProblem,
  type Runner,
  readGitHubVariables,
  toolkit,
} from '../../../src/runtime/runner.ts';

let folder = '';
let printed = '';
const before = { ...process.env };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runner-'));
  printed = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    printed += String(chunk);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const name of ['GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY']) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  rmSync(folder, { recursive: true });
});

/** The toolkit reads these of the process; the files are there, as the runner makes them. */
function withFiles(...names: string[]): Runner {
  for (const name of names) {
    const path = join(folder, name);
    writeFileSync(path, '');
    process.env[name] = path;
  }
  return createRunner(process.env, toolkit);
}

const fileOf = (name: string) => readFileSync(join(folder, name), 'utf8');

/** Lines that the runner would take for commands (`::name` at their start, `##[` anywhere). */
const commands = (text: string) =>
  text.split(/\r?\n|\r/).filter((line) => /^\s*::/.test(line) || line.includes('##['));

describe('a line of the log', () => {
  const COMMANDS = [
    '::error::x',
    '  ::stop-commands::token',
    'a\n::add-mask::x',
    'a\r::warning::x',
    '\u0085::error::x',
  ];
  test.each([...COMMANDS, '##[group]x', 'text ##[command]x', ':::error::x', '###[x]', '::::x'])(
    '%j is not read as a command',
    (text) => {
      createRunner({}, toolkit).log(text);
      expect(commands(printed)).toEqual([]);
      expect(printed.replaceAll('\u200b', '')).toContain(text);
    },
  );

  test('is one command if it is a warning, an error or a notice', () => {
    const runner = createRunner({}, toolkit);
    for (const say of [runner.warn, runner.error, runner.notice]) {
      printed = '';
      say('a\n::set-output name=x::y\n##[error]z');
      expect(commands(printed)).toHaveLength(1);
      expect(printed).toMatch(/^::(warning|error|notice)::a%0A/);
    }
  });
});

test('a secret is masked in the log, the outputs, the state and the summary', () => {
  const KEY = 'docs_s3cret';
  const runner = withFiles('GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY');
  runner.mask(KEY);
  expect(printed.trim()).toBe(`::add-mask::${KEY}`);
  printed = '';
  for (const say of [runner.log, runner.warn, runner.error, runner.notice, runner.summary])
    say(`x ${KEY} y`);
  runner.output('summary', `x ${KEY} y`);
  runner.saveState('watch', `x ${KEY} y`);
  const all =
    printed + fileOf('GITHUB_OUTPUT') + fileOf('GITHUB_STATE') + fileOf('GITHUB_STEP_SUMMARY');
  expect(all).not.toContain(KEY);
  expect(all.match(/x \*\*\* y/g)).toHaveLength(7);
});

test.each(['GITHUB_ACTOR', 'GITHUB_TRIGGERING_ACTOR'])(
  'a secret in %s is redacted before messages cut the name',
  (name) => {
    const secret = 'docs_a8Fk2LmQx7Tz4Vw9';
    const runner = createRunner(
      { [name]: `https://fuzz.example/?x%3D${secret}`, 'INPUT_API-KEY': secret },
      toolkit,
    );
    const { actor, triggeringActor } = runner.variables;
    expect(`${actor}${triggeringActor}`).toBe('https://fuzz.example/?x%3D[secret redacted]');
  },
);

test('Node 24 and later can run the action; the error for an earlier one names both versions', () => {
  for (const version of ['24.0.0', '24.11.1', '26.1.0'])
    expect(findNodeProblem(version)).toBeUndefined();
  for (const version of ['20.20.2', '22.21.0', '9.11.2']) {
    const message = `This action needs Node 24; this runner has v${version}.`;
    expect(findNodeProblem(version)).toMatchObject({ headline: 'Unsuitable runner', message });
  }
});

/** Texts to which no path can be appended. */
const NO_ADDRESSES = [
  'git.acme.example',
  '@team',
  '/api',
  'https://',
  'javascript:alert(1)',
  'ftp://git.acme.example',
].concat(['https://git.acme.example?x=y', 'https://a:b@git.acme.example']);

test.each<[texts: readonly (string | undefined)[], serverUrl: string]>([
  [['https://git.acme.example', 'https://git.acme.example/'], 'https://git.acme.example'],
  [[undefined, '', ...NO_ADDRESSES], 'https://github.com'],
])('with GITHUB_SERVER_URL %j, pages are at %s', (texts, serverUrl) => {
  for (const GITHUB_SERVER_URL of texts) {
    const env = { GITHUB_SERVER_URL, GITHUB_REPOSITORY: 'acme/app', GITHUB_RUN_ID: '77' };
    const runUrl = `${serverUrl}/acme/app/actions/runs/77`;
    expect(readGitHubVariables(env)).toMatchObject({ serverUrl, runUrl });
  }
});

test.each<[texts: readonly (string | undefined)[], apiUrl: string | undefined]>([
  [[undefined, ''], 'https://api.github.com'],
  [['https://git.acme.example/api/v3/'], 'https://git.acme.example/api/v3'],
  [['http://127.0.0.1:8080'], 'http://127.0.0.1:8080'],
  [['HTTPS://Git.Acme.Example:443'], 'https://git.acme.example'],
  [NO_ADDRESSES, undefined],
])('with GITHUB_API_URL %j, the API is at %s', (texts, apiUrl) => {
  for (const GITHUB_API_URL of texts)
    expect(readGitHubVariables({ GITHUB_API_URL }).apiUrl).toBe(apiUrl);
});

test.each([
  ['acme/app', { owner: 'acme', repo: 'app' }],
  ['acme_corp/.github', { owner: 'acme_corp', repo: '.github' }],
  ...['', 'acme', 'acme/', '/app', '../..', 'acme/..', 'acme/app/more', 'acme/app?x'].map(
    (name) => [name, undefined] as const,
  ),
])('with GITHUB_REPOSITORY %j, the repository is %j', (GITHUB_REPOSITORY, repository) => {
  expect(readGitHubVariables({ GITHUB_REPOSITORY }).repository).toEqual(repository);
});

test.each(['', '0', '-1', '1.5', '1e400', '99999999999999999999', '7@team', ' 7'])(
  'the run and attempt %j are no numbers that a marker can hold: both are 1, without a link',
  (GITHUB_RUN_ID) => {
    const env = { GITHUB_REPOSITORY: 'acme/app', GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT: GITHUB_RUN_ID };
    expect(readGitHubVariables(env)).toMatchObject({ run: 1, attempt: 1, runUrl: undefined });
  },
);
