/**
 * `npm run test:act`: runs the example workflows, unchanged except for `queue` and `timezone`, in a real workflow
 * engine (nektos/act, no Docker), with this checkout's bundle, against the sandbox service and the
 * sandbox GitHub. `-- docs-chat` runs the scenarios whose name contains it.
 */
import { checkEnding, play } from './act/play.ts';
import { SCENARIOS } from './act/scenarios.ts';
import { installGoTool } from './install/tools.ts';

const [only = ''] = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const act = installGoTool('github.com/nektos/act', '0.2.89');
const report: string[] = [];
for (const scenario of SCENARIOS) {
  const name = `examples/${scenario.workflow}.yml: ${scenario.what}`;
  if (!name.includes(only)) continue;
  const facts = await play(act, scenario);
  const holds = Object.entries({ ...checkEnding(scenario.ends, facts), ...scenario.also?.(facts) });
  report.push(`${holds.every(([, isMet]) => isMet) ? 'PASS' : 'FAIL'} ${name}`);
  report.push(
    ...holds.map(([expectation, isMet]) => `${isMet ? 'ok    ' : 'FAILED'} ${expectation}`),
  );
}
console.log(report.join('\n'));
process.exitCode = report.some((line) => line.startsWith('FAIL ')) ? 1 : 0;
