import { describe, expect, test } from '@jest/globals';
import { readDemoCommand } from '../../sandbox/demo/command-line.ts';
import { SCENARIOS } from '../../sandbox/demo/scenarios.ts';

describe("the demo's command line", () => {
  test('plays `success` by default', () => {
    expect(readDemoCommand([])).toMatchObject({ kind: 'play', name: 'success', keep: false, open: false });
  });

  test('keeps the sandbox running with `--keep`, and with `--open` too', () => {
    expect(readDemoCommand(['sweep', '--keep'])).toMatchObject({ name: 'sweep', keep: true, open: false });
    expect(readDemoCommand(['--open', 'sweep'])).toMatchObject({ name: 'sweep', keep: true, open: true });
  });

  test.each(['--help', '--list'])('lists every scenario with `%s`, in at most 100 columns', (option) => {
    const command = readDemoCommand([option]);
    const text = command.kind === 'print' ? command.text : '';
    for (const name of SCENARIOS.keys()) expect(text).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
    expect(text.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  test.each([
    ['sucess', 'success'],
    ['hidden', 'hidden-instructions'],
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

  test.each(['nonsense', 'xyz'])('suggests no scenario for `%s`, which resembles none', (name) => {
    expect(readDemoCommand([name])).toEqual({
      kind: 'error',
      text: `Unknown scenario “${name}”.\n\n  npm run demo -- --list   lists all ${SCENARIOS.size} scenarios`,
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
