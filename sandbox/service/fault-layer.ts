import type { MiddlewareHandler } from 'hono';
import type { SandboxClock } from '../clock.ts';
import type { ServiceEnv } from './api.ts';
import { type Answer, show } from './fault-responses.ts';
import { type Fault, hasEffect } from './faults.ts';
import type { Operation } from './operations.ts';

/** Tells the server adapter that the response was already sent: @hono/node-server, "direct response". */
const ALREADY_SENT = { 'x-hono-already-sent': 'true' };

/** The response that a fault changes if the service did not execute the request. */
const NOTHING_DONE: Answer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ note: 'Nothing was done: this answer replaces the real one.' })),
};

/** Middleware that applies faults to the socket, after or instead of the following handlers. */
export function faultLayer(
  take: (operation: Operation | 'other', path: string) => Fault | undefined,
  released: () => AbortSignal,
  clock: SandboxClock,
): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const fault = take(c.get('operation'), c.req.path);
    if (!fault) return next();
    const signal = released();
    if (hasEffect(fault)) await next();
    const answer = hasEffect(fault) ? await answerOf(c.res) : NOTHING_DONE;
    fault.onStrike?.();
    const { incoming, outgoing } = c.env;
    const pause = (ms: number) => clock.hold(incoming, clock.sleep(ms, signal));
    const hold = (work: Promise<unknown>) => clock.hold(incoming, work);
    await show(fault, answer, outgoing, { released: signal, pause, hold });
    // Otherwise, Hono would merge the headers of the earlier response into this one.
    c.res = undefined;
    c.res = new Response(null, { headers: ALREADY_SENT });
    return;
  };
}

async function answerOf(response: Response): Promise<Answer> {
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}
