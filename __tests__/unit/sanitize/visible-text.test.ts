import { describe, expect, test } from '@jest/globals';
import { sanitize } from '../../../src/sanitize/index.ts';

describe('text that a reader of the page sees stays', () => {
  test.each([
    [
      'two links in parentheses of release notes',
      '* fix a ([#30](https://x.example/30)) ([9c56cc5](https://x.example/9c))',
    ],
    ['a definition with code in its label', '[`a.b()`]: https://x.example\n\nSee [`a.b()`].'],
    [
      'a fence in a nested list',
      '- a\n  - b\n    ```html\n    <div class="x">\n    <!-- y -->\n    ```\n',
    ],
    ['a fence in a list in a quote', '> 1. a\n>\n>    ```html\n>    <div class="x">\n>    ```\n'],
    ['brackets next to each other without a definition', 'arr[text][two words] stays'],
    ['an emoji with a joiner and no selector', '🤷‍♂ and 👩‍💻'],
    ['an emoji with the selector of its text form', '✈︎ and ☎︎'],
    ['a Malayalam chillu in its old spelling', 'അവന്‍ അവര്‍ പറഞ്ഞു'],
    ['the halves of code over lines', 'a `b\nc` d'],
    ['a less-than sign before a word', 'if a <b; c> d'],
    ['an address with brackets in it', 'https://x.example/![a](b) c'],
    ['parentheses nested in a title that is none', '[//]: # (( seen )'],
    ['an unclosed comment in a paragraph', 'a <!-- b\n\nc --> d'],
    ['an unclosed element that holds only text', 'The <title of a page.\n\nMore'],
    ['a style, which the tag filter shows', 'a <style>b</style> c'],
    ['a script, which the tag filter shows', '<script>\n// seen\n</script>\n\nb'],
  ])('%s', (_, text) => {
    expect(sanitize(text)).toEqual({ text, removed: {} });
  });

  test('an unfenced JSX tag over lines loses nothing but the tag, if it is one', () => {
    const text = '# Use\n\n<Foo\n  bar={() => {\n    a("b")\n  }}\n/>\n\n## More\n\nwords';
    expect(sanitize(text).text).toBe(text);
    expect(sanitize('<Foo\n  bar="x"\n/>\n\n## More').text).toBe('\n\n## More');
  });

  test('the unclosed tag of a page with markup in braces ends with its block', () => {
    expect(sanitize('<div style={{a: "b"\n\n# More\n\nwords').text).toBe('\n\n# More\n\nwords');
  });

  test.each([
    ['an image description of an HTML block', '<div>\n![seen](x)\n</div>', '\n!\\[seen](x)\n'],
    ['the title of a link in an HTML block', '<div>\n[a](b "seen")\n</div>', '\n\\[a](b "seen")\n'],
    [
      'parentheses behind brackets with a comment between',
      '[a]<!-- x -->(b "seen")',
      '\\[a](b "seen")',
    ],
    ['a tag made by taking a comment out', '<<!-- x -->b title="seen">', '\\<b title="seen">'],
    ['a fence made by taking a tag out', '``<b>`` ` seen', '``<b>`` ` seen'],
    ['a reference made by taking a reference out', 'a&#82&#8203;03;b', 'a\\&#8203;b'],
  ])(
    'a backslash keeps visible what would be hidden without the removed parts: %s',
    (_, text, left) => {
      expect(sanitize(text).text).toBe(left);
    },
  );

  test.each([
    ['a line break', 'a<br>b', 'a b'],
    ['cells', '<td>a</td><td>b</td>', ' a  b '],
    ['formatting', 'H<sub>2</sub>O', 'H2O'],
  ])('words that %s keeps apart or together stay so without the tag', (_, text, left) => {
    expect(sanitize(text).text.trim()).toBe(left.trim());
  });

  test('collapsed sections stay and are counted', () => {
    const { text, removed } = sanitize(
      '<details>\n<summary>a</summary>\n\nb\n\n</details>\n\n<details open>c</details>',
    );
    expect(text.match(/\w+/g)).toEqual(['a', 'b', 'c']);
    expect(removed).toEqual({ 'collapsed sections': 1, 'HTML tags': 6 });
  });

  test('a link whose label has words keeps its address', () => {
    expect(sanitize('[text][two words]\n\n[two words]: https://x.example').text).toBe(
      '[text](https://x.example)\n\n',
    );
  });
});

describe('text in elements that GitHub does not show is removed', () => {
  test.each([
    [
      'between source and image of a picture',
      'a <picture><source srcset="x">hidden<img src="y"></picture> b',
    ],
    ['of a picture over blocks', '<picture>\n\nhidden\n\n    hidden\n\n</picture>\n\nb'],
    ['of a template', 'a <template><p>hidden</p></template> b'],
    ['without scripts', 'a <noscript>hidden</noscript> b'],
    ['of a player', '<video>\nhidden\n</video>\n\nb'],
    ['of a sound', 'a <audio src="x">hidden</audio> b'],
    ['of a closed dialog', 'a <dialog>hidden</dialog> b'],
  ])('%s', (_, text) => {
    const { text: left, removed } = sanitize(text);
    expect(left).not.toContain('hidden');
    expect(left).toMatch(/b\s*$/);
    expect(removed).toMatchObject({ 'hidden elements': 1 });
  });

  test('to the end of the paragraph in which an unclosed picture begins', () => {
    expect(sanitize('a <picture> hidden\n\nb').text).toBe('a \n\nb');
  });
});
