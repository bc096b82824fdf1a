import { ServiceError } from '../errors.ts';
import type { HttpAnswer } from '../http/transport.ts';
import type { TransportError, TransportFault } from '../http/transport-error.ts';
import { excerpt } from '../text/defuse.ts';

/** The status proves that the request was not taken. 408 does not, and 429 means later. */
export const isRejection = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

/** At most this many characters of an error body, of which nothing is known, are shown. */
const EXCERPT = 200;

/** An answer that is no success, in words. @param secret is taken out of what is shown of the body. */
export function fromAnswer({ status, body }: HttpAnswer, purpose: Purpose, secret: string): ServiceError {
  // Who refuses a key may well repeat it, in a form that nobody knows.
  const words = status === 401 || status === 403 ? '' : excerpt(body.toString().replaceAll(secret, '***'), EXCERPT);
  return new ServiceError(`The service answered ${status}${words ? `: ${words}` : '.'}`, remedyFor(status, purpose));
}

/** What the workflow gave to a request, besides its connection. */
const CHECK = {
  spend: 'the prompt',
  'follow-up': 'the prompt',
  status: '`job-path`',
  visitors: '`date-from`, `date-to`',
} as const;

type Purpose = keyof typeof CHECK;

function remedyFor(status: number, purpose: Purpose): string {
  if (purpose === 'follow-up' && (status === 404 || status === 409 || status === 410)) {
    return 'The job takes no further request. Ask for a job of its own: `new` behind the command does that.';
  }
  switch (status) {
    case 400:
    case 422:
      return `Check ${CHECK[purpose]} and \`project-id\`.`;
    case 401:
      return 'Check the secret behind `api-key`: the service does not accept it.';
    case 403:
      return 'Check that the key behind `api-key` is an admin key of the project in `project-id`.';
    case 404:
      return 'Check `project-id` and `base-url`: the service does not know this address.';
    default:
      return status < 500 ? 'Check `base-url` and `project-id`.' : 'The fault is at the service; try again later.';
  }
}

/** An exchange without a whole answer, in words. */
export function fromTransport(cause: TransportError): ServiceError {
  return new ServiceError(`The service could not be asked: ${cause.message}`, TRANSPORT_REMEDY[cause.fault], { cause });
}

const LATER = 'Try again later; if it stays, check `base-url` and the network of the runner.';
const ADDRESS = 'Check `base-url`, and that the runner may reach it, through HTTPS_PROXY where that is set.';

const TRANSPORT_REMEDY: Record<TransportFault, string> = {
  unresolved: ADDRESS,
  refused: ADDRESS,
  'connect-timeout': ADDRESS,
  certificate: 'Mend the certificate of the service; for a company CA, set `NODE_EXTRA_CA_CERTS` on the runner.',
  handshake: 'Check that `base-url` is an https address and speaks TLS.',
  proxy: 'Check the proxy in HTTPS_PROXY, its credentials, and NO_PROXY.',
  cancelled: 'Run it again.',
  interrupted: 'Run it again.',
  timeout: LATER,
  reset: LATER,
  redirect: 'Write the address that the service really has into `base-url`.',
  malformed: LATER,
  truncated: LATER,
  'too-large': 'Check `base-url`: no answer of the service is that long.',
};
