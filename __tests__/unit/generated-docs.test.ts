import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { between, table } from '../../scripts/docs/page.ts';
import { faultSections } from '../../scripts/docs/reliability.ts';
import { textsOf } from '../../scripts/docs/source-errors.ts';
import { namesIn } from '../../scripts/docs/test-names.ts';
import { checkHelp } from '../../scripts/docs/troubleshooting.ts';

describe('the errors of a source', () => {
  test('have their message and remedy, with `…` for what is known only at run time', () => {
    const source = `
      const REMEDY = 'Check it.';
      if (late) throw new ServiceError(\`Job \${id} is \${isGone ? 'gone' : 'late'}.\`, REMEDY, { cause });`;
    expect(textsOf('a.ts', source)).toEqual([
      { file: 'a.ts', creator: 'ServiceError', message: 'Job … is gone / late.', remedy: 'Check it.' },
    ]);
  });

  test('take the nearest variable of a name, and none for a destructured one', () => {
    const source = `
      function f() { const message = 'first'; throw new InputError(message, 'x'); }
      function g() { const { message } = problem; throw new InputError(message, 'x'); }`;
    expect(textsOf('a.ts', source).map(({ message }) => message)).toEqual(['first', '…']);
  });

  test('are not those of other classes', () => {
    expect(textsOf('a.ts', `throw new Error('no'); new TypeError('no');`)).toEqual([]);
  });
});

describe('the check of the help for errors', () => {
  const error = { file: 'a.ts', creator: 'InputError', message: 'It is wrong.', remedy: 'Fix it.' };

  test('fails for an error without help', () => {
    expect(() => checkHelp([error], {})).toThrow('no help for the error: It is wrong.');
  });

  test('fails for help without an error', () => {
    expect(() => checkHelp([], { 'It is wrong.': { cause: 'A typo.' } })).toThrow('help for no error: It is wrong.');
  });

  test('passes if both match', () => {
    expect(() => checkHelp([error], { 'It is wrong.': { cause: 'A typo.' } })).not.toThrow();
  });
});

describe('the names of tests', () => {
  test('begin with those of their groups, and have `…` for the cases of a table', () => {
    const source = `
      describe('a run', () => { test('ends', () => {}); test.each([1])('waits %d s for $what', () => {}); });
      together('alone', async () => {});
      expect('no test');`;
    expect(namesIn(source)).toEqual(['a run ends', 'a run waits … s for …', 'alone']);
  });
});

describe('the table of faults', () => {
  const names = new Map([['unit/a', ['a run ends at 5 *']]]);
  const faults = (part: string) => ({ Runs: [{ fault: 'F', result: 'R', shownBy: [{ 'unit/a': part }] }] });

  test('has the whole name of each test', () => {
    expect(faultSections(faults('ends at'), names)).toContain('| F | R | `unit/a`: a run ends at 5 \\* |');
  });

  test('fails for a test that does not exist', () => {
    expect(() => faultSections(faults('begins'), names)).toThrow('unit/a: begins');
  });
});

describe('a generated part of a page', () => {
  test('replaces the text between its markers', () => {
    expect(between('x <!-- a: b --> old <!-- /a --> y', 'a', ['new'])).toBe('x <!-- a: b -->\n\nnew\n\n<!-- /a --> y');
  });

  test('fails without its markers', () => {
    expect(() => between('x', 'a', [])).toThrow('lacks the markers');
  });

  test('escapes bars in the cells of a table', () => {
    expect(table(['A'], [['b | c']])).toEqual(['| A |', '|---|', '| b \\| c |']);
  });
});

test('README has at most 200 lines', () => {
  expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});
