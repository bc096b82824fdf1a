import { startStep } from '../../__tests__/support/virtual-step.ts';
import { createGitHub } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import type { JobScript } from '../../sandbox/service/job-script.ts';
import { createVirtualClock, REQUEST_HEADER } from '../../sandbox/virtual-clock.ts';
import { joinWorld } from '../../sandbox/world.ts';

/** Comments of people in the thread: with the action's comments, they fill one page of GitHub's list. */
const COMMENTS = 90;
/** A pull request in a repository other than the workflow's. */
const LINK = 'https://github.com/acme/handbook/pull/412';

/** Counts the requests to GitHub for one label, on a virtual clock. All workflows of a repository share GitHub's rate limit. */
export async function requestRows(): Promise<[what: string, measured: string, aim: string][]> {
  const elsewhere = (seconds: number) => requestsFor({ seconds, link: LINK });
  return [
    ['requests to GitHub for a label, job of 10 s', await elsewhere(10), '12'],
    ['the same, job of 30 min', await elsewhere(1_800), '12'],
    ['the same, pull request in this repository', await requestsFor({ seconds: 1_800 }), '15'],
  ];
}

/** How many requests the action sends. @throws if the run does not end with a pull request. */
async function requestsFor(job: Partial<JobScript>): Promise<string> {
  const clock = createVirtualClock();
  const github = await createGitHub({ clock });
  const world = await joinWorld({ actionDir: '.', github, clock, job });
  try {
    const alice = createPerson(github, 'alice');
    const { number } = await alice.openIssue('Explain the new `--json` flag', 'What does it print?');
    for (let count = 0; count < COMMENTS; count++) await alice.comment(number, `Me too (${count}).`);
    await alice.addLabel(number, 'docs');
    const event = await github.events.waitFor('issues', 'labeled');
    const { outputs, log } = await startStep(world.step({ event, inputs: { timeout: '1h' } }), clock).result;
    if (outputs.verdict !== 'pull-request') throw new Error(`The run did not end with a pull request:\n${log}`);
    return String(github.requests.filter(({ headers }) => REQUEST_HEADER in headers).length); // without the requests of people and the agent
  } finally {
    await world.close();
    await github.close();
  }
}
