import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { ValiError } from 'valibot';
import type { ServiceEnv } from './api.ts';
import { parseFault } from './fault-json.ts';
import type { Faults } from './faults.ts';
import { parseScript } from './job-script.ts';
import type { Jobs } from './jobs.ts';
import { refusal } from './refusal.ts';
import type { LoggedRequest } from './request-log.ts';

export interface ControlParts {
  readonly requests: readonly LoggedRequest[];
  readonly jobs: Jobs;
  readonly faults: Faults;
  readonly reset: () => void;
}

/** Path of the sandbox's control routes, which are not part of the interface, need no key and are not logged. */
export const CONTROL_PATH = '/_sandbox';

/** Routes that control the sandbox, for clients on this machine only. */
export function createControl({ requests, jobs, faults, reset }: ControlParts): Hono<ServiceEnv> {
  const control = new Hono<ServiceEnv>();
  control.use('*', loopbackOnly);
  control.get('/requests', (c) => c.json(requests));
  control.get('/jobs', async (c) => c.json(await jobs.readAll()));
  control.post('/script', async (c) => {
    const script = await accepted(c, parseScript);
    const id = c.req.query('job');
    if (id !== undefined && !jobs.records.some((job) => job.id === id)) throw refusal(404, 'Unknown job.');
    jobs.script(script, id);
    return c.body(null, 204);
  });
  control.post('/faults', async (c) => {
    const fault = await accepted(c, parseFault);
    try {
      faults.add(fault);
    } catch (error) {
      throw refusal(400, error instanceof Error ? error.message : 'Not a fault.');
    }
    return c.body(null, 204);
  });
  control.delete('/faults', (c) => {
    faults.clear();
    return c.body(null, 204);
  });
  control.post('/reset', (c) => {
    reset();
    return c.body(null, 204);
  });
  control.all('*', () => {
    throw refusal(404, 'The control knows requests, jobs, script, faults and reset.');
  });
  return control;
}

/** Parses the body as JSON with `parse`. */
async function accepted<T>(c: Context, parse: (value: unknown) => T): Promise<T> {
  try {
    return parse(JSON.parse(await c.req.text()));
  } catch (error) {
    if (error instanceof ValiError || error instanceof SyntaxError) throw refusal(400, error.message);
    throw error;
  }
}

const loopbackOnly: MiddlewareHandler<ServiceEnv> = async (c, next) => {
  const address = c.env.incoming.socket.remoteAddress ?? '';
  if (!/^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address)) throw refusal(403, 'Control from this machine only.');
  await next();
};
