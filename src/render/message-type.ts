import type { RichText } from '../text/rich-text.ts';
import type { RetryHints } from './retry-hints.ts';

/** What is said of an outcome, everywhere in the same words. */
export interface Message {
  /** How loudly the log says it: what somebody should look into stands on the run's page too. */
  readonly level: 'log' | 'notice' | 'warn' | 'error';
  readonly icon: string;
  /** The verdict, bold where there is bold. */
  readonly headline: RichText;
  /** What belongs to it, on the same line. */
  readonly detail: RichText;
  /** What to do now; a line each. */
  readonly advice: readonly RichText[];
  /** What the other side said, for the log and the job summary only; empty where it said nothing. */
  readonly quote: RichText;
}

export interface MessageContext {
  readonly retryHints: RetryHints | undefined;
  /** Milliseconds from the start of the job, or of the run, to now; undefined for who was not there. */
  readonly elapsed: number | undefined;
  /** A status comment remembers the request: a sweep reports there, and a second attempt of the run takes it up. */
  readonly isRemembered: boolean;
  readonly runUrl: string | undefined;
  /** The request went to a job that was there. */
  readonly isFollowUp: boolean;
}

export function message(
  level: Message['level'],
  icon: string,
  headline: RichText,
  detail: RichText,
  advice: readonly RichText[] = [],
): Message {
  return { level, icon, headline, detail, advice, quote: [] };
}
