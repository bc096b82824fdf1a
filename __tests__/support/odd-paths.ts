/** The parts of some lines, which stand between `¦`. */
const listed = (...lines: string[]): readonly string[] =>
  lines.flatMap((line) => line.split(' ¦ '));

/** Paths that would have an effect where they are printed without escaping. */
export const ODD_PATHS = listed(
  '/ ¦ /docs/getting-started ¦ /@alice ¦ @alice ¦ /@acme/team ¦ /#1 ¦ /closes #5 ¦ /acme/app#4 ¦ /GH-2 ¦ #quot;',
  '/<b>bold</b> ¦ /<!-- hidden ¦ /</details><img src=x> ¦ </code></td></tr></table><img src=x onerror=alert(1)> ¦ /-->',
  '/a|b ¦ /a\\|b ¦ \\ ¦ ` ¦ ``` ¦ /`code` ¦ `` ` `` ¦ /```\n``` ¦ \n```\n# Heading ¦ "]\n```\n\n@alice ¦ --- ¦ ~~~',
  '/[x](javascript:alert(1)) ¦ /![x](https://evil.example) ¦ mail@example.com ¦ &lt;b&gt;&#64; ¦ /two\r\n## lines',
  'https://evil.example/ ¦ //www.evil.example ¦ www.evil.example ¦ /a"b;c,d\'e ¦ /_*~$x$ ¦ /**bold** ¦ /a # b',
  '/$\u007b{ github.token }} ¦ /%%{init: {}}%% ¦ /"] --> x ¦ /\u202egnp.exe ¦ /\u200bnothing ¦ /nul\u0000 ¦ /🎉/ü',
  '::set-output name=x::y ¦ /\n::set-output name=x::y ¦ \n::error::boom ¦ ##[error]boom ¦ \n::add-mask::visitors',
  `/${'👩'.repeat(498)} ¦ /${'x'.repeat(997)}`,
);

/** Paths that break CSV or JSON, or that a spreadsheet would take for a formula. */
export const CSV_PATHS = listed(
  `" ¦ "" ¦ ' ¦ , ¦ ; ¦ /a;b ¦ ;=1+1 ¦ /a\nb ¦ /a\rb ¦ \r=1+1 ¦ =1+1 ¦ =HYPERLINK("https://evil.example") ¦ +1 ¦ -1`,
  '@SUM(1) ¦ \t=1 ¦ |cmd ¦ %0A=1 ¦  =1+1 ¦ \u00a0=1+1 ¦ \u200b=1+1 ¦ \ufeff=1+1 ¦ \uff1d1+1 ¦ \u0000=1 ¦    ¦ \n',
  'path ¦ null ¦ __proto__ ¦ /emoji-👩‍💻-é-e\u0301-漢字',
);
