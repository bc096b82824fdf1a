/** What came of a scenario, for whoever looks. */
export interface Facts {
  readonly exitCode: number | null;
  readonly log: string;
  /** The output `prLink`, as later steps get it. */
  readonly link: string | undefined;
  readonly isLinkAlive: boolean;
  readonly jobsCreated: number;
  /** The action's own; undefined where the event is about no thread. */
  readonly comments: readonly string[] | undefined;
  readonly secrets: readonly string[];
}

/** `not run`: the workflow's own `if` keeps the job from running. */
export type Ending = 'pull request' | 'denied' | 'skipped' | 'not run';

/** What must hold when a scenario ends so, in words. */
export function judge(ending: Ending, facts: Facts): Record<string, boolean> {
  const { exitCode, log, secrets } = facts;
  return {
    'the workflow is green': exitCode === 0,
    ...(ending === 'pull request' ? ofPullRequest(facts) : ofNothingSpent(ending, facts)),
    'no secret is in the log': !secrets.some((secret) => log.includes(secret)),
  };
}

function ofPullRequest({ log, link, isLinkAlive, jobsCreated, comments }: Facts): Record<string, boolean> {
  const [comment, ...more] = comments ?? [];
  return {
    'one job was created': jobsCreated === 1,
    'later steps get the link, and the pull request is there': isLinkAlive,
    ...(comments && {
      'one comment by github-actions[bot] stands in the thread, and links the pull request':
        comment?.includes(`](${link})`) === true && more.length === 0,
    }),
    'the post step ran': log.includes('Success - Post '),
  };
}

function ofNothingSpent(ending: Ending, { log, jobsCreated, comments = [] }: Facts): Record<string, boolean> {
  const said = ending === 'not run' ? !log.includes('⭐ Run') : log.includes(`set-output:: verdict=${ending}`);
  return {
    [ending === 'not run' ? 'no step ran' : `the verdict is ${ending}`]: said,
    'nothing was spent, and nobody told in the thread': jobsCreated === 0 && comments.length === 0,
  };
}
