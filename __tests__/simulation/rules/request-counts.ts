import { isPull } from '../history.ts';
import type { Process } from '../world.ts';
import type { RuleOf } from './rule.ts';

/** To GitHub, for a label without faults (docs/sweep-and-scale.md): of one person, and if the pull request is in the repository. */
const OF_LABEL = 12;
const WITH_PULL_REQUEST = 15;
/** To recognize a pull request of the agent: the comments of the repository, and of the pull request if it is not the thread. */
const OF_OPENER = 3;
/** To count what the workflow limits. */
const OF_LIMIT = 8;
/** To GitHub, also with faults, and per minute of them: up to four reads at once are repeated every 20 s. A sweep reads many threads. */
const AT_MOST = 200;
const PER_MINUTE = 12;
/** Milliseconds between two requests for a status, and how many more there are after faults and for other jobs. */
const PAUSE_MS = 1_900;
const MORE = 60;

/** No run sends more requests than documented. */
export const requestCounts: RuleOf = ({ setup }, judge) => ({
  name: 'request counts',
  onEnd(process) {
    const { what, knowledge, result, occasion, attempt, name } = process; // a post step knows what its step knew
    if (!result || what === 'post' || occasion.kind === 'sweep') return [];
    const { github, service } = knowledge.requests;
    const elapsed = result.ended - result.began;
    const isCounted = setup.isQuiet && occasion.kind === 'label' && attempt === 1;
    const limit = isCounted
      ? limitOfLabel(process) + (setup.limits ? OF_LIMIT : 0)
      : AT_MOST + (PER_MINUTE * elapsed) / 60_000;
    const serviceLimit = MORE + elapsed / PAUSE_MS;
    return judge('request counts', false, () => [
      ...(github > limit ? [`${name} sends ${github} requests to GitHub, of ${limit}`] : []),
      ...(service > serviceLimit ? [`${name} sends ${service} requests to the service, of ${serviceLimit}`] : []),
    ]);
  },
});

const limitOfLabel = ({ result, occasion }: Process): number =>
  (result?.outputs.prLink?.includes('/acme/app/') ? WITH_PULL_REQUEST : OF_LABEL) +
  (isPull(occasion.thread ?? 0) ? OF_OPENER : 0);
