import { readFileSync } from 'node:fs';
import { plant, compare, lostWords } from './__tests__/support/markdown-corpus.ts';
import { shown } from './__tests__/support/sanitize-shown.ts';
import { sanitize } from './src/sanitize/sanitize.ts';
// minimise by dropping lines
for (const name of process.argv.slice(2)) {
  let lines = plant(readFileSync(name, 'utf8').slice(0, 262144), 5).text.split('\n');
  const bad = (ls: string[]) => { const t = ls.join('\n'); const f = compare({ text: t, words: [...new Set(t.match(/planted\d+x/g) ?? [])] }); return f.lost.length + f.left.length > 0; };
  if (!bad(lines)) { console.log('not bad', name); continue; }
  for (let size = Math.ceil(lines.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) for (let i = 0; i < lines.length; ) { const next = [...lines.slice(0, i), ...lines.slice(i + size)]; if (bad(next)) lines = next; else i += size; }
  const t = lines.join('\n'); const f = compare({ text: t, words: [...new Set(t.match(/planted\d+x/g) ?? [])] });
  console.log(name, JSON.stringify(t).slice(0, 600), '\n =>', JSON.stringify(sanitize(t).text).slice(0, 500), f.lost.slice(0, 4), f.left.slice(0, 4));
}
