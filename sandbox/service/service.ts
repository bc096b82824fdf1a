import { createFaults, type Fault, type Faults } from '../http/faults.ts';
import { Refusal } from '../http/refusal.ts';
import { createFaultyServer, type LoggedRequest } from '../http/server.ts';
import { createAccess } from './access.ts';
import { answerOf } from './answers.ts';
import { createApi } from './api.ts';
import type { JobScript } from './job-script.ts';
import { type AgentJobObject, createJobs, type JobRecord } from './jobs.ts';
import { type Operation, operationOf } from './operations.ts';
import { type ServiceOptions, withDefaults } from './options.ts';
import { createQuota } from './quota.ts';
import { createReaderAnalytics } from './readers/answers.ts';
import { createAnalytics } from './visitors/analytics.ts';

/** By default, the service executes a request and only its answer is faulty, unless that is a given one of 3xx or 4xx. */
export type ServiceFault = Fault & {
  readonly operation: Operation;
  /** Only requests for this job. Default: for any. */
  readonly job?: string;
};

interface ServiceRequest extends LoggedRequest {
  readonly operation: Operation | 'other';
}

export interface Service {
  /** URL with the path prefix, without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly projectId: string;
  /** The requests received, oldest first; a live view, which `reset` clears. */
  readonly requests: readonly ServiceRequest[];
  /** A live view, which `reset` clears. */
  readonly jobs: readonly JobRecord[];
  readonly faults: Faults<ServiceFault>;
  /** Every job in its current state. */
  readAll(): Promise<readonly AgentJobObject[]>;
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
  const faults = createFaults<ServiceFault>();
  const quota = createQuota(settings.quota, clock.now);
  const jobs = createJobs({ ...settings, clock: clock.now, script: settings.job, model: 'docs-agent-1' });
  const analytics = createAnalytics(settings.visitors, clock.now());
  const readers = createReaderAnalytics(analytics.signals);
  const expired = new Map(settings.expiredKeys);
  const access = createAccess(settings.keys, expired);
  const api = createApi({ access, quota, jobs, analytics, readers, url: () => url });

  /** The address below the path prefix; undefined for one outside of it. */
  const within = (path: string) =>
    path.startsWith(`${pathPrefix}/`) ? new URL(path.slice(pathPrefix.length), 'http://127.0.0.1') : undefined;

  const server = await createFaultyServer<ServiceRequest, ServiceFault>({
    ...settings,
    faults,
    describe(request) {
      const address = within(request.path);
      return { ...request, operation: address ? operationOf(request.method, address.pathname) : 'other' };
    },
    concerns: ({ operation, job }, request) =>
      operation === request.operation && (job === undefined || request.path.includes(`/job/${job}`)),
    isExecuted: (fault) => !(fault.kind === 'answer' && fault.status >= 300 && fault.status < 500),
    async answer(request, isTooLarge) {
      const { method, path, body } = request;
      const answer = await answerOf(() => {
        const address = within(path);
        if (!address) throw new Refusal(404, 'Unknown address.');
        return api(request, isTooLarge, address);
      });
      const { status, headers } = answer;
      const response = new Response(String(answer.body), { status, headers });
      await options.onAnswer?.({ method, url: new URL(path, url).href, body }, response);
      return answer;
    },
  });
  const { requests } = server;
  const url = `${server.url}${pathPrefix}`;

  const reset = () => {
    server.release();
    requests.length = 0;
    jobs.reset();
    faults.clear();
    quota.reset();
    expired.clear();
    for (const [old, why] of settings.expiredKeys) expired.set(old, why);
  };

  return {
    url,
    key,
    projectId,
    requests,
    jobs: jobs.records,
    faults,
    readAll: jobs.readAll,
    script: jobs.script,
    expireKey: (old, why) => void expired.set(old, why),
    reset,
    close: server.close,
  };
}
