import type { RichText } from '../text/format.ts';

/** How to repeat a request, depending on how it was made. */
export interface RetryHints {
  readonly kind: 'command' | 'label' | 'run';
  /** The start of a comment that is a request. */
  readonly command: string;
  /** Undefined if only `kind` is known. */
  readonly label: string | undefined;
}

/** How to create a new job after the previous one failed. */
export function retryHint({ kind, command, label }: RetryHints): RichText {
  switch (kind) {
    case 'command':
      return ['comment ', { code: `${command} new <request>` }];
    case 'label':
      return ['remove the label ', ...(label === undefined ? [] : [{ code: label }, ' ']), 'and add it again'];
    case 'run':
      return ['run the workflow again'];
  }
}

/**
 * How to create a new job if it is unknown whether one exists. If the status comment exists, running the workflow again does not
 * repeat the request.
 */
export function forceRetryHint(retryHints: RetryHints, isRemembered: boolean): RichText {
  const isRepeatable = retryHints.kind !== 'run' || !isRemembered;
  return isRepeatable ? retryHint(retryHints) : ['delete this comment and ', ...retryHint(retryHints)];
}

/** How to send a follow-up; undefined if the workflow does not run on comments. @param what a placeholder: `<what to change>`. */
export function followUpHint({ kind, command }: RetryHints, what: string): RichText | undefined {
  return kind === 'run' ? undefined : ['comment ', { code: `${command} ${what}` }];
}
