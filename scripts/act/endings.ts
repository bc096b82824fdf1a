/** The result of a scenario. */
export interface Facts {
  readonly exitCode: number | null;
  readonly log: string;
  /** The output `prLink`, as later steps receive it. */
  readonly link: string | undefined;
  readonly isLinkAlive: boolean;
  readonly jobsCreated: number;
  /** The prompts that the service received, per job. */
  readonly prompts: readonly (readonly string[])[];
  /** The action's comments; undefined if the event has no thread. */
  readonly comments: readonly string[] | undefined;
  /** The requester, whom a comment must mention. */
  readonly requester: string | undefined;
  readonly secrets: readonly string[];
  /** The arguments of each call of `gh`. */
  readonly ghCalls: readonly (readonly string[])[];
  /** The bodies that the chat's webhook received. */
  readonly chatMessages: readonly string[];
}

/** `red`: a later step fails. `not run`: the workflow's own `if` keeps the job from running. */
export type Ending =
  | 'pull request'
  | 'follow-up'
  | 'red'
  | 'reported by a sweep'
  | 'nothing to sweep'
  | 'one job per page'
  | 'denied'
  | 'skipped'
  | 'not run';

/** The conditions for an ending, and whether they hold. */
export function checkEnding(ending: Ending, facts: Facts): Record<string, boolean> {
  const { exitCode, log, secrets } = facts;
  return {
    ...(ending === 'red' ? { 'the workflow is red': exitCode === 1 } : { 'the workflow is green': exitCode === 0 }),
    ...OF[ending](facts),
    'no secret is in the log': !secrets.some((secret) => log.includes(secret)),
  };
}

const OF: Record<Ending, (facts: Facts) => Record<string, boolean>> = {
  'pull request': (facts) => ({
    ...ofPullRequest(facts),
    'the post step ran': facts.log.includes('Success - Post '),
  }),
  'follow-up': (facts) => ({
    'the verdict is pull-request': has(facts, 'pull-request'),
    'one job was created, and it got one follow-up': facts.prompts.map(({ length }) => length).join() === '2',
    'the link is reported, and the pull request is there': facts.isLinkAlive,
  }),
  red: ofPullRequest,
  'reported by a sweep': (facts) => ({ 'the verdict is swept': has(facts, 'swept'), ...ofPullRequest(facts) }),
  'nothing to sweep': (facts) => ({
    'the verdict is swept, and it found nothing': has(facts, 'swept') && facts.log.includes('set-output:: swept=[]'),
    ...ofNothingSpent(facts),
  }),
  'one job per page': ({ log, jobsCreated, comments = [] }) => ({
    'ten pages are ranked': JSON.parse(/set-output:: pages=(.*)/.exec(log)?.[1] ?? '[]').length === 10,
    'one job was created for each': jobsCreated === 10,
    'each has a status comment of its own': new Set(comments.map(idIn)).size === 10 && comments.length === 10,
    'none is waited for': log.split('set-output:: verdict=started').length === 11,
  }),
  denied: (facts) => ({ 'the verdict is denied': has(facts, 'denied'), ...ofNothingSpent(facts) }),
  skipped: (facts) => ({ 'the verdict is skipped': has(facts, 'skipped'), ...ofNothingSpent(facts) }),
  'not run': (facts) => ({ 'no step ran': !facts.log.includes('⭐ Run'), ...ofNothingSpent(facts) }),
};

/** The id of the job in a comment. */
const idIn = (comment: string) => /<sub>Job `(\S+)`/.exec(comment)?.[1];

const has = ({ log }: Facts, verdict: string) => log.includes(`set-output:: verdict=${verdict}`);

function ofPullRequest({ link, isLinkAlive, jobsCreated, comments, requester }: Facts): Record<string, boolean> {
  const [comment, ...more] = comments ?? [];
  const mentions = requester === undefined ? 0 : 1;
  return {
    'one job was created': jobsCreated === 1,
    'the link is reported, and the pull request is there': isLinkAlive,
    ...(comments && {
      'the thread has one status comment by github-actions[bot], which links the pull request':
        comment?.includes(`](${link})`) === true && comment.includes('<!-- docs-agent-action:'),
      'one line mentions the requester, if there is one':
        more.length === mentions && more.every((line) => line.startsWith(`@${requester} ✅`)),
    }),
  };
}

const ofNothingSpent = ({ jobsCreated, comments = [] }: Facts): Record<string, boolean> => ({
  'no job was created, and nothing was written in the thread': jobsCreated === 0 && comments.length === 0,
});
