const { sanitize } = await import('/tmp/wt/f/src/sanitize/sanitize.ts');
for (const s of ['-\n', '- a\n', '>', '#\n', '- ']) { const t = s.repeat(262144 / s.length); sanitize(t.slice(0,2000)); const c = process.cpuUsage(); const w=performance.now(); sanitize(t); const d = process.cpuUsage(c); console.log(JSON.stringify(s), (d.user + d.system) / 1000, performance.now()-w); }
