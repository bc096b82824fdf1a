import { globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parseSync } from '@swc/core';
import { headlineFor, reasonOf, remedyFor } from '../../src/github/errors.ts';
import { TransportError } from '../../src/http/transport-error.ts';
import { DEFAULTS } from '../../src/inputs/action-metadata.ts';
import { VERDICTS } from '../../src/outcome.ts';
import { errorFromResponse } from '../../src/service/errors.ts';

const DOCS = ['README.md', ...globSync('docs/**/*.md')];
const read = (path: string) => readFileSync(path, 'utf8');
/** The cells of the rows of all tables in a text, as they are shown. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim()));

const TEST = /`((?:unit|scenarios|attacks|bundle|sandbox|simulation|fuzz)\/[\w/-]+)`(?:: ((?:(?!<br>)[^|])*))?/g;

test.each(DOCS)('%s names only tests that exist, with their words in their order', (name) => {
  for (const [mention, path, words = ''] of read(name).matchAll(TEST)) {
    const source = read(`__tests__/${path}.test.ts`).replaceAll('\\', '');
    let from = 0;
    for (const word of words.replaceAll('\\', '').split(/\s+|…/)) {
      const at = source.indexOf(word, from);
      expect(at < 0 ? `${name}: no “${word}” in ${mention}` : '').toBe('');
      from = at;
    }
  }
});

test('README has at most 200 lines', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});

describe('the tables of verdicts', () => {
  const verdictsIn = (page: string) =>
    rowsOf(read(page).split('## Verdicts')[1]?.split('\n## ')[0] ?? '')
      .slice(1)
      .map(([, verdict, meaning, ...more]) => ({ verdict: verdict?.replaceAll('`', ''), meaning, step: more[0] }));
  const inputs = verdictsIn('docs/inputs.md');

  test('have each verdict, in one order, and with the same words', () => {
    expect(inputs.map(({ verdict }) => verdict)).toEqual(Object.keys(VERDICTS));
    const meanings = verdictsIn('docs/troubleshooting.md').map(({ verdict, meaning }) => [verdict, meaning]);
    expect(meanings).toEqual(inputs.map(({ verdict, meaning }) => [verdict, meaning]));
  });

  test('say which ones fail the step by default', () => {
    const failing = inputs.filter(({ step }) => step === 'fails').map(({ verdict }) => verdict);
    expect(failing.sort()).toEqual(DEFAULTS['fail-on'].split(/[\s,]+/).sort());
  });
});

describe('docs/troubleshooting.md', () => {
  const page = read('docs/troubleshooting.md').replaceAll('\\|', '|').replaceAll('<br>', '\n');
  const errors =
    read('docs/troubleshooting.md')
      .split(/\n## /)
      .find((text) => text.startsWith('Errors')) ?? '';

  /** A node of a syntax tree and all nodes below it. */
  function* nodesBelow(node: unknown): Generator<ReturnType<typeof Object>> {
    if (typeof node !== 'object' || node === null) return;
    yield node;
    for (const inner of Object.values(node)) yield* nodesBelow(inner);
  }
  const literalsIn = (nodes: Iterable<ReturnType<typeof Object>>): string[] =>
    [...nodes].flatMap(({ type, value, cooked }) =>
      type === 'StringLiteral' || type === 'TemplateElement' ? [String(value ?? cooked)] : [],
    );
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [...nodesBelow(parseSync(read(`src/${name}`), { syntax: 'typescript' }))]);
  /** What creates an error, a part of one, or a reason why an event is no request: its first argument is the message. */
  const CREATOR = /^(Input|Event|Runner|Service|GitHub|Export|Glob)Error$|^notARequest$/;

  test('has each error of the sources', () => {
    const texts = sources.flatMap((nodes) => {
      const variables = new Map(nodes.map(({ id, init }) => [Object(id).value, init]));
      return nodes
        .filter(({ callee }) => CREATOR.test(Object(callee).value))
        .map((node) => node.arguments[0].expression)
        .flatMap((message) => literalsIn(nodesBelow(variables.get(message.value) ?? message)));
    });
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((text) => text.trim().length > 5 && !page.includes(text))).toEqual([]);
  });

  test('has no error that the sources lack: they have the beginning of each of its parts', () => {
    const texts = sources.flatMap(literalsIn).join('\n');
    const messages = rowsOf(errors).map(([, message = '']) => message.replaceAll('<br>', '\n'));
    const parts = messages
      .flatMap((message) => message.split(/…| \/ \S+ |\n|`/))
      .map((part) => part.trim().slice(0, 20));
    expect(parts.filter((part) => part.length === 20 && !texts.includes(part))).toEqual([]);
  });

  test.each([400, 401, 402, 403, 404, 409, 413, 500])('says what to do about %d of the service', (status) => {
    const response = { status, headers: new Map<string, string>(), body: Buffer.alloc(0) };
    const url = new URL('https://api.example.com');
    const connection = { baseUrl: url, apiKey: 'key' };
    const { headline, remedy } = errorFromResponse(response, { method: 'POST', url, purpose: 'create' }, connection);
    const shown = status === 500 ? '5xx' : String(status);
    expect(page).toContain(`| ${shown} | ${headline.replace('500', '5xx')} | ${remedy} |`);
  });

  test.each([
    [{ status: 401 }],
    [{ status: 403 }],
    [{ status: 403, response: { headers: { 'x-ratelimit-remaining': '0' } } }],
    [{ status: 502 }],
    [{ status: 500, cause: new TransportError('redirect', 'GitHub redirected to another host') }],
  ])('says what to do about the answer of GitHub %#', (fields) => {
    const error = Object.assign(new Error(), fields);
    expect(page).toContain(`| ${headlineFor(error)} | ${reasonOf(error)} | ${remedyFor(error)} |`);
  });
});
