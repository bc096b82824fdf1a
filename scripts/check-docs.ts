/**
 * `node scripts/check-docs.ts [folder]`: checks what users read in a checkout, by default this one: links, commands, names of inputs,
 * outputs and verdicts, long sentences, spelling, words to avoid, and the action's version in workflows.
 */
import { readFileSync } from 'node:fs';
import { findMistakes } from './check-docs/all-checks.ts';
import { readProject } from './check-docs/project.ts';
import { americanWords, OWN_WORDS } from './check-docs/spelling.ts';

const own = readFileSync(new URL(`../${OWN_WORDS}`, import.meta.url), 'utf8')
  .trim()
  .split('\n');
const findings = findMistakes(await readProject(process.argv[2] ?? '.'), americanWords(own));
for (const { path, line, problem } of findings) console.error(`${path}:${line}: ${problem}`);
process.exitCode = findings.length > 0 ? 1 : 0;
