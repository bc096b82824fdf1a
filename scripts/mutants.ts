/**
 * `npm run mutants -- <module>`: changes the module's code in one place after another, and runs its tests each time. A change that
 * no test notices is printed: a test is missing, or the code does nothing. See --help.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { instrument, type Mutant } from './mutants/instrument.ts';
import { MODULES } from './mutants/modules.ts';
import type { Status } from './mutants/protocol.ts';
import { testMutants } from './mutants/test-mutants.ts';

const HELP = `Mutation testing of the parts of src that decide something, with the changes that Stryker makes.

Usage: npm run mutants -- <module> [--file <path>]

  --file   only this file of the module

Modules: ${Object.keys(MODULES).join(', ')}

Prints each surviving change, and fails below 90 %. docs/mutation-testing.md has the last results, and says which survivors are no
fault.
`;

/** Percent. */
const MIN_KILLED = 90;
function describeMutant({ fileName, mutatorName, location: { start, end }, replacement }: Mutant): string {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1);
  const last = lines.length - 1;
  const after = (lines[last] ?? '').slice(end.column);
  const changed = (lines[0] ?? '').slice(0, start.column) + replacement + after;
  const path = fileName.slice(process.cwd().length + 1);
  return [
    `${path}:${start.line + 1}:${start.column + 1} ${mutatorName}`,
    ...lines.map((line) => `  - ${line.trim()}`),
    ...changed.split('\n').map((line) => `  + ${line.trim()}`),
  ].join('\n');
}

function printResults(mutants: readonly Mutant[], results: ReadonlyMap<string, Status>): boolean {
  const withStatus = (status: Status) => mutants.filter(({ id }) => results.get(id) === status);
  for (const status of ['survived', 'not covered'] as const) {
    for (const mutant of withStatus(status)) console.log(`\n${status}: ${describeMutant(mutant)}`);
  }
  const [killed, hanging] = [withStatus('killed').length, withStatus('timeout').length];
  const share = (100 * (killed + hanging)) / mutants.length;
  const survived = mutants.length - killed - hanging;
  console.log(
    `\n${mutants.length} changes: ${killed} killed, ${hanging} made the tests hang, ${survived} survived: ${share.toFixed(1)} %`,
  );
  return share >= MIN_KILLED;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' }, file: { type: 'string' } },
});
const [name] = positionals;
if (values.help || name === undefined) console.log(HELP);
else {
  const module = MODULES[name];
  if (!module) throw new Error(`There is no module '${name}'. The modules: ${Object.keys(MODULES).join(', ')}.`);
  const began = Date.now();
  const paths = values.file ? [values.file] : module.files.flatMap((pattern) => globSync(pattern));
  const instrumented = await instrument(paths.map((path) => resolve(path)));
  const results = new Map(await testMutants(instrumented, module.tests));
  const isLeft = ({ id }: Mutant) => !['killed', 'timeout'].includes(results.get(id) ?? '');
  const left = { ...instrumented, mutants: instrumented.mutants.filter(isLeft) };
  if (module.slowTests && left.mutants.length > 0)
    for (const [id, status] of await testMutants(left, module.slowTests)) results.set(id, status);
  process.exitCode = printResults(instrumented.mutants, results) ? 0 : 1;
  console.log(`${Math.round((Date.now() - began) / 1000)} s`);
}
