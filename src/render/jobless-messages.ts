import type { Duplicate, Exported, SkipReason, Swept } from '../outcome.ts';
import type { RichText } from '../text/rich-text.ts';
import { formatPeriod } from '../visitors/period.ts';
import { type Message, message } from './message-type.ts';
import { clockTime } from './to-markdown.ts';
import { formatExport, hasDataWarnings } from './visitors.ts';

/** The message for a duplicate, which is reported in log and summary only. */
export function ofDuplicate({ run, until, url }: Duplicate): Message {
  const detail = [`already requested; run ${run} is working on it`];
  const advice: RichText = [
    'Its status comment: ',
    { link: 'result', to: url },
    `. If that run was lost, ask again after ${clockTime(until)}.`,
  ];
  return message('notice', '⏭️', ['Nothing to do'], detail, [advice]);
}

export function ofSweep(swept: readonly Swept[]): Message {
  return message(countOf(swept, 'left') > 0 ? 'warn' : 'log', '🧹', ['Swept'], [countsOfSweep(swept)]);
}

/** `2 reported, 1 still active, 1 left for the next sweep` */
export function countsOfSweep(swept: readonly Swept[]): string {
  const active = countOf(swept, 'active');
  const left = countOf(swept, 'left');
  const reported = `${swept.length - active - left} reported, ${active} still active`;
  return left > 0 ? `${reported}, ${left} left for the next sweep` : reported;
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
  const detail = 'nothing was sent to the service, nothing written on GitHub';
  const advice: RichText[] = skipReason
    ? [[`A real run would be ${skipReason.verdict}: `, { untrusted: skipReason.reason }]]
    : [];
  return message('notice', '🧪', ['Dry run'], [detail], advice);
}
