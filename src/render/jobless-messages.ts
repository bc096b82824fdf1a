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
  const count = (isIt: (verdict: Swept['verdict']) => boolean) => swept.filter(({ verdict }) => isIt(verdict)).length;
  const [active, left] = [count((verdict) => verdict === 'active'), count((verdict) => verdict === 'left')];
  const counts = [
    `${swept.length - active - left} reported`,
    `${active} still active`,
    ...(left > 0 ? [`${left} left for the next sweep`] : []),
  ];
  return message(left > 0 ? 'warn' : 'log', '🧹', ['Swept'], [counts.join(', ')]);
}

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
