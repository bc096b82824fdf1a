import type { RichText } from '../text/rich-text.ts';

/** How somebody can ask again, where this was asked. */
export interface RetryHints {
  readonly kind: 'command' | 'label' | 'run';
  /** What a comment begins with to be a request. */
  readonly command: string;
  /** Undefined where only its kind is remembered. */
  readonly label: string | undefined;
}

/** For a job of its own, after the one before came to nothing. */
export function retryHint({ kind, command, label }: RetryHints): RichText {
  switch (kind) {
    case 'command':
      return ['comment ', { code: `${command} new` }, ' and the request'];
    case 'label':
      return ['remove the label ', ...(label === undefined ? [] : [{ code: label }, ' ']), 'and add it again'];
    case 'run':
      return ['run the workflow again'];
  }
}

/** The same where it is not known whether there is a job already: running the workflow again would not repeat it. */
export function forceRetryHint(retryHints: RetryHints, isRemembered: boolean): RichText {
  const isForgotten = retryHints.kind !== 'run' || !isRemembered;
  return isForgotten ? retryHint(retryHints) : ['delete this comment, and ', ...retryHint(retryHints)];
}

/** For a change to what the job did; undefined where nobody reads comments. */
export function followUpHint({ kind, command }: RetryHints, what: string): RichText | undefined {
  return kind === 'run' ? undefined : ['comment ', { code: command }, ` and ${what}`];
}
