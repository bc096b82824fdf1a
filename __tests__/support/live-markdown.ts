/** Every sign of ASCII. */
export const PUNCTUATION = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];

/** Parts that begin or end something in Markdown or HTML each time they are repeated, by what they are. */
export const LIVE_PARTS: Readonly<Record<string, readonly string[]>> = {
  'pairs of signs': [
    ...['<?', '<!', '</', '](', '![', '[^', ']:', '`~', '|-', '\\[', '&#', '<a', '**', '>-', '[\\[', '` ', '//', '$`'],
  ],
  'quotes and lists in each other': ['> - ', '- > ', '> > \n', '- - a\n', '1. ', '> 1. a\n', '- ```\n', '> ', '- '],
  fences: ['  ```\n', '```\n', '~~~ a\n'],
  'unclosed HTML': [
    ...['<!--', '-->', '<!-<!-- x -->- y -->', '<? ', 'a <!--\n\n', '<a ', '<a@'],
    ...['<?<?', '<![CDATA[', '<a b="', "<a b='", '<picture>', '<script>', '<b></i>', '<div>\n<a \n\n'],
  ],
  'unclosed HTML in a paragraph': ['a<!--', 'a<?', 'a<!X', 'a<![CDATA['],
  links: [
    ...['[a](b "', "[a](b '", '[a](((', '[](a[](a', '[[a](b)', '[a]:\n===\n', '[a]: b "\n', '[^a]: [^a]\n'],
    ...['[^a]: b\n', '](a (', 'www.a', 'http://a '],
  ],
  tables: ['| a\n|-\n', '|-\n|-|-\n', 'a|b\n:-\n'],
  'invisible characters': ['&#82', '\u200b', '👩\u200d'],
};
