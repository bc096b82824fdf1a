import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { createScene, warnings } from '../../support/scene.ts';

const NAMES: string[] = Object.keys(parse(readFileSync('action.yml', 'utf8')).inputs);
const REQUIRED = new Set(['base-url', 'project-id', 'api-key']);

describe('an input that cannot be used is named before anybody is asked', () => {
  interface Wrong {
    readonly name: string;
    readonly value: string;
    /** What is said of it, beside its name. */
    readonly says?: string;
  }
  const table: Wrong[] = [
    { name: 'api-key', value: '', says: 'is empty' },
    { name: 'api-key', value: ' \n', says: 'is empty' },
    { name: 'api-key', value: 'docs_two words', says: 'holds blanks, line breaks' },
    { name: 'api-key', value: 'docs_two\nlines', says: 'holds blanks, line breaks' },
    { name: 'project-id', value: '', says: 'is empty' },
    { name: 'project-id', value: '../other' },
    { name: 'project-id', value: '..' },
    { name: 'base-url', value: '', says: 'is empty' },
    { name: 'base-url', value: 'http://docs.example.com' },
    { name: 'base-url', value: 'http://127.0.0.1.example.com' },
    { name: 'base-url', value: 'docs.example.com' },
    { name: 'base-url', value: 'ftp://docs.example.com' },
    { name: 'base-url', value: 'https://user@docs.example.com', says: '“https://***@docs.example.com”' },
    { name: 'base-url', value: 'https://user:word@docs.example.com', says: '“https://***@docs.example.com”' },
    { name: 'base-url', value: 'https://docs.example.com/?key=1', says: '“https://docs.example.com/?***”' },
    { name: 'base-url', value: 'https://docs.example.com/#top' },
    { name: 'timeout', value: 'soon' },
    { name: 'timeout', value: '30' },
    { name: 'timeout', value: '0s' },
    { name: 'timeout', value: '25h' },
    { name: 'timeout', value: '-5m' },
    { name: 'operation', value: 'fly' },
    { name: 'fail-on', value: 'failed, sometimes' },
    { name: 'fail-on', value: ',' },
    { name: 'comment', value: 'yes' },
    { name: 'issue-number', value: '#31' },
    { name: 'issue-number', value: '0' },
    { name: 'job-path', value: '//evil.example/{id}' },
    { name: 'job-path', value: 'v2/job/{id}' },
    { name: 'job-path', value: '/v2/job' },
    { name: 'github-token', value: 'two words', says: 'holds blanks, line breaks' },
  ];

  test.each(table)('$name: $value', async ({ name, value, says = `“${value}”` }) => {
    await using scene = await createScene();
    const result = await scene.run({ inputs: { [name]: value } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '', prLink: '' } });
    const told = result.annotations.filter(({ level }) => level === 'error').map(({ message }) => message);
    expect(told).toEqual([expect.stringContaining(`\`${name}\``)]);
    expect(told[0]).toContain(says);
    expect(result.summary).toContain(`\`${name}\``);
    expect(scene.service.requests).toEqual([]);
    expect(scene.github.requests).toEqual([]);
  });

  test('all of them at once', async () => {
    await using scene = await createScene();
    const wrong = { 'api-key': '', 'base-url': 'http://docs.example.com', timeout: 'soon', operation: 'fly' };
    const result = await scene.run({ inputs: wrong });
    expect(result.exitCode).toBe(1);
    for (const name of Object.keys(wrong)) expect(result.log).toContain(`\`${name}\``);
    expect(scene.service.requests).toEqual([]);
    expect(scene.github.requests).toEqual([]);
  });

  test('prompt and prompt-file together', async () => {
    await using scene = await createScene();
    const result = await scene.run({ inputs: { prompt: 'This.', 'prompt-file': 'that.md' } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.log).toContain('`prompt` and `prompt-file` are both set');
    expect(scene.service.requests).toEqual([]);
    expect(scene.github.requests).toEqual([]);
  });
});

test('an unknown input is warned about, and harms nothing', async () => {
  await using scene = await createScene();
  const result = await scene.run({ inputs: { 'time-out': '3s' } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(warnings(result)).toEqual([
    expect.stringContaining('The input `time-out` is unknown and ignored; did you mean `timeout`?'),
  ]);
});

test('an empty string for each optional input means its default, as reusable workflows pass it', async () => {
  await using scene = await createScene();
  // The token has its default from the runner alone.
  const optional = NAMES.filter((name) => !REQUIRED.has(name) && name !== 'github-token');
  const result = await scene.run({ inputs: Object.fromEntries(optional.map((name) => [name, ''])) });
  expect(optional).toContain('timeout');
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(scene.sent('create')).toBe(1);
  expect(warnings(result)).toEqual([]);
});

test('an empty string fails on what the default fails on', async () => {
  await using scene = await createScene({ job: { end: 'failed' } });
  const result = await scene.run({ inputs: { 'fail-on': '', comment: '' } });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
  expect(await scene.comments()).toHaveLength(1);
});

test('a path prefix of the service, with and without a slash at its end', async () => {
  await using scene = await createScene();
  const prefixed = await scene.run({ inputs: { 'base-url': `${scene.service.url}/internal/docs/` } });
  expect(prefixed.outputs.verdict).toBe('error');
  expect(scene.service.requests.map(({ path }) => path)).toEqual([
    `/internal/docs/v2/agent/${scene.service.projectId}/job`,
  ]);
  const plain = await scene.run({ inputs: { 'base-url': `${scene.service.url}/` } });
  expect(plain.outputs.verdict).toBe('pull-request');
});
