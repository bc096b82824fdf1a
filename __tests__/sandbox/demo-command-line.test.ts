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

  test('lists the scenarios for an unknown one', () => {
    const text = expect.stringMatching(/^Unknown scenario “hiden”.*\n[\s\S]*^ {2}hidden-instructions /m);
    expect(readDemoCommand(['hiden'])).toEqual({ kind: 'error', text });
  });

  test('describes an unknown option and a second scenario', () => {
    expect(readDemoCommand(['--kep'])).toMatchObject({ kind: 'error', text: expect.stringContaining("'--kep'") });
    expect(readDemoCommand(['push', 'sweep'])).toMatchObject({
      kind: 'error',
      text: expect.stringMatching(/^Only one/),
    });
  });
});
