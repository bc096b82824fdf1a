import type { Facts } from './play.ts';

type Conditions = Record<string, boolean>;

/** How a scenario ends. `red`: a later step fails. `not run`: the workflow's own `if` keeps the job from running. */
export type Ending = keyof typeof ENDINGS;

/** The conditions for an ending, and whether they hold. */
export function checkEnding(ending: Ending, facts: Facts): Conditions {
  const { exitCode, log, secrets } = facts;
  return {
    ...(ending === 'red' ? { 'the workflow is red': exitCode === 1 } : { 'the workflow is green': exitCode === 0 }),
    ...ENDINGS[ending](facts),
    'no secret is in the log': !secrets.some((secret) => log.includes(secret)),
  };
}

const ENDINGS = {
  'pull request': (facts: Facts): Conditions => ({
    ...ofPullRequest(facts),
    'the post step ran': facts.log.includes('Success - Post '),
  }),
  'follow-up': (facts: Facts): Conditions => ({
    'the verdict is pull-request': has(facts, 'pull-request'),
    'one job was created, and it got one follow-up': facts.prompts.map(({ length }) => length).join() === '2',
    'the link is reported, and the pull request is there': facts.isLinkAlive,
  }),
  red: ofPullRequest,
  'reported by a sweep': (facts: Facts): Conditions => ({
    'the verdict is swept': has(facts, 'swept'),
    ...ofPullRequest(facts),
  }),
  'nothing to sweep': (facts: Facts): Conditions => ({
    'the verdict is swept, and it found nothing': has(facts, 'swept') && facts.log.includes('set-output:: swept=[]'),
    ...ofNothingSpent(facts),
  }),
  'five pages of ten': ({ log, jobsCreated, comments = [] }: Facts): Conditions => ({
    'ten pages are ranked': JSON.parse(/set-output:: pages=(.*)/.exec(log)?.[1] ?? '[]').length === 10,
    'a job was created for five of them': jobsCreated === 5,
    'each has a status comment of its own': new Set(comments.map(idIn)).size === 6 && comments.length === 10,
    'none is waited for': log.split('set-output:: verdict=started').length === 6,
    'the limit stops the others': log.split('set-output:: verdict=limit-reached').length === 6,
  }),
  'an issue': (facts: Facts): Conditions => ({
    'the verdict is reported': has(facts, 'reported'),
    'the output has the gaps and the issue': /set-output:: gaps=.*"issue":\{"number":\d/.test(facts.log),
    ...ofNothingSpent(facts),
  }),
  'a report': (facts: Facts): Conditions => ({
    'the verdict is reported': has(facts, 'reported'),
    'the output has the counts': JSON.parse(/set-output:: report=(.*)/.exec(facts.log)?.[1] ?? '{}').jobs === 1,
    'one comment has them too':
      facts.comments?.filter((comment) => comment.includes('1 request: 1 new job')).length === 1,
  }),
  skipped: (facts: Facts): Conditions => ({
    'the verdict is skipped': has(facts, 'skipped'),
    ...ofNothingSpent(facts),
  }),
  'not run': (facts: Facts): Conditions => ({ 'no step ran': !facts.log.includes('⭐ Run'), ...ofNothingSpent(facts) }),
};

/** The id of the job in a comment. */
const idIn = (comment: string) => /<sub>Job `(\S+)`/.exec(comment)?.[1];

const has = ({ log }: Facts, verdict: string) => log.includes(`set-output:: verdict=${verdict}`);

function ofPullRequest({ link, isLinkAlive, jobsCreated, comments, requester }: Facts): Conditions {
  const [comment, ...more] = comments ?? [];
  const ofThread = {
    'the thread has one status comment by github-actions[bot], which links the pull request':
      comment?.includes(`](${link})`) === true && comment.includes('<!-- docs-agent-action:'),
    'one line mentions the requester, if there is one':
      more.length === (requester ? 1 : 0) && more.every((line) => line.startsWith(`@${requester} ✅`)),
  };
  return {
    'one job was created': jobsCreated === 1,
    'the link is reported, and the pull request is there': isLinkAlive,
    ...(comments && ofThread),
  };
}

const ofNothingSpent = ({ jobsCreated, comments = [] }: Facts): Conditions => ({
  'no job was created, and nothing was written in the thread': jobsCreated === 0 && comments.length === 0,
});
