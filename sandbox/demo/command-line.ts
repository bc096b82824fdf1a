import { parseArgs } from 'node:util';
import { SCENARIO_GROUPS, SCENARIOS, type Scenario } from './scenarios.ts';

/** The parsed command line of the demo. */
export type DemoCommand =
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'error'; readonly text: string }
  | {
      readonly kind: 'play';
      readonly name: string;
      readonly scenario: Scenario;
      /** Whether GitHub and the service keep running after the story. */
      readonly keep: boolean;
      /** Whether to open the page in a browser. */
      readonly open: boolean;
    };

const DEFAULT_SCENARIO = 'success';

export function readDemoCommand(args: readonly string[]): DemoCommand {
  const parsed = parse(args);
  if (typeof parsed === 'string') return { kind: 'error', text: `${parsed} Try --help.` };
  const { values, positionals } = parsed;
  if (values.help) return { kind: 'print', text: HELP };
  if (values.list) return { kind: 'print', text: listScenarios() };
  const [name = DEFAULT_SCENARIO, ...more] = positionals;
  if (more.length > 0) return { kind: 'error', text: `Only one scenario can run at a time.\n\n${USAGE}` };
  const scenario = SCENARIOS.get(name);
  if (!scenario) return { kind: 'error', text: describeUnknown(name) };
  return { kind: 'play', name, scenario, keep: values.keep || values.open, open: values.open };
}

/** @returns the error message if an option is invalid. */
function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    const [sentence = ''] = String(error instanceof Error ? error.message : error).split('. '); // advice for Node's authors follows
    return `${sentence.replace(/\.$/, '')}.`;
  }
}

const OPTIONS = {
  help: { type: 'boolean', short: 'h', default: false },
  list: { type: 'boolean', short: 'l', default: false },
  keep: { type: 'boolean', short: 'k', default: false },
  open: { type: 'boolean', short: 'o', default: false },
} as const;

const USAGE = `Usage: npm run demo -- [scenario] [--keep] [--open]
       npm run demo -- --list`;

/** The scenarios in groups, with a line for each. */
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

function describeUnknown(name: string): string {
  const names = [...SCENARIOS.keys()];
  const distanceTo = (each: string) => distance(name.toLowerCase(), each);
  const nearest = names.reduce((best, each) => (distanceTo(each) < distanceTo(best) ? each : best));
  const list = `  npm run demo -- --list   lists all ${names.length} scenarios`;
  if (distanceTo(nearest) > name.length / 2) return `Unknown scenario “${name}”.\n\n${list}`;
  return `Unknown scenario “${name}”. Did you mean “${nearest}”?\n\n  npm run demo -- ${nearest}\n${list}`;
}

/**
 * The number of letters to insert, delete or replace (Levenshtein). Letters that are missing at the end count a tenth, because people
 * shorten names; a name that contains the other one is nearest.
 */
function distance(from: string, to: string): number {
  if (from !== '' && to.includes(from)) return 0;
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [y, letter] of [...from].entries()) {
    const next = [y + 1];
    for (const [x, other] of [...to].entries()) {
      const replaced = (row[x] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[x + 1] ?? 0) + 1, (next[x] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(...row.map((edits, length) => edits + (to.length - length) / 10));
}
