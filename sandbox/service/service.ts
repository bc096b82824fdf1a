import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { createAccess } from './access.ts';
import { createApi, type ServiceEnv } from './api.ts';
import { CONTROL_PATH, createControl } from './control.ts';
import { faultLayer } from './fault-layer.ts';
import { createFaults, type Faults } from './faults.ts';
import type { JobScript } from './job-script.ts';
import { createJobs, type JobRecord } from './jobs.ts';
import { operationOf } from './operations.ts';
import { type ServiceOptions, type ServiceSettings, withDefaults } from './options.ts';
import { createQuota } from './quota.ts';
import { refusal, toAnswer } from './refusal.ts';
import { type LoggedRequest, receive } from './request-log.ts';
import { createAnalytics } from './visitors/analytics.ts';

export interface Service {
  /** URL with the path prefix, without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly projectId: string;
  /** The requests received, oldest first, without control requests; a live view, which `reset` clears. */
  readonly requests: readonly LoggedRequest[];
  /** A live view, which `reset` clears. */
  readonly jobs: readonly JobRecord[];
  readonly faults: Faults;
  /** Changes the script of turns that begin from now on; with `jobId`, of that job only, including its current turn. */
  script(changes: Partial<JobScript>, jobId?: string): void;
  /** Rejects a key from now on. @param why the service's error message. */
  expireKey(key: string, why: string): void;
  /** Restores the initial state: no jobs, no requests, no faults, full quotas, the first script. */
  reset(): void;
  /** Closes the server and every connection. Can be called twice. */
  close(): Promise<void>;
}

/** Starts the sandbox service on 127.0.0.1. */
export async function createService(options: ServiceOptions = {}): Promise<Service> {
  const settings = withDefaults(options);
  const { clock, pathPrefix, key, projectId } = settings;
  const requests: LoggedRequest[] = [];
  const faults = createFaults();
  const quota = createQuota(settings.quota, clock.now);
  const jobs = createJobs({ ...settings, clock: clock.now, script: settings.job, model: 'docs-agent-1' });
  const analytics = createAnalytics(settings.visitors, clock.now());
  const expired = new Map(settings.expiredKeys);
  const access = createAccess(settings.keys, expired);
  const hanging = createHold();
  let url = '';

  const reset = () => {
    hanging.release();
    requests.length = 0;
    jobs.reset();
    faults.clear();
    quota.reset();
    expired.clear();
    for (const [old, why] of settings.expiredKeys) expired.set(old, why);
  };

  const app = new Hono<ServiceEnv>();
  app.onError(toAnswer);
  app.notFound((c) => toAnswer(refusal(404, 'Unknown address.'), c));
  app.route(CONTROL_PATH, createControl({ requests, jobs, faults, reset }));
  app.use('*', async (c, next) => {
    c.env.outgoing.setHeader('date', new Date(clock.now()).toUTCString());
    const operation = c.req.path.startsWith(pathPrefix)
      ? operationOf(c.req.method, c.req.path.slice(pathPrefix.length))
      : 'other';
    c.set('operation', operation);
    const body = await receive(requests, c.env.incoming, { operation, at: clock.now() });
    c.set('body', body);
    await next();
    await options.onAnswer?.({ method: c.req.method, url: c.req.url, body: body.text }, c.res.clone());
  });
  app.use('*', faultLayer(faults.take, hanging.signal, clock));
  app.route(pathPrefix || '/', createApi({ access, quota, jobs, analytics, url: () => url }));

  // By default, the adapter replaces the process's Request and Response, which would affect tests.
  const server = createServerFor(settings, getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  url = `${await listen(server, settings)}${pathPrefix}`;

  return {
    url,
    key,
    projectId,
    requests,
    jobs: jobs.records,
    faults,
    script: jobs.script,
    expireKey: (old, why) => void expired.set(old, why),
    reset,
    async close() {
      hanging.release();
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function createServerFor({ tls }: ServiceSettings, listener: RequestListener): Server {
  return tls ? createTlsServer(tls, listener) : createServer(listener);
}

/** @returns the URL without a trailing slash. @throws if the port is in use. */
async function listen(server: Server, { port, tls }: ServiceSettings): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `${tls ? 'https' : 'http'}://127.0.0.1:${address.port}`;
}

/** Requests without a response wait for this signal; releasing it ends those that wait now. */
function createHold() {
  let controller = new AbortController();
  return {
    signal: () => controller.signal,
    release() {
      controller.abort();
      controller = new AbortController();
    },
  };
}
