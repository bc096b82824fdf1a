import type { ActionError } from '../errors.ts';
import type { RichText } from '../text/rich-text.ts';
import { type Message, type MessageContext, message } from './message-type.ts';
import { withCode } from './to-markdown.ts';

/** The headline of an error of the service names its status already. */
const ONLY_STATUS = /^The service answered \d+\.$/;

/** The message for an error. @param jobId of the job whose result is unknown now. */
export function ofError(
  { headline, message: what, remedy, quote }: ActionError,
  jobId: string | undefined,
  context: MessageContext,
): Message {
  const lines = what.split('\n').filter((line) => !ONLY_STATUS.test(line));
  const where: RichText =
    quote && context.runUrl ? [' The ', { link: 'run', to: context.runUrl }, ' shows what the service answered.'] : [];
  const advice = [...lines.map(withCode), [...withCode(remedy), ...where], ...(jobId === undefined ? [] : [LOOK])];
  const error = message('error', '⛔', [headline], [consequenceOf(jobId, context)], advice);
  return { ...error, quote: quote ? ['The service answered: ', { untrusted: quote }] : [] };
}

function consequenceOf(jobId: string | undefined, { wasSent, isFollowUp, retryHints }: MessageContext): string {
  if (jobId !== undefined) return 'the result of the job is unknown';
  if (wasSent || !retryHints) return '';
  return isFollowUp ? 'the follow-up was not sent' : 'no job was created';
}

const LOOK: RichText = ['If the job opens a pull request, it appears in the documentation repository.'];
