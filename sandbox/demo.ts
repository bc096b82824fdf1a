/** `npm run demo`: the whole job on this machine. See --help. */
import { parseArgs } from 'node:util';
import { createPerson } from './github/person.ts';
import type { StepResult } from './runner/step.ts';
import type { JobScript } from './service/job-script.ts';
import { createWorld, type World } from './world.ts';

interface Scenario {
  readonly shows: string;
  readonly job: Partial<JobScript>;
  readonly timeout: string;
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  success: { shows: 'a labelled issue becomes a pull request (the default)', job: { seconds: 6 }, timeout: '1m' },
  'no-changes': { shows: 'the agent finds nothing to change', job: { seconds: 4, pullRequest: false }, timeout: '1m' },
  failure: { shows: 'the agent fails, and the step is red', job: { seconds: 4, end: 'failed' }, timeout: '1m' },
  'time-out': { shows: 'the budget ends before the job, which goes on', job: { seconds: 60 }, timeout: '8s' },
};

const HELP = `Runs the action as GitHub would, against an offline service and an offline GitHub, and shows what people see.
The exit code is that of the step.

Usage: npm run demo -- [scenario]

${Object.entries(SCENARIOS)
  .map(([name, { shows }]) => `  ${name.padEnd(12)}${shows}`)
  .join('\n')}
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
const scenario = SCENARIOS[positionals[0] ?? 'success'];
if (values.help || !scenario || positionals.length > 1) {
  console.log(HELP);
  process.exitCode = values.help ? 0 : 2;
} else {
  const world = await createWorld('.', scenario.job);
  try {
    process.exitCode = await show(world, scenario);
  } finally {
    await world.close();
  }
}

async function show(world: World, { timeout }: Scenario): Promise<number> {
  const { github } = world;
  const alice = createPerson(github, 'alice');
  title('Alice opens an issue and labels it “docs”');
  const issue = await alice.openIssue(
    'Explain the new `--json` flag',
    'Since 2.4 `acme list --json` prints one object a line.',
  );
  await alice.addLabel(issue.number, 'docs');
  const event = await github.events.waitFor('issues', 'labeled');
  console.log(issue.url);

  title('The workflow step runs');
  const result = await world.run({ event, inputs: { timeout }, onLine: console.log }).result;

  title('While the agent worked, the issue carried');
  const first = github.requests.find(({ method, path }) => method === 'POST' && path.endsWith('/comments'));
  console.log(first ? JSON.parse(first.body).body : 'nothing');

  title('The same comment now says');
  for (const { author, body } of await alice.readComments(issue.number)) console.log(`${author}:\n\n${body}`);
  showResult(result);
  const [spent, asked] = ['create', 'get'].map((operation) =>
    world.service.requests.filter((r) => r.operation === operation),
  );
  title('The service got');
  console.log(`${spent?.length} create, ${asked?.length} status requests. Exit code of the step: ${result.exitCode}`);
  console.log('The addresses above end with this demo.');
  return result.exitCode ?? 1;
}

function showResult({ outputs, summary }: StepResult): void {
  title('Outputs, for the steps after it');
  for (const [name, value] of Object.entries(outputs))
    console.log(`${name.padEnd(12)}${value.replaceAll('\n', `\n${' '.repeat(12)}`)}`);
  title('The job summary, on the page of the run');
  console.log(summary);
}

function title(text: string): void {
  console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 90 - text.length))}\n`);
}
