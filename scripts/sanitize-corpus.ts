/**
 * Sanitizes every Markdown file of a folder, by default of the installed packages, with and without inserted hidden passages, and prints visible words that
 * were lost, hidden passages that were left, and what is redacted as a secret, each with what is before it.
 *
 *     node scripts/sanitize-corpus.ts FOLDER
 */
import { compare, lostWords, markdownFiles, plant } from '../__tests__/support/markdown-corpus.ts';
import { readPlain, sanitize } from '../src/sanitize/sanitize.ts';

const sum = { files: 0, lost: 0, hidden: 0, 'lost beside passages': 0, 'passages left': 0, redacted: 0 };
for (const { name, text } of markdownFiles(process.argv[2])) {
  const lost = lostWords(text, sanitize(text).text);
  const planted = compare(plant(text, 5));
  const { text: redacted, removed } = readPlain(text);
  sum.files++;
  sum.redacted += removed.tokens ?? 0;
  for (const [found] of redacted.matchAll(/.{0,40}\[secret redacted\]/g)) console.log(`${name}: ${found}`);
  sum.lost += lost.length;
  sum.hidden += planted.hidden;
  sum['lost beside passages'] += planted.lost.length;
  sum['passages left'] += planted.left.length;
  const wrong = [...lost, ...planted.lost, ...planted.left];
  if (wrong.length > 0) console.log(`${name}: ${wrong.slice(0, 10).join(' ')}`);
}
console.log(sum);
process.exitCode = sum.lost + sum['lost beside passages'] + sum['passages left'] > 0 ? 1 : 0;
