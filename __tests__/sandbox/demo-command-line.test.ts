import { describe, expect, test } from '@jest/globals';
import { readDemoCommand } from '../../sandbox/demo/command-line.ts';
import { SCENARIOS } from '../../sandbox/demo/scenarios.ts';

describe("the demo's command line", () => {
  test.each(['--help', '--list'])('lists every scenario with `%s`, in at most 100 columns', (option) => {
    const command = readDemoCommand([option]);
    const text = command.kind === 'print' ? command.text : '';
    for (const name of SCENARIOS.keys()) expect(text).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
    expect(text.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  test.each([
    ['sucess', 'success'],
    ['hiden', 'hidden-instructions'],
    ['pul', 'pull-request'],
    ['visitor-export', 'visitors'],
    ['time-out', 'timeout'],
    ['followup', 'follow-up'],
    ['PULL-REQUEST', 'pull-request'],
  ])('suggests for the unknown scenario `%s` the scenario `%s`', (name, nearest) => {
    expect(readDemoCommand([name])).toEqual({
      kind: 'error',
      text: expect.stringContaining(`Unknown scenario “${name}”. Did you mean “${nearest}”?`),
    });
  });

  test('describes an unknown option and a second scenario', () => {
    expect(readDemoCommand(['--kep'])).toMatchObject({ kind: 'error', text: expect.stringContaining("'--kep'") });
    expect(readDemoCommand(['push', 'sweep'])).toMatchObject({
      kind: 'error',
      text: expect.stringMatching(/^Only one/),
    });
  });
});
