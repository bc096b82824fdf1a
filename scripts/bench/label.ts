import { createGitHub } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import { stepEnvironment } from '../../sandbox/runner/environment.ts';
import { joinWorld } from '../../sandbox/world.ts';
import { type Measured, measure } from './measure.ts';

/** A pull request in a repository other than the workflow's. */
const LINK = 'https://github.com/acme/handbook/pull/412';

/** Runs the action for labels, each on a new issue, against an offline GitHub and service. */
export interface LabelRuns extends AsyncDisposable {
  /** @throws if the run creates no job. */
  run(): Promise<Measured>;
}

/** @param room a folder for the runner's files. */
export async function createLabelRuns(room: string): Promise<LabelRuns> {
  const github = await createGitHub();
  const serviceOptions = { quota: { create: 10_000 } };
  const world = await joinWorld({ actionDir: '.', github, job: { seconds: 1, link: LINK }, serviceOptions });
  const alice = createPerson(github, 'alice');
  let runs = 0;
  return {
    async run() {
      const { number } = await alice.openIssue('Explain the new `--json` flag', 'What does it print?');
      await alice.addLabel(number, 'docs');
      const event = await github.events.waitFor('issues', 'labeled', ++runs);
      const measured = await measure(['dist/index.js'], stepEnvironment(world.step({ event }), room));
      if (world.service.jobs.length !== runs) throw new Error(`Expected ${runs} jobs, one per label.`);
      return measured;
    },
    async [Symbol.asyncDispose]() {
      await world.close();
      await github.close();
    },
  };
}
