import { describe, expect, test } from '@jest/globals';
import { createLog, type Log, readCommand, readValues } from '../../sandbox/runner/log.ts';

describe('a line of output', () => {
  test.each([
    ['::warning::Slow', 'warning', 'Slow'],
    ['  ::error title=Oh,line=1::Broken', 'error', 'Broken'],
    ['::notice::50%25 done%0D%0Anext', 'notice', '50% done\r\nnext'],
    ['::add-mask::', 'add-mask', ''],
    ['said: ##[set-env name=PATH]/tmp', 'set-env', '/tmp'],
  ])('is a command: %s', (line, name, message) => {
    expect(readCommand(line)).toEqual({ name, message });
  });

  test.each([['see ::warning::Slow'], ['::warn::Slow'], ['::warning: Slow'], [':\u200b:error::x'], ['##[unknown]x']])(
    'is no command: %s',
    (line) => {
      expect(readCommand(line)).toBeUndefined();
    },
  );
});

describe('the log of a step', () => {
  test('hides secrets after their masks, the longer one first, and ignores an empty mask', () => {
    const { log, rawLog, masks } = print(
      'key abc\n::add-mask::abc\n::add-mask::abcdef\n::add-mask::\nabcdef and abc\n',
    );
    expect(log).toBe('key abc\n*** and ***');
    expect(rawLog).toContain('abcdef and abc');
    expect(masks).toEqual(['abcdef', 'abc']);
  });

  test('hides every line of a secret of several lines', () => {
    expect(print('::add-mask::one%0Atwo\none, then two').log).toBe('***, then ***');
  });

  test('ends lines where the runner does, also at a lone carriage return', () => {
    const { log, commands } = print('done\r::error::hidden\r\nrest');
    expect(commands).toEqual([{ name: 'error', message: 'hidden' }]);
    expect(log).toBe('done\nerror: hidden\nrest');
  });

  test('joins the pieces of a line per stream', () => {
    const writer = createLog();
    const [out, err] = [writer.reader(), writer.reader()];
    for (const [take, chunk] of [
      [out, '::warn'],
      [err, 'to stderr\n'],
      [out, 'ing::Slow\r'],
      [out, '\nend'],
    ] as const) {
      take(chunk);
    }
    expect(writer.finish()).toMatchObject({
      annotations: [{ level: 'warning', message: 'Slow' }],
      log: 'to stderr\nwarning: Slow\nend',
    });
  });

  test('does not show debug lines and other commands', () => {
    const { log, annotations, commands } = print('::group::Job\n::debug::inner\n::endgroup::\n::set-output name=a::b');
    expect(log).toBe('▸ Job');
    expect(annotations).toEqual([{ level: 'debug', message: 'inner' }]);
    expect(commands.map(({ name }) => name)).toEqual(['group', 'debug', 'endgroup', 'set-output']);
  });
});

describe('a file of values', () => {
  test('has lines, blocks and the last value of each name', () => {
    const file = 'a=1\n\nb<<END\ntwo\n\nlines=2\nEND\na<<x\n3\nx\nempty<<E\nE\nc=d<<e\n';
    expect(readValues(file)).toEqual({ a: '3', b: 'two\n\nlines=2', empty: '', c: 'd<<e' });
  });

  test.each([['name'], ['a<<END\n1'], ['a<<\n1\n']])('is refused when it is %j', (file) => {
    expect(() => readValues(file)).toThrow();
  });
});

function print(text: string): Log {
  const writer = createLog();
  writer.reader()(text);
  return writer.finish();
}
