/** `npm run demo`: shows what people do on GitHub, how the action responds, and what they see. See --help. */
import { parseArgs } from 'node:util';
import { SCENARIOS } from './demo/scenarios.ts';
import { show } from './demo/show.ts';
import { createWorld } from './world.ts';

const HELP = `Runs the action as GitHub would, against an offline service and an offline GitHub, and shows what people see.
The exit code is that of the step.

Usage: npm run demo -- [scenario]

${Object.entries(SCENARIOS)
  .map(([name, { shows }]) => `  ${name.padEnd(17)}${shows}`)
  .join('\n')}
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
const scenario = SCENARIOS[positionals[0] ?? 'success'];
if (values.help || !scenario || positionals.length > 1) {
  console.log(scenario ? HELP : `There is no scenario “${positionals[0]}”.\n\n${HELP}`);
  process.exitCode = values.help ? 0 : 2;
} else {
  const world = await createWorld('.', scenario.job);
  try {
    process.exitCode = await show(world, scenario);
  } finally {
    await world.close();
  }
}
