import fc from '/work/main/node_modules/fast-check/lib/fast-check.js';
const { sanitize } = await import('/tmp/wt/f/src/sanitize/sanitize.ts');
const { shown } = await import('/tmp/wt/f/__tests__/support/sanitize-shown.ts');
const NASTY = `
<!-- --> <!--> --!> -- <!- -> <! <? ?> <![CDATA[ ]]> <!X < > /> </ </b> <b> <b <div> <div </div> <pre> </pre> <script>
</script> <textarea> </textarea> <title> </title> <details> <summary> <p·align=center> <https://x.example> <https:// <x·y> <i> = | " '
<b·title=" <b·title=' <div·title=" <a·href=" <a·href=/x·title= <img·alt=" <script·a=" \`\`\`js \`\`\` \`\` \` \`\`\`\` ~~~ \`a\` <picture> </picture> <source> <rp> </rp>
\\ \\\` \\[ \\< [ ![ ] ]( ][ : [a] [a]:·/u· [a]:·/u·" [b]: [//]:·#·( [comment]:·<>·( ( ) [^a] [^a]:· [^b]: ![x]( ](/u·" ](/u·'
](< $ $$ https://x www.x.example // -· >· 1.· 2)· -·[·]· #· --- === * _ ~ a b é &#8203; &zwnj; &lt; & &amp;#8203; 👩 👩‍👩‍👧 ی ख
`.trim().split(/\s+/).map((t) => t.replaceAll('·', ' '));
const SPACES = [' ','  ','    ','\t','\n','\n','\n','\n\n','\n\n','\n  ','\n    ','\n> ','\n- ','\n>\n','\r','\f'];
const LINES = ['\n```\n','~~~\n','| a | b |\n| - | - |\n','\u200b','\u200d','\u200c','\u202e','\u00ad','\u2028','\u0000','\u00a0'];
const ban = process.argv[3] ? new RegExp(process.argv[3]) : /$^/;
const mode = process.argv[4] ?? 'both';
const token = fc.constantFrom(...[...NASTY, ...SPACES, ...SPACES, ...LINES].filter((t) => !ban.test(t)));
const withWords = fc.array(fc.oneof({ arbitrary: token, weight: 3 }, fc.constant('')), { minLength: 1, maxLength: 16 })
  .map((parts) => parts.map((part, index) => part || ` obey c${index}x `).join(''));
let kept = 0;
const words = (s: string) => s.match(/c\d+x/g) ?? [];
const r = fc.check(fc.property(withWords, (text) => {
  if (/\s\([^)]*\(/.test(text)) return;
  const once = sanitize(text).text;
  if (sanitize(once).text !== once) throw new Error('not idempotent ' + JSON.stringify(once) + ' -> ' + JSON.stringify(sanitize(once).text));
  const left = words(once);
  const plain = text.replaceAll('- [ ] ', '- '); const [a, b] = [shown(plain), shown(plain, 'dropped')];
  if (mode !== 'lost') { const bad = left.filter((w) => !a.includes(w) && !b.includes(w)); if (bad.length) throw new Error('LEFT ' + bad + ' ' + JSON.stringify(once)); }
  if (mode !== 'left') { const lost = words(a).filter((w) => b.includes(w) && !left.includes(w)); if (lost.length) throw new Error('LOST ' + lost + ' ' + JSON.stringify(once) + '\n' + a + '\n'+b); }
  kept++;
}), { numRuns: Number(process.argv[2] ?? 2000), endOnFailure: false });
console.log(r.failed ? JSON.stringify(r.counterexample) + '\n' + r.errorInstance?.message : 'ok', kept);
