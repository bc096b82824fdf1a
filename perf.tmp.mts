const { sanitize } = await import('/tmp/wt/f/src/sanitize/sanitize.ts');
const P = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];
const gens: [string, (n: number) => string][] = [];
const rep = (s: string) => gens.push([s, (n) => s.repeat(Math.ceil(n / s.length)).slice(0, n)]);
const mode = process.argv[2];
if (mode === 'pairs') for (const a of P) for (const b of P) { rep(a + b); rep(a + b + '\n'); }
else {
  for (const a of P) { rep(a); rep(a + ' '); rep(a + '\n'); rep(a + ' a\n'); }
  for (const s of ['<?<?', '<!--', '-->', '<!-<!-- x -->- y -->', '![', '](', '[\\[', '` ', '<a ', '<a b="', '<a b=\'', '<? ', 'a <!--\n\n', '<div>\n<a \n\n', '[a]: b "\n', '[^a]: b\n', '&#82', '  ```\n', '> ', '- ', '1. ', '| a\n|-\n', '](a (', '<a@', '- ```\n', '> - ', '> > \n', '- - a\n', '<picture>', '<b></i>', '<script>', '<script></script>', '[a](b)', '[[a](b)', '![a](b "c")', '[a][b c]', '[a]', '[^a]', '<details>', '\t', '\n\t', '> \n', '[a]:\n===\n', '|-\n|-|-\n', 'a|b\n:-\n', '<a x x x', '<a x="" ', '*a **b ', '<![CDATA[', '<!X', '</a ', '</', '<a\n', '&lt;', '\\', 'https://', 'www.a', 'http://a_b.c ', '[](a[](a', '[a](<b', '[a](((', "[a](b '", '[a](b "', '`` ` ', '~~~\n', '```a b\n', '```\n> ', '👩\u200d', '\u200b', 'a\u200d', '<title>', '</title>', '<!--\n\n', '\n- [a]: b', '[^a]: [^a]\n', '[^a]:\n    ', '<a@a.a', '<pre>\n', '&amp;', '<li><dl>', '<td><div></p>', '<table><td></div>']) rep(s);
  gens.push(['deep list then blanks', (n) => '- '.repeat(n / 4) + '\n'.repeat(n / 2)]);
  gens.push(['deep list then x', (n) => '- '.repeat(n / 4) + 'a\n' + 'x\n'.repeat(n / 4)]);
  gens.push(['deep list then nested quotes', (n) => '- '.repeat(n / 4) + 'a\n' + '> \n'.repeat(n / 6)]);
  gens.push(['quotes then quoted lines', (n) => '> '.repeat(n / 4) + 'a\n' + '>\n'.repeat(n / 4)]);
  gens.push(['deep list long spaces', (n) => '- '.repeat(n / 4) + 'a\n' + ' '.repeat(n / 2)+ 'a']);
  gens.push(['stack of b', (n) => '<i><div>' + '<b>'.repeat(n / 8) + '</i>'.repeat(n / 8)]);
  gens.push(['[ then ]', (n) => '['.repeat(n / 2) + ']'.repeat(n / 2)]);
  gens.push(['[ then ] def', (n) => '[a]: b\n\n' + '['.repeat(n / 2) + 'a' + ']'.repeat(n / 2)]);
  gens.push(['[ then links', (n) => '['.repeat(n / 2) + '[a](b)'.repeat(n / 12)]);
  gens.push(['growing ticks', (n) => { let s = ''; for (let i = 1; s.length < n; i++) s += '`'.repeat(i) + ' '; return s; }]);
  gens.push(['labels long', (n) => '[a b]: ' + 'u'.repeat(1000) + '\n\n' + '[x][a b]'.repeat(n / 8)]);
  gens.push(['attributes', (n) => '<a' + ' b'.repeat(n / 2) + '>']);
  gens.push(['attributes block', (n) => '<div' + '\nb="c"'.repeat(n / 6) + '>']);
  gens.push(['one quote', (n) => '<div a="' + 'x <b c=\'\n\n'.repeat(n / 10)]);
  gens.push(['ticks 131k', (n) => '`a'.repeat(n / 2)]);
  gens.push(['uniform', (n) => '- '.repeat(n / 2) + 'x']);
  gens.push(['uniform*', (n) => '* '.repeat(n / 2) + '- x']);
  gens.push(['nested titles', (n) => '[a](b "'.repeat(n / 7) ]);
  gens.push(['escapes html', (n) => '<div>\n' + '![a](b) '.repeat(n / 8) ]);
  gens.push(['layers', (n) => '[a '.repeat(n / 20) + '](v "w")'.repeat(n / 20)]);
  gens.push(['layers html', (n) => '<div>\n' + '[a '.repeat(n / 20) + '](v "w")'.repeat(n / 20)]);
}
let rows: [number, string][] = [];
for (const [name, make] of gens) {
  const times = (mode === 'pairs' ? [262144] : [16384, 65536, 262144]).map((n) => { const s = make(n); const t = performance.now(); let r; try { r = sanitize(s); } catch (e) { console.log('CRASH', name, n, String(e).slice(0, 100)); } return performance.now() - t; });
  rows.push([times.at(-1)!, name + ': ' + times.map((t) => Math.round(t)).join(' ')]);
}
rows.sort((a, b) => b[0] - a[0]);
for (const [, r] of rows.slice(0, 25)) console.log(JSON.stringify(r));
console.log(gens.length);
