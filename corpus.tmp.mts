import { readFileSync, globSync } from 'node:fs';
import { createHash } from 'node:crypto';
const { sanitize } = process.argv[2] === 'old' ? await import('/tmp/old-sanitize/sanitize.ts') : await import('/tmp/wt/f/src/sanitize/sanitize.ts');
const { shown } = await import('/tmp/wt/f/__tests__/support/sanitize-shown.ts');
const files = globSync('/work/main/node_modules/**/*.md'); const seen = new Set();
let lost = 0, total = 0, bad = 0, n = 0, bytes=0, time = 0, idem=0;
const words = (s: string) => s.normalize('NFC').replace(/[\u200b-\u200f\ufeff\u00ad\ufe0f\u2060\u202a-\u202e]/g,'').match(/[\p{L}\p{N}]+/gu) ?? [];
for (const file of files.sort()) {
  let text; try { text = readFileSync(file, 'utf8'); } catch { continue; }
  const h = createHash('md5').update(text).digest('hex'); if (seen.has(h)) continue; seen.add(h);
  n++; bytes += text.length;
  text = text.slice(0, 262144).replace(/\r\n?/g, '\n');
  const t = performance.now(); const out = sanitize(text).text; time += performance.now() - t;
  if (sanitize(out).text !== out) { idem++; console.log('IDEM', file); }
  if (out === text) { total += words(text).length; continue; }
  const want = words(shown(text, 'dropped')); const have = new Map<string, number>();
  for (const w of words(shown(out,'dropped'))) have.set(w, (have.get(w) ?? 0) + 1);
  const gone = want.filter((w) => { const k = have.get(w) ?? 0; have.set(w, k - 1); return k <= 0; });
  total += want.length; lost += gone.length; if (gone.length) { bad++; console.log(file.replace('/work/main/node_modules/', ''), gone.length, gone.slice(0, 8).join(' ')); }
}
console.log({ n, bytes, total, lost, bad, time, idem });
