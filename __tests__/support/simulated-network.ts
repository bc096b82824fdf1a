import type { VirtualClock } from '../../sandbox/virtual-clock.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { TransportError } from '../../src/http/transport-error.ts';

/** As the transport does: a request ends with its answer, its timeout or its signal. */
export async function withinTimeout(
  { timeout, signal }: HttpRequest,
  answer: Promise<HttpResponse>,
  time: VirtualClock,
): Promise<HttpResponse> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const done = new AbortController();
  const onAbort = () => reject(new TransportError('interrupted', 'the run was cancelled'));
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  void time.sleep(timeout, done.signal).then(() => {
    if (!done.signal.aborted) reject(new TransportError('timeout', 'no complete answer in time'));
  });
  return Promise.race([answer, ended]).finally(() => {
    signal?.removeEventListener('abort', onAbort);
    done.abort('done'); // without a reason, it would make an error with a stack each time
  });
}

/** A request without the repository: `POST github/issues/31/comments` or `GET service/v2/agent/p1/job/job-1`. */
export const lineOf = ({ method, url: { host, pathname } }: HttpRequest): string => {
  const place = host === 'api.github.com' ? 'github' : host === 'agent.example' ? 'service' : host;
  return `${method} ${place}${pathname.replace(/^\/(repos\/acme\/app(?:-2)?|repositories\/1)(?=\/|$)/, '')}`;
};
