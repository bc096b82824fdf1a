import { type Job, statusWord } from '../agent/job.ts';
import type { Obstacle, Outcome } from './outcome.ts';
import { dayAndTime, duration, type Phrase, pullRequestPiece } from './phrase.ts';
import type { Request } from './request.ts';

/** What is said of an outcome, everywhere in the same words. */
export interface Wording {
  /** How loudly the log says it: what somebody should look into stands on the run's page too. */
  readonly level: 'log' | 'notice' | 'warn' | 'error';
  readonly icon: string;
  /** The verdict, bold where there is bold. */
  readonly headline: Phrase;
  /** What belongs to it, on the same line. */
  readonly detail: Phrase;
  /** What to do now; a line each. */
  readonly advice: readonly Phrase[];
}

export interface Circumstances {
  readonly request: Request | undefined;
  /** Milliseconds from the start of the job, or of the run, to now. */
  readonly elapsed: number;
}

export function word(outcome: Outcome, { request, elapsed }: Circumstances): Wording {
  const time = duration(elapsed);
  const again = request?.again ?? ['run it again'];
  switch (outcome.verdict) {
    case 'pull-request':
      return ofPullRequest(outcome.job, time);
    case 'no-changes':
      return wording(
        'log',
        '➖',
        ['Nothing to change'],
        [`finished after ${time}, no file edited`],
        [['If that is wrong, say which page, and ', ...again, '.']],
      );
    case 'failed':
      return wording(
        'error',
        '❌',
        ['The agent failed'],
        [`after ${time}, and gave no reason`],
        [['To try again: ', ...again, '.']],
      );
    case 'archived':
      return wording(
        'warn',
        '🗄️',
        ['The job was archived'],
        [`after ${time}, without a pull request`],
        [['To try again: ', ...again, '.']],
      );
    case 'timed-out':
      return wording(
        'warn',
        '⌛',
        [`Still working after ${time}`],
        ['nobody is watching now; the job goes on'],
        [LOOK, ...(outcome.problem ? [problem(outcome.problem.message)] : [])],
      );
    case 'cancelled':
      return outcome.job
        ? wording('warn', '⏹️', ['Watching stopped'], ['the run was cancelled; the job goes on'], [LOOK])
        : wording('warn', '⏹️', ['Cancelled'], ['before a job was started']);
    case 'quota-exhausted':
      return wording(
        'warn',
        '🚦',
        ["The project's quota is used up"],
        ['nothing was started'],
        [
          [
            outcome.tryAgainAt ? `Try again after ${dayAndTime(outcome.tryAgainAt)}: ` : 'Try again later: ',
            ...again,
            '.',
          ],
        ],
      );
    case 'unconfirmed':
      return wording(
        'warn',
        '❓',
        ['The service may or may not have started this'],
        ['it is never sent twice'],
        [problem(outcome.problem.message), ['To spend again on purpose: ', ...again, '.']],
      );
    case 'skipped':
      return 'rehearsed' in outcome
        ? ofDryRun(outcome.obstacle)
        : wording('notice', '⏭️', ['Nothing to do'], [{ foreign: outcome.reason }]);
    case 'denied':
      return wording('notice', '🚫', ['Denied'], [{ foreign: outcome.reason }]);
    case 'error':
      return wording(
        'error',
        '⛔',
        [outcome.job ? 'The job was lost from sight' : 'This did not work'],
        [],
        [
          ...outcome.problem.message.split('\n').map(problem),
          [{ foreign: outcome.problem.remedy }],
          ...(outcome.job ? [LOOK] : []),
        ],
      );
  }
}

function ofPullRequest(job: Job, time: string): Wording {
  if (job.pullRequest.kind === 'link') {
    return wording('log', '✅', ['Pull request ready: ', pullRequestPiece(job)], [time]);
  }
  const advice: Phrase[] = [
    ['The service gave a link that is not safe to show.'],
    ['Look for it in the repository of the documentation.'],
  ];
  return wording('warn', '✅', ['Pull request ready'], [time], advice);
}

function ofDryRun(obstacle: Obstacle | undefined): Wording {
  const truth = 'nothing was sent to the service, nothing written on GitHub';
  const advice: Phrase[] = obstacle
    ? [[`A real run would be ${obstacle.verdict}: `, { foreign: obstacle.reason }]]
    : [];
  return wording('notice', '🧪', ['Dry run'], [truth], advice);
}

const LOOK: Phrase = ['If it opens a pull request, that appears in the repository of the documentation.'];

const problem = (message: string): Phrase => [{ foreign: message }];

function wording(
  level: Wording['level'],
  icon: string,
  headline: Phrase,
  detail: Phrase,
  advice: readonly Phrase[] = [],
): Wording {
  return { level, icon, headline, detail, advice };
}

/** `Job j_8fk2 · completed` for small print. */
export function jobWords(outcome: Outcome): Phrase {
  const job = 'job' in outcome ? outcome.job : undefined;
  return job ? ['Job ', { code: job.id }, ' · ', { foreign: statusWord(job) }] : [];
}
