import type { Facts } from './play.ts';

/** How a run of a workflow ends. */
interface Ends {
  /** The verdict of the action; undefined if the workflow's own `if` keeps the job from running. */
  readonly verdict: string | undefined;
  /** How many jobs the service created. */
  readonly jobs: number;
  /** Whether the result is a pull request that is there. */
  readonly isLinked?: true;
  /** Whether a later step fails. */
  readonly isRed?: true;
}

const ENDINGS = {
  'pull request': { verdict: 'pull-request', jobs: 1, isLinked: true },
  red: { verdict: 'pull-request', jobs: 1, isLinked: true, isRed: true },
  'reported by a sweep': { verdict: 'swept', jobs: 1, isLinked: true },
  'nothing to sweep': { verdict: 'swept', jobs: 0 },
  'five pages of ten': { verdict: 'limit-reached', jobs: 5 },
  'an issue': { verdict: 'reported', jobs: 0 },
  'a report': { verdict: 'reported', jobs: 1 },
  skipped: { verdict: 'skipped', jobs: 0 },
  'not run': { verdict: undefined, jobs: 0 },
} satisfies Record<string, Ends>;

export type Ending = keyof typeof ENDINGS;

/** The conditions for an ending, and whether they hold. */
export function checkEnding(ending: Ending, facts: Facts): Record<string, boolean> {
  const { exitCode, log, secrets, comments = [], link, isLinkAlive, jobsCreated } = facts;
  const { verdict, jobs, isLinked, isRed }: Ends = ENDINGS[ending];
  return {
    [`the workflow is ${isRed ? 'red' : 'green'}`]: exitCode === (isRed ? 1 : 0),
    [verdict ? `the verdict is ${verdict}` : 'no step ran']: verdict
      ? log.includes(`set-output:: verdict=${verdict}`)
      : !log.includes('⭐ Run'),
    ...(verdict === 'pull-request' && !isRed && { 'the post step ran': log.includes('Success - Post ') }),
    [`${jobs} jobs were created`]: jobsCreated === jobs,
    ...(jobs === 0 && { 'nothing was written in the thread': comments.length === 0 }),
    ...(isLinked && { 'the link is reported, and the pull request is there': isLinkAlive }),
    ...(isLinked && facts.comments && { 'a comment links it': comments.some((text) => text.includes(`](${link})`)) }),
    'no secret is in the log': !secrets.some((secret) => log.includes(secret)),
  };
}
