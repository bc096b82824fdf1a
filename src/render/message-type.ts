import type { RichText } from '../text/format.ts';
import type { RetryHints } from './retry-hints.ts';

/** The text for an outcome, the same in log, summary and status comment. */
export interface Message {
  /** The level of the log line. All but `log` become annotations, which the run's page shows. */
  readonly level: 'log' | 'notice' | 'warn' | 'error';
  readonly icon: string;
  /** The verdict or the error in words. Bold in Markdown. */
  readonly headline: RichText;
  /** Details on the same line. */
  readonly detail: RichText;
  /** What the reader can do; one line per item. */
  readonly advice: readonly RichText[];
  /** Text from the server's response, for the log and the job summary only; empty if there is none. */
  readonly quote: RichText;
  /** The request that failed, for the log and the job summary only; empty if there is none. */
  readonly asked: RichText;
}

/** The lines below the headline in the log and the job summary. */
export const linesBelow = ({ quote, asked, advice }: Message): readonly RichText[] => [
  ...[quote, asked].filter(({ length }) => length > 0),
  ...advice,
];

/** The facts beside the outcome that a message depends on. */
export interface MessageContext {
  readonly retryHints: RetryHints | undefined;
  /** Milliseconds since the start of the job, or of the run if there is no job; undefined if another process created the job. */
  readonly elapsed: number | undefined;
  /** The request has a status comment: a sweep reports there, and a re-run continues it. */
  readonly isRemembered: boolean;
  readonly runUrl: string | undefined;
  /** The request goes to an existing job. */
  readonly isFollowUp: boolean;
  /** The request was sent to the service. */
  readonly wasSent: boolean;
  /** The address of the status comment that shows the message; undefined elsewhere. */
  readonly shownIn?: string | undefined;
}

/** What it means that the request was not sent to the service; empty if the run has no request, as an export. */
export function consequenceOfUnsent({
  retryHints,
  isFollowUp,
}: Pick<MessageContext, 'retryHints' | 'isFollowUp'>): string {
  if (!retryHints) return '';
  return isFollowUp ? 'the follow-up was not sent' : 'no job was created';
}

export function message(
  level: Message['level'],
  icon: string,
  headline: RichText,
  detail: RichText,
  advice: readonly RichText[] = [],
): Message {
  return { level, icon, headline, detail, advice, quote: [], asked: [] };
}
