import { parseArgs } from 'node:util';
import { SCENARIO_GROUPS, SCENARIOS, type Scenario } from './scenarios.ts';

/** The parsed command line of the demo. */
export interface DemoCommand {
  readonly name: string;
  readonly scenario: Scenario;
  readonly keep: boolean;
  readonly open: boolean;
}

/**
 * @returns the text to print if the arguments ask for one. @throws an error that says which
 * argument is invalid.
 */
export function readDemoCommand(args: readonly string[]): DemoCommand | string {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: OPTIONS,
  });
  if (values.help) return HELP;
  if (values.list) return listScenarios();
  const [name = 'success', ...more] = positionals;
  if (more.length > 0) throw new TypeError(`Only one scenario can run at a time.\n\n${USAGE}`);
  const scenario = SCENARIOS.get(name);
  if (!scenario)
    throw new TypeError(`Unknown scenario “${name}”. There are:\n\n${listScenarios()}`);
  const { open = false, keep = open } = values;
  return { name, scenario, keep, open };
}

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  list: { type: 'boolean', short: 'l' },
  keep: { type: 'boolean', short: 'k' },
  open: { type: 'boolean', short: 'o' },
} as const;

const USAGE = `Usage: npm run demo -- [scenario] [--keep] [--open]
       npm run demo -- --list`;

function listScenarios(): string {
  const line = ([name, { shows }]: readonly [string, Scenario]) => `  ${name.padEnd(21)}${shows}`;
  return Object.entries(SCENARIO_GROUPS)
    .map(([group, scenarios]) => [group, ...Object.entries(scenarios).map(line)].join('\n'))
    .join('\n\n');
}

const HELP = `Runs the action as GitHub would, against a service and a GitHub on this machine, and shows
what people see. It needs no account and no network.

${USAGE}

  -k, --keep   Keep GitHub and the service running after the story, with a page that shows the
               issues, pull requests and runs as GitHub would. Ctrl+C stops them.
  -o, --open   Open the page of the issue in the browser when the story starts. Implies --keep.
  -l, --list   List the scenarios.
  -h, --help   Show this text.

The exit code is that of the last step; 2 means that the command line is invalid.

${listScenarios()}`;
