import type { Exported, NotWaited } from '../outcome.ts';
import { hasEnded, type Job, statusWord } from '../service/job.ts';
import type { RichText } from '../text/format.ts';
import { ofExport } from './jobless-messages.ts';
import { consequenceOfUnsent, type Message, type MessageContext, message } from './message-type.ts';
import { duration, pullRequestSpan } from './to-markdown.ts';

/** A job that ended without a pull request so far, or soon after a follow-up, may go on. */
export const notForLong = (job: Job) => `the job is reported as ${statusWord(job)}, but not for long enough to be sure`;

export function ofCancelled(
  outcome: { readonly job: Job | undefined } | { readonly exported: Exported },
  context: MessageContext,
): Message {
  if ('exported' in outcome) return ofExport('⏹️', 'Export cancelled', outcome.exported);
  const { job } = outcome;
  if (!job) {
    const again: RichText[] = context.retryHints
      ? [['To send the request, re-run ', ...linkToRun(context.runUrl), '.']]
      : [];
    return message('warn', '⏹️', ['Cancelled'], [consequenceOfUnsent(context)], again);
  }
  const advice: RichText = [...openedBy(job), ...reportedBy(context, 'wait again')];
  return message('warn', '⏹️', ['Cancelled'], [hasEnded(job) ? notForLong(job) : 'the job keeps running'], [advice]);
}

export function ofStarted(why: NotWaited, context: MessageContext): Message {
  switch (why.kind) {
    case 'not-asked':
      return message(
        'log',
        '🚀',
        ['Job started'],
        ['this run does not wait for it'],
        [reportedBy(context, 'wait for it')],
      );
    case 'continued': {
      const advice: RichText = ['The result is reported in ', { link: 'its status comment', to: why.url }, '.'];
      return message('notice', '↪️', ['Continued'], ['a later request was sent to the same job'], [advice]);
    }
  }
}

/** The pull request of a job whose verdict is not `pull-request`; empty if it has none. */
export const openedBy = (job: Job): RichText =>
  job.pullRequest.kind === 'link' ? ['The job had opened ', pullRequestSpan(job), '. '] : [];

/** ` after 6 min`; empty if the duration is unknown. */
export const after = ({ elapsed }: MessageContext) => (elapsed === undefined ? '' : ` after ${duration(elapsed)}`);

export const linkToRun = (runUrl: string | undefined): RichText =>
  runUrl ? [{ link: 'this run', to: runUrl }] : ['the run'];

/** How the result of a job is reported after this run ends. */
export function reportedBy({ isRemembered, runUrl }: MessageContext, toDo: string): RichText {
  if (!isRemembered) return LOOK;
  return [
    `To ${toDo}, re-run `,
    ...linkToRun(runUrl),
    '. A sweep, if this repository runs one, reports the result here.',
  ];
}

const LOOK: RichText = ['If the job opens a pull request, it appears in the documentation repository.'];
