import { describe, expect, test } from '@jest/globals';
import { addRemoved, REMOVED_KINDS, sanitize } from '../../../src/sanitize/index.ts';

const flag = (letters: string) =>
  `🏴${[...letters].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`;

describe('sanitizing keeps', () => {
  test.each([
    ['families, with joiners', '👩‍👩‍👧‍👦 👨🏽‍💻 ❤️ ☎️ 🏳️‍🌈'],
    ['flags and keycaps', `🇩🇪 ${flag('gbeng')} ${flag('gbsct')} ${flag('gbwls')} 1️⃣ #️⃣`],
    ['Persian', 'می‌خواهم این را بخوانم'],
    ['Arabic', 'السلام عليكم ورحمة الله ۝'],
    ['Hebrew', 'שָׁלוֹם עולם (RTL)'],
    ['Hindi and Sinhala', 'क्‍ष और श्री, ශ්‍රී'],
    ['a table', '| a | b |\n| --- | :-: |\n| `x\\|y` | 1 |\n| 2 | 3 |'],
    ['a task list', '- [ ] one\n- [x] two @alice #12'],
    ['comments in a fence', '```html\n<!-- stays -->\n<div class="x">\n```\n'],
    ['comments in a longer fence', '~~~~md\n```\n<!-- stays -->\n```\n~~~~'],
    ['a fence in a list', '1. Do:\n   ```html\n   <a title="x">\n\n   <!-- y -->\n   ```\n2. Then'],
    ['a deeper fence in a list', '1. Do:\n\n    ```html\n    <a title="x">\n    ```\n2. Then'],
    ['a fence in a quote', '> ```php\n> <?php\n>\n> echo 1;\n> ```\n\nPlease document this.'],
    [
      'a fence with a tag in a quote',
      '> a\n> ```html\n> <script src="x.js" defer>\n> </script>\n> ```\n\nmore',
    ],
    ['indented code', 'Look:\n\n    <?php\n\n    <!-- y\n\nmore'],
    ['brackets with a circumflex', 'Not [^a-z] nor [^ x].\nBut [a][^b].'],
    ['prices and code', 'For $5 use `<b title="x">`.'],
    ['comments in code spans', 'Use `<!-- more -->`, ``a ` <b c="d">`` and `a | b`.'],
    [
      'reference links',
      'See [docs][d], [the guide] and [d].\n\n[d]: https://x.example/a_(b)\n[The Guide]: <https://x.example>',
    ],
    ['footnotes', 'Text[^1], and as [^note]: said.\n\n[^1]: One\n[^note]: Two\n\n    more'],
    ['formulas', 'Math $a<b$ and $`x`$\n\n$$\nx^2\n$$'],
    [
      'no tags',
      'a < b and c > d, x <y, List<?> x, <https://auto.link>, <me@example.com>, a -> b --> c',
    ],
    ['quotes', '> quoted\n> more\n\nanswer'],
    ['code in prose', 'if (a[0] && !b[1]) { c(d) } and vec![1, 2]'],
    ['links', '[a](https://x.example/y#z), [b](<https://x.example>) and ![](y.png)'],
    ['a definition that is none', 'Some text\n[Note]: https://x.example'],
    ['escapes and references', '\\*x\\* C:\\dir &lt;b&gt; &amp; &copy; &nbsp;'],
    ['line breaks', 'one  \ntwo\\\nthree\tfour'],
    ['headings and lines', '# A\n\nB\n===\n\n***\n\n- - -'],
    [
      'an issue',
      '### Steps\n\n1. Run `npm i`\n2. See:\n\n```console\n$ x --y=<z>\n```\n\n**Expected**: no `<div class="a">` 🎉\n',
    ],
  ])('%s', (_, text) => {
    expect(sanitize(text)).toEqual({ text, removed: {} });
  });

  test('CRLF and CR as LF, without counting them', () => {
    expect(sanitize('a\r\nb\rc')).toEqual({ text: 'a\nb\nc', removed: {} });
  });
});

describe('sanitizing removes invisible characters:', () => {
  test.each([
    ['zero width', 'a\u200bb\u2060c\ufeffd\u00ade', 'abcde', { 'invisible characters': 4 }],
    [
      'fillers',
      'a\u3164b\u115fc\u180ed\uffa0e\u2064f\u034fg',
      'abcdefg',
      { 'invisible characters': 6 },
    ],
    ['tags', 'a\u{e0041}\u{e0042}\u{e007f}', 'a', { 'invisible characters': 3 }],
    ['variation selectors', 'a\ufe0f\u{e0100}b 1\ufe0f', 'ab 1', { 'invisible characters': 3 }],
    ['a joiner between no letters', 'a\u200db 1\u200c2', 'ab 12', { 'invisible characters': 2 }],
    ['more joiners than one', 'ی\u200c\u200cخ', 'ی\u200cخ', { 'invisible characters': 1 }],
    ['half characters', 'a\ud800b', 'ab', { 'invisible characters': 1 }],
    ['direction', 'a\u202eb\u2066c\u2069\u200f\u061c', 'abc', { 'direction marks': 5 }],
    ['controls', 'a\u0000\u001b[1m\u0085b', 'a[1mb', { 'control characters': 3 }],
    ['separators of lines', 'a\u2028b\u2029c', 'a\nb\nc', { 'control characters': 2 }],
    ['numbers', 'a&#8203;b&#xE0041;c&#X200b;d', 'abcd', { 'invisible characters': 3 }],
    [
      'named character references',
      'a&zwnj;b&lrm;c&shy;d&ZeroWidthSpace;&NoBreak;',
      'abcd',
      { 'invisible characters': 4, 'direction marks': 1 },
    ],
    ['numbers in numbers', 'a&#82&#8203;03;b', 'a\\&#8203;b', { 'invisible characters': 1 }],
    [
      'in code too',
      '```\na\u200bb &#8203;\n```',
      '```\nab &#8203;\n```',
      { 'invisible characters': 1 },
    ],
  ])('%s', (_, text, left, removed) => {
    expect(sanitize(text)).toEqual({ text: left, removed });
  });
});

describe('sanitizing keeps characters that choose a glyph:', () => {
  test.each([
    ['ideographic variation selectors', '葛\u{e0100}城、辻\u{e0101}さん、𠮟\u{e0100}'],
    ['the variants of ideographs that are compatible with other standards', '神\ufe00 海\ufe01'],
    ['Mongolian variation selectors', 'ᠠ\u180b ᠨ\u180c ᡳ\u180d ᠭ\u180f'],
    ['the Mongolian vowel separator', 'ᠰᠠᠷ\u180eᠠ ᠨ\u180b\u180eᠠ'],
    ['fillers between Hangul letters', '가\u3164나 ㄱ\u3164ㅏ ﾡ\uffa0ﾢ'],
    ['fillers in Hangul syllables', '\u115fᅡ ᄀ\u1160 \u115f\u1160ᆨ'],
    ['variants of mathematical signs', 'A ∩\ufe00 B ≨\ufe00 C ∅\ufe00'],
    ['script capitals', '𝒜\ufe00 ℬ\ufe01'],
    ['places of East Asian punctuation', '、\ufe00 。\ufe01 ！\ufe01 “\ufe00'],
    ['dotted letters of Khamti and rotated hieroglyphs', 'က\ufe00 𓂑\ufe00 𓂓\ufe01'],
    ['slashed zeros', '0\ufe00 ０\ufe00'],
  ])('%s', (_, text) => {
    expect(sanitize(text)).toEqual({ text, removed: {} });
  });

  test.each([
    ['two after one ideograph', '葛\u{e0100}\u{e0101}城', '葛\u{e0100}城', 1],
    [
      'after letters that have no variants',
      'a\ufe00 é\u{e0100} か\ufe00 1\ufe00 が\u{e0101}',
      'a é か 1 が',
      5,
    ],
    ['a form that the character does not have', '∩\ufe01 ℬ\ufe02 a\u180b ᠠ\ufe00', '∩ ℬ a ᠠ', 4],
    [
      'fillers at the ends of words, and beside other letters',
      '\u3164가\u3164 a\u3164가 \u115fa ᅡ\u1160',
      '가 a가 a ᅡ',
      5,
    ],
    ['more fillers than one', '가\u3164\u3164나', '가나', 2],
    ['a vowel separator before other letters', 'ᠰ\u180eᠰ a\u180eᠠ', 'ᠰᠰ aᠠ', 2],
  ])('but not %s', (_, text, left, times) => {
    expect(sanitize(text)).toEqual({ text: left, removed: { 'invisible characters': times } });
  });
});

describe('sanitizing removes invisible HTML:', () => {
  const comments = (count: number) => ({ 'HTML comments': count });
  const tags = (count: number) => ({ 'HTML tags': count });
  const attributes = (count: number) => ({ 'hidden attributes': count });
  test.each([
    ['a comment', 'a <!-- x --> b', 'a  b', comments(1)],
    ['a comment over lines', '<!-- a\n\nb -->\n\nc', '\n\nc', comments(1)],
    ['in a list', '- a\n  <!-- b\n  c -->\n- d', '- a\n  \n- d', comments(1)],
    ['its end is outside of the quote', '> <!-- a\nb --> c', '> \n', comments(1)],
    ['unclosed', 'a\n<!-- x\n\ny', 'a\n', comments(1)],
    ['nested: the first mark ends it', '<!-- a <!-- b --> c --> d', ' c --> d', comments(1)],
    ['comments make a comment', 'a <!-<!-- x -->- y -->', 'a \\<!-- y -->', comments(1)],
    ['empty', 'a <!--> b <!---> c', 'a  b  c', comments(2)],
    ['ended for browsers only', '<!-- a --!> b', ' b', comments(1)],
    ['others', 'a <? b ?> c <!X d> e <![CDATA[ f ]]> g', 'a  c  e  g', comments(3)],
    ['a bogus one', '<div>\n</ hidden>\n</div>', '\n\n', { ...comments(1), ...tags(2) }],
    ['attributes', '<b title="x" data-y=z hidden>a</b>', 'a', tags(2)],
    [
      'tags in a paragraph',
      '<kbd>Ctrl</kbd> <a href="https://x.example/?a=1">x</a> <img src="x.png" />',
      'Ctrl x ',
      tags(5),
    ],
    ['of a closing tag in a block of HTML', '<div>a</b hidden words>', 'a', tags(2)],
    ['an unclosed tag', '<div hidden words\nmore\n\nnext', '\n\nnext', tags(1)],
    ['an unclosed quote', '<div title="x\n\nnext', '\n\n', tags(1)],
    ['in a quote', '> <!-- a\n> b -->\n\nc', '> \n\nc', comments(1)],
    ['an instruction in a quote ends with it', '> <?php\n> echo 1;\n\na', '> \n\na', comments(1)],
    ['a link without words', '<a href="/x/hidden"></a> b', ' b', tags(2)],
    [
      'for browsers without ruby',
      '<ruby>a<rp>hidden</rp></ruby>',
      'a',
      { ...tags(4), 'hidden elements': 1 },
    ],
    [
      'the same without an end',
      '<ruby>a<rp><b>hidden</ruby>',
      'a',
      { ...tags(4), 'hidden elements': 1 },
    ],
    ['long words for a language', '```Agent:delete-docs\na\n```', '```\na\n```', attributes(1)],
    ['after the language of code', '```js title="x" y\na\n```', '```js\na\n```', attributes(1)],
  ])('%s', (_, text, left, removed) => {
    expect(sanitize(text)).toEqual({ text: left, removed });
  });
});

describe('sanitizing removes invisible Markdown:', () => {
  const references = (count: number) => ({ 'hidden references': count });
  test.each([
    ['alternative text', '![alt](x.png)', '![](x.png)', { 'image descriptions': 1 }],
    ['with brackets', '![a [b](c) ![d](e)](f)', '![](f)', { 'image descriptions': 1 }],
    [
      'with a title',
      '![alt](x "title")',
      '![](x)',
      { 'image descriptions': 1, 'hidden references': 1 },
    ],
    [
      'of a reference',
      '![alt][r]\n\n[r]: x.png',
      '![][r]\n\n[r]: x.png',
      { 'image descriptions': 1 },
    ],
    [
      'that is a reference',
      '![alt text]\n\n[alt text]: x.png',
      '![](x.png)\n\n',
      { 'hidden references': 2 },
    ],
    [
      'titles of links',
      '[a](b "x") [c](d \'x\') [e](f\n(x))',
      '[a](b) [c](d) [e](f)',
      references(3),
    ],
    [
      'titles of definitions',
      '[a][r]\n\n[r]: x.png\n "more"',
      '[a][r]\n\n[r]: x.png',
      references(1),
    ],
    [
      'further definitions',
      '[a][r]\n\n[r]: x.png\n[r]: hidden.png',
      '[a][r]\n\n[r]: x.png\n',
      references(1),
    ],
    ['words for an address', '[a](<hidden words>)', '[a]()', references(1)],
    ['words for a label', '[a][hidden words]\n\n[hidden words]: x', '[a](x)\n\n', references(2)],
    ['comments by definition', '[//]: # (x)\n[comment]: <> "x\ny"\na', '\n\na', references(2)],
    ['in a quote', '> [//]: # "x\n> y"\n> z', '> \n> z', references(1)],
    ['in a list', '- [//]: # (x)\n- a', '- \n- a', references(1)],
    [
      'footnotes without a reference',
      '[^x]: hidden\nmore\n\n    more\n\na',
      '\n\na',
      references(1),
    ],
    ['with a reference in code only', 'a `[^x]`\n\n[^x]: hidden', 'a `[^x]`\n\n', references(1)],
    [
      'a link without words',
      '[](https://x.example/hidden) [ ](<x>) [][r] a\n\n[r]: x',
      '   a\n\n',
      references(4),
    ],
    ['brackets over lines', 'a [^b\nhidden\nso] c', 'a  c', references(1)],
    ['the same in a quote', '> ![^b c\n> hidden] d', '> ! d', references(1)],
    ['escaped', '[\\^a\nhidden] [&#94;\nhidden]', ' ', references(2)],
    ['cells without a column', '| a |\n| - |\n| b | c |', '| a |\n| - |\n| b |', references(1)],
  ])('%s', (_, text, left, removed) => {
    expect(sanitize(text)).toEqual({ text: left, removed });
  });
});

describe('sanitizing takes for text, not for code,', () => {
  test.each([
    ['backticks in an HTML block', '<div>\n` <!-- hidden --> `\n</div>'],
    ['a fence in an HTML block', '<div>\n```\n<!-- hidden -->\n```\n</div>'],
    [
      'a fence in a block that a blank line does not end',
      '<pre>\n\n```\n<!-- hidden -->\n```\n</pre>',
    ],
    ['what follows the list item of a fence', '- a\n  ```\n\n<!-- hidden -->\n'],
    ['what follows a fence that closed the list item', '- <div>\n```\n\n```\n<!-- hidden -->\n```'],
    [
      'what follows a fence that is indented differently',
      '  ```\na\n   ```\n<!-- hidden -->\n  ```',
    ],
    ['an info string with a backtick', '``` `\n<!-- hidden -->\n```'],
    ['an escaped backtick', '\\` <!-- hidden --> `'],
    ['an unmatched run before', '`` a <!-- hidden --> ``` ` b'],
    ['cells of a table', '| a | b |\n| - | - |\n| `x | <!-- hidden --> y` |'],
    ['in an attribute', '<b title="`"> <!-- hidden --> `'],
    ['in an address', '[a](`) <!-- hidden --> `'],
    ['after a bare address', 'https://x.example/` <!-- hidden --> `'],
    ['a fence that invisible characters break', '`\u200b``\n<!-- hidden -->\n```'],
    ['a definition with code', '[a]\n\n[a]: ` "<!-- hidden --> `"'],
  ])('%s', (_, text) => {
    expect(sanitize(text).text).not.toContain('hidden');
  });
});

describe('sanitizing removes what parsers read differently:', () => {
  test.each([
    ['a tag that is shown', '<script a="<img alt="</script> hidden'],
    ['an attribute over a blank line', '<script><a href=/x title=\n\n hidden'],
    ['a footnote in an image', '\\`![\n>\n[^a]: hidden'],
    ['a quote that interrupts a tag', '</b \n> ~~~ x hidden'],
    ['a declaration in a quote', '><!X \n> hidden'],
    ['a block that interrupts CDATA', 'a <![CDATA[```\n<!X \n\n hidden'],
    ['a row with more cells', '| a | b |\n| - | - |\n--|| hidden'],
    ['a comment that ends in a tag', '<!-- <!-- --> <b title=" --> hidden">'],
    ['a comment that a browser ends before the tag', '<!-- a --!> <b title="--> hidden">'],
    ['an instruction that ends in a tag', '<? > <b title="?> hidden">'],
    ['a reference in an address', 'https://x[^a]\n[^a]: hidden'],
    ['a second footnote of a name', '[^a]\n\n[^a]: a\n[^a]: hidden'],
    ['a footnote before an unclosed comment', '[^a]\n\n[^a]: hidden\n<!-- '],
    ['an image with half a comment', '![ hidden <!--](x)'],
    ['a comment behind one that ends its block', '<!--><!--\n--> hidden'],
    ['a comment in a bogus one', '<!-\n- <!--/> hidden <!--'],
    ['a block that interrupts a tag', '<img alt="\n  <div title="\n\n hidden'],
    ['a space that is none', '<a href=/x title=[\u00a0[^b]: hidden >'],
    ['an address with such a space', '[a](/u\u00a0b "hidden")'],
    ['two tables', '| a | b |\n| - | - |\n>\n| a |\n| - |\n| c | hidden |'],
    ['indented in a footnote', 'a[^a]\n\n[^a]: b\n\n    <!-- hidden -->'],
    ['a comment in mid-line of a quote', '> x <!-- a\n>\n> <div title="-->\n> hidden">'],
    ['a declaration that the marker of a quote does not end', '> a <!X\n>  hidden > b'],
    ['an element that a block in it does not end', 'a<details><rp>\n\n> hidden'],
    ['an instruction in a quote that a browser ends', '> <? > <!--\n\nhidden'],
    ['a quote that ends before the attribute', 'a\n> <div title="\n- b "c\n\n- hidden'],
    ['a definition in a task', '- [ ] [a]: /u "hidden\n  hidden"'],
    ['a comment in a bogus one to its end', '</<!--\n- <!--[</textarea>\n\n  hidden'],
    ['an element whose end is code', 'a <pre>"<rp>b\n>\n    </rp> hidden'],
    ['a fence in a quote that ends', '> ```\n\n<!-- hidden -->\n> ```'],
    ['a title in a paragraph', '*a*\n[a]: /u "<b title=\'"\nhidden \'>'],
  ])('%s', (_, text) => {
    expect(sanitize(text).text).not.toContain('hidden');
  });
});

test('text is sanitized completely if comments in it are nested 1,000 deep', () => {
  const depth = 1_000;
  const { text } = sanitize(`${'<!-'.repeat(depth)}<!-- x -->${'- hidden -->'.repeat(depth)}`);
  expect(text).not.toMatch(/(?<!\\)<!--/);
  expect(sanitize(text).removed).toEqual({});
});

test('counts are added by kind', () => {
  expect(
    addRemoved({ 'image descriptions': 1 }, { 'image descriptions': 2, 'HTML comments': 1 }),
  ).toEqual({
    'HTML comments': 1,
    'image descriptions': 3,
  });
  expect(addRemoved({}, {})).toEqual({});
  expect(new Set(REMOVED_KINDS).size).toBe(REMOVED_KINDS.length);
});
