import { describe, expect, test } from '@jest/globals';
import { MARKER_PREFIX } from '../../../src/github/comments.ts';
import { parseCommand } from '../../../src/trigger/command-events.ts';

const parse = (body: string, word = '/docs') => parseCommand(body, word);

describe('a comment', () => {
  test.each([
    ['/docs', ''],
    ['/docs explain it', 'explain it'],
    ['/docs\nexplain it', 'explain it'],
    ['/docs\r\nexplain\r\nit', 'explain\nit'],
    ['/docs\texplain', 'explain'],
    ['\n\n  \n/docs x', 'x'],
    ['   /docs x', 'x'],
    ['/DOCS x', 'x'],
    ['<!-- a template -->\n/docs x', 'x'],
    ['[//]: # (a template)\n/docs x', 'x'],
    ['\u200b/do\u200bcs x', 'x'],
    ['/docs explain `/docs` and\n\n> quote', 'explain `/docs` and\n\n> quote'],
    ['/docs renew it', 'renew it'],
    ['/docs newer', 'newer'],
    ['/docs new-page.md is wrong', 'new-page.md is wrong'],
    ['/docs\nnew pages', 'new pages'],
    ['/docs explain the new flag', 'explain the new flag'],
    ['/docs press <kbd>F1</kbd>', 'press F1'],
  ])('that begins with the command is a request: %j', (body, request) => {
    expect(parse(body)).toMatchObject({ request: { text: request }, isFresh: false });
  });

  test.each([
    ['/docs new', ''],
    ['/docs new explain it', 'explain it'],
    ['/docs  NEW\nexplain it', 'explain it'],
    ['/docs new new flag', 'new flag'],
    ['/docs new\texplain', 'explain'],
  ])('that begins with the command and `new` is a request for a new job: %j', (body, request) => {
    expect(parse(body)).toMatchObject({ request: { text: request }, isFresh: true });
  });

  test('may begin with another command, which `trigger-command` sets', () => {
    expect(parse('@docs-bot x', '@docs-bot')).toMatchObject({ request: { text: 'x' } });
    expect(parse('/docs x', '/document')).toBeUndefined();
  });

  test('loses its hidden text, which is counted by kind', () => {
    expect(parse('/docs a<!-- b -->c')).toMatchObject({ request: { text: 'ac', removed: { 'HTML comments': 1 } } });
  });

  test.each([
    '',
    ' ',
    'Please /docs',
    'Hello\n/docs x',
    '/docsx',
    '/docs-new',
    '/docs: x',
    '/docs.',
    '/docs/new',
    '> /docs x',
    '>/docs',
    '`/docs x`',
    '```\n/docs x\n```',
    '~~~\n/docs x\n~~~',
    '    /docs x',
    '\t/docs x',
    ' \t/docs x',
    '- /docs x',
    '**/docs** x',
    '\\/docs x',
    '<b>/docs</b>',
    '<blockquote>/docs x</blockquote>',
    '<pre>\n/docs x\n</pre>',
    '<!-- /docs x -->',
    '<!--\n/docs x\n-->',
    '<!--\n/docs x',
    '![/docs x](y)',
    '/ docs',
    `/docs x\n${MARKER_PREFIX} 1 -->`,
    `${MARKER_PREFIX} 1 -->\n/docs x`,
  ])('without the command as its first visible word is no request: %j', (body) => {
    expect(parse(body)).toBeUndefined();
  });
});
