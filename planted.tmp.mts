const { sanitize } = await import('/tmp/wt/f/src/sanitize/sanitize.ts');
const { shown } = await import('/tmp/wt/f/__tests__/support/sanitize-shown.ts');
const W = 'plantedword';
const inline = [`<!-- ${W} -->`, `![${W}](x.png)`, `![${W}][ref]`, `[a](/u "${W}")`, `[a](/u '${W}')`, `[a](/u (${W}))`, `[a](<u ${W}>)`, `<b title="${W}">a</b>`, `<span hidden data-x='${W}'>a</span>`, `<img alt="${W}" src="x">`, `<a href="/x" title="${W}"></a>`, `<picture><source srcset="x">${W}<img src="x"></picture>`, `<script>${W}</script>`, `<style>${W}</style>`, `<template>${W}</template>`, `<title>${W}</title>`, `<noscript>${W}</noscript>`, `<ruby>a<rp>${W}</rp></ruby>`, `[](/u/${W})`, `[a][ref ${W} x]`, `<? ${W} ?>`, `<![CDATA[ ${W} ]]>`, `<!X ${W}>`, `plan\u200btedword`.replace('plan','&#8203;')];
const blocks: [string, (s: string) => string][] = [['paragraph', (s) => `some text ${s} more\n`], ['line start', (s) => `${s}\n`], ['item', (s) => `- a ${s} b\n- c\n`], ['item start', (s) => `- ${s}\n`], ['nested', (s) => `- a\n  - b\n    1. c ${s}\n`], ['quote', (s) => `> a ${s}\n> b\n`], ['quoted list', (s) => `> - a\n>   ${s}\n`], ['cell', (s) => `| a | b |\n|---|---|\n| x ${s} | y |\n`], ['heading', (s) => `## a ${s}\n`], ['setext', (s) => `a ${s}\n===\n`], ['after fence', (s) => `\`\`\`js\ncode\n\`\`\`\n${s}\n`], ['emphasis', (s) => `**a ${s} b**\n`], ['footnote', (s) => `a[^fn]\n\n[^fn]: x ${s}\n`], ['html block', (s) => `<div>\nx ${s.startsWith('<') ? s : ''}\n</div>\n`], ['link text', (s)=>`[x ${s.startsWith('<') || s.startsWith('!') ? s : ''}](/u)\n`], ['task', (s) => `- [ ] a ${s}\n`]];
let n = 0;
for (const i of inline) for (const [name, b] of blocks) for (const before of ['', '# T\n\nintro\n\n']) {
  const text = `${before}${b(i)}\n[ref]: /r\n[ref ${W} x]: /r\n`; n++;
  const out = sanitize(text).text;
  if (out.includes('tedword')) console.log(name, JSON.stringify(text), '->', JSON.stringify(out));
}
console.log(n);
