/** All punctuation of ASCII. */
export const PUNCTUATION = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];

/** Texts that begin or end an element of Markdown or HTML each time they are repeated, by name. */
export const LIVE_PARTS: Readonly<Record<string, readonly string[]>> = {
  'pairs of signs': [
    '<?',
    '<!',
    '</',
    '](',
    '![',
    '[^',
    ']:',
    '`~',
    '|-',
    '\\[',
    '&#',
    '<a',
    '**',
    '>-',
    '[\\[',
    '` ',
    '//',
    '$`',
  ],
  'quotes and lists in each other': [
    '> - ',
    '- > ',
    '> > \n',
    '- - a\n',
    '1. ',
    '> 1. a\n',
    '- ```\n',
    '> ',
    '- ',
  ],
  fences: ['  ```\n', '```\n', '~~~ a\n'],
  'unclosed HTML': [
    '<!--',
    '-->',
    '<!-<!-- x -->- y -->',
    '<? ',
    'a <!--\n\n',
    '<a ',
    '<a@',
    '<?<?',
    '<![CDATA[',
    '<a b="',
    "<a b='",
    '<picture>',
    '<script>',
    '<b></i>',
    '<div>\n<a \n\n',
  ],
  'unclosed HTML in a paragraph': ['a<!--', 'a<?', 'a<!X', 'a<![CDATA['],
  links: [
    '[a](b "',
    "[a](b '",
    '[a](((',
    '[](a[](a',
    '[[a](b)',
    '[a]:\n===\n',
    '[a]: b "\n',
    '[^a]: [^a]\n',
    '[^a]: b\n',
    '](a (',
    'www.a',
    'http://a ',
  ],
  tables: ['| a\n|-\n', '|-\n|-|-\n', 'a|b\n:-\n'],
  'invisible characters': ['&#82', '\u200b', '👩\u200d'],
};

/** Texts of about `length` characters with maximal nesting. */
export const DEEP_TEXTS: Readonly<Record<string, (length: number) => string>> = {
  'nested lists and blank lines': (length) => '- '.repeat(length / 4) + '\n'.repeat(length / 2),
  'nested quotes and short lines': (length) => '> '.repeat(length / 4) + 'a\n>'.repeat(length / 6),
  'nested lists and a long indent': (length) =>
    `${'- '.repeat(length / 4)}a\n${' '.repeat(length / 2 - 2)}`,
  'nested lists and a word behind a long indent': (length) =>
    `${'- '.repeat(length / 4)}a\n${' '.repeat(length / 2 - 3)}b`,
  'brackets that open and close': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'brackets of footnotes that open and close': (length) =>
    '[^'.repeat(length / 4) + ']'.repeat(length / 4),
  'nested footnotes': (length) => '[^a]: '.repeat(length / 8),
  'a link in many brackets': (length) => '['.repeat(length / 2) + '[a](b)'.repeat(length / 12),
  'one run of backticks': (length) => `${'`'.repeat(length / 8)}\na`,
  'one run of tildes': (length) => `${'~'.repeat(length / 8)}\na`,
  'many runs of backticks': (length) => '`a'.repeat(length / 2),
  'a long gap in a row of a table': (length) => `|a|b|\n|-|-|\n|a${' '.repeat(length - 17)}b|`,
  'a tag with many attributes': (length) => `<a${' b'.repeat(length / 2 - 2)}>`,
  'elements that an end tag does not end': (length) =>
    `<i><div>${'<b>'.repeat(length / 8)}${'</i>'.repeat(length / 8)}`,
  'one long address and many references to it': (length) =>
    `[a b]: ${'u'.repeat(1_000)}\n\n${'[x][a b]'.repeat(length / 9)}`,
  'links within links in HTML': (length) =>
    `<div>\n${'[a '.repeat(length / 20)}${'](v "w")'.repeat(length / 20)}`,
};
