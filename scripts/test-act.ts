/**
 * `npm run test:act`: runs the example workflows, unchanged except for `queue`, in a real workflow engine (nektos/act, no Docker), with this checkout's
 * bundle, against the sandbox service and the sandbox GitHub. `-- --if-available` skips it if Go is missing.
 */
import { checkEnding, play } from './act/play.ts';
import { SCENARIOS } from './act/scenarios.ts';
import { installGoTool, Missing } from './install/tools.ts';

/** Runs only the scenarios whose name contains this: `npm run test:act -- docs-chat`. */
const only = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? '';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
try {
  const act = installGoTool('github.com/nektos/act', '0.2.89');
  const report: string[] = [];
  for (const scenario of SCENARIOS) {
    if (!scenarioName(scenario).includes(only)) continue;
    const facts = await play(act, scenario);
    const holds = Object.entries({ ...checkEnding(scenario.ends, facts), ...scenario.also?.(facts) });
    report.push(`${holds.every(([, isMet]) => isMet) ? 'PASS' : 'FAIL'} ${scenarioName(scenario)}`);
    report.push(...holds.map(([expectation, isMet]) => `${isMet ? 'ok    ' : 'FAILED'} ${expectation}`));
  }
  console.log(report.join('\n'));
  process.exitCode = report.some((line) => line.startsWith('FAIL ')) ? 1 : 0;
} catch (error) {
  if (!(error instanceof Missing)) throw error;
  const skip = process.argv.includes('--if-available');
  console.error(`${skip ? 'skipped' : 'FAIL'} the example workflows: ${error.message}`);
  process.exitCode = skip ? 0 : 1;
}

function scenarioName({ workflow, what }: (typeof SCENARIOS)[number]): string {
  return `examples/${workflow}.yml: ${what}`;
}
