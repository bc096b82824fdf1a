import { jobIdOf, type Outcome } from '../outcome.ts';
import type { RichText } from '../text/rich-text.ts';
import { consequenceOfUnsent, type Message, type MessageContext, message } from './message-type.ts';
import { withCode } from './to-markdown.ts';

type ErrorOutcome = Extract<Outcome, { readonly verdict: 'error' }>;

/** The headline of an error of the service names its status already. */
export const ONLY_STATUS = /^The service answered \d+\.$/;

/** The message for an error. */
export function ofError(outcome: ErrorOutcome, context: MessageContext): Message {
  const { headline, message: what, remedy, quote } = outcome.problem;
  const lines = what.split('\n').filter((line) => !ONLY_STATUS.test(line));
  const advice = [...lines.map(withCode), withCode(remedy), ...(jobIdOf(outcome) === undefined ? [] : [LOOK])];
  const error = message('error', '⛔', [headline], [consequenceOf(outcome, context)], advice);
  return { ...error, quote: quote ? ['The service answered: ', { untrusted: quote }] : [] };
}

function consequenceOf(outcome: ErrorOutcome, context: MessageContext): string {
  if (jobIdOf(outcome) !== undefined) return 'the result of the job is unknown';
  const mayBeAccepted = outcome.wasAccepted ?? context.wasSent;
  return mayBeAccepted ? '' : consequenceOfUnsent(context);
}

const LOOK: RichText = ['If the job opens a pull request, it appears in the documentation repository.'];
