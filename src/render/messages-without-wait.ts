import type { Duplicate, Exported, NotWaited, SkipReason, Swept } from '../outcome.ts';
import type { RichText } from '../text/format.ts';
import { formatPeriod } from '../visitors/period.ts';
import { type Message, type MessageContext, message, reportedBy } from './message-parts.ts';
import { clockTime, withCode } from './to-markdown.ts';
import { formatExport, hasDataWarnings } from './visitors.ts';

/** The messages of runs that wait for no job. */

/** The message for a duplicate, which is reported in log and summary only. */
export function ofDuplicate({ run, until, url }: Duplicate): Message {
  const detail = [`already requested; run ${run} is working on it`];
  const advice: RichText = [
    'The result is reported in ',
    { link: 'its status comment', to: url },
    `. If that run was lost, ask again after ${clockTime(until)}.`,
  ];
  return message('notice', '⏭️', ['Skipped'], detail, [advice]);
}

export function ofSweep(swept: readonly Swept[]): Message {
  return message(countOf(swept, 'left') > 0 ? 'warn' : 'log', '🧹', ['Swept'], [countsOfSweep(swept)]);
}

/** `1 open, 2 ended, 1 given up, 1 left for the next sweep` */
export function countsOfSweep(swept: readonly Swept[]): string {
  const [open, left, givenUp] = [countOf(swept, 'active'), countOf(swept, 'left'), countOf(swept, 'given-up')];
  const ended = swept.length - open - left - givenUp;
  const more = [
    ...(givenUp > 0 ? [`${givenUp} given up`] : []),
    ...(left > 0 ? [`${left} left for the next sweep`] : []),
  ];
  return [`${open} open`, `${ended} ended`, ...more].join(', ');
}

const countOf = (swept: readonly Swept[], wanted: Swept['verdict']) =>
  swept.filter(({ verdict }) => verdict === wanted).length;

export function ofExport(icon: string, headline: string, exported: Exported): Message {
  const { end, period } = exported.survey;
  const level = hasDataWarnings(exported.survey) ? 'warn' : 'log';
  const detail = `${end.kind === 'partial' ? 'partial: ' : ''}${formatPeriod(period)}`;
  return message(level, icon, [headline], [detail], formatExport(exported));
}

export function ofDryRun(skipReason: SkipReason | undefined): Message {
  const detail = 'nothing was sent to the service or written on GitHub';
  const advice: RichText[] = skipReason
    ? [[`A real run would be ${skipReason.verdict}: `, ...withCode(skipReason.reason)]]
    : [];
  return message('notice', '🧪', ['Dry run'], [detail], advice);
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
