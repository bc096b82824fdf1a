import type { LimitReached, MissedChanges, OpenPull, Outcome } from '../outcome.ts';
import { plural, type RichText } from '../text/format.ts';
import { type MessageContext, repeatHint, type Text } from './message-parts.ts';
import { age, dayAndTime } from './to-markdown.ts';

/** How many open pull requests a message links. */
const MAX_PULLS = 5;

type Stopped = Extract<Outcome, { verdict: 'limit-reached' }>;

/** What a request says that a limit stopped. */
export function ofLimit({ reached, missed }: Stopped, { retryHints }: MessageContext): Text {
  const limit: RichText = [' (limit ', { code: `${reached.limit}: ${reached.max}` }, ')'];
  return {
    headline: ['Not started'],
    detail: [...(reached.limit === 'max-open-pulls' ? countPulls(reached) : countJobs(reached)), ...limit],
    advice: [
      [...whenFree(reached), ...repeatHint(retryHints), '.', ...oldestOf(reached)],
      ...(missed ? [ofMissed(missed)] : []),
    ],
  };
}

type Reached<L extends LimitReached['limit']> = LimitReached & { readonly limit: L };

/** `3 pull requests of the agent are open, and 2 jobs of the agent have not ended`. */
function countPulls({ open, active }: Reached<'max-open-pulls'>): RichText {
  const pulls = `${plural(open.length, 'pull request')} of the agent ${open.length === 1 ? 'is' : 'are'} open`;
  const jobs = `${plural(active, 'job')} of the agent ${active === 1 ? 'has' : 'have'} not ended`;
  return [[open.length > 0 ? pulls : '', active > 0 ? jobs : ''].filter(Boolean).join(', and ')];
}

const countJobs = ({ jobs }: Reached<'max-jobs-per-day'>): RichText => [
  `${plural(jobs, 'job')} ${jobs === 1 ? 'was' : 'were'} created in the last 24 hours`,
];

/** When the request can be made again, as the start of a sentence. */
function whenFree(reached: LimitReached): RichText {
  if (reached.limit === 'max-jobs-per-day') return [`After ${dayAndTime(reached.freeAt)}, `];
  const { open, active, max } = reached;
  const [oldest] = open;
  if (!oldest) return [`When ${active === 1 ? 'it' : 'one of them'} has ended without a pull request, `];
  if (open.length + active > max) return [`When fewer than ${max} are left, `]; // the limit was lowered
  return ['Merge or close ', ...(open.length === 1 ? linkTo(oldest) : ['one']), ', then '];
}

const linkTo = ({ name, url, ageMs }: OpenPull): RichText => [{ link: name, to: url }, ` (${age(ageMs)})`];

/** The pull requests that wait the longest, with their ages. */
function oldestOf(reached: LimitReached): RichText {
  if (reached.limit !== 'max-open-pulls' || reached.open.length < 2) return [];
  const { open } = reached;
  const links = open.slice(0, MAX_PULLS).flatMap((pull, at) => [at > 0 ? ', ' : '', ...linkTo(pull)]);
  return [' The oldest: ', ...links, open.length > MAX_PULLS ? ', …' : '.'];
}

function ofMissed(missed: MissedChanges): RichText {
  if (missed.by === 'next request') return ['The next request that runs describes these changes too.'];
  return ['No other request describes these changes. A run with ', { code: `compare: ${missed.compare}` }, ' does.'];
}
