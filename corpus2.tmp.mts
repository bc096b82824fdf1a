import { markdownFiles, compare, plant, lostWords } from './__tests__/support/markdown-corpus.ts';
const { sanitize } = process.argv[2] === 'old' ? await import('/tmp/old-sanitize/sanitize.ts') : await import('/tmp/wt/f/src/sanitize/sanitize.ts');
const clean = (t: string) => sanitize(t).text;
let [lost, left, hidden, lost0] = [0, 0, 0, 0]; const t0 = performance.now(); let shownN=0;
const files = process.argv[3] ? markdownFiles().filter((_, i) => i % Number(process.argv[3]) === 0) : markdownFiles();
for (const { name, text } of files) {
  lost0 += lostWords(text, clean(text)).length;
  const f = compare(plant(text, 5), clean); lost += f.lost.length; left += f.left.length; hidden += f.hidden;
  if (process.argv[2] !== 'old' && (f.lost.length || f.left.length) && shownN++ < 8) console.log(name, f.lost.slice(0, 5), f.left.slice(0, 5));
}
console.log({ n: files.length, lost0, lost, left, hidden, s: (performance.now() - t0) / 1000 });
