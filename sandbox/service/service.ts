import { randomBytes } from 'node:crypto';
import { type SandboxClock, systemClock } from '../clock.ts';
import { createFaults, type Fault } from '../http/faults.ts';
import { createFaultyServer, type LoggedRequest } from '../http/server.ts';
import { createVisitors, type VisitorsOptions } from './analytics/visitors.ts';
import { answerOf, createAccess, createApi } from './api.ts';
import type { JobScript } from './job-script.ts';
import { type Agent, createJobs, pretendingAgent } from './jobs.ts';
import { type Operation, operationOf } from './operations.ts';
import { createQuota, DEFAULT_QUOTA, type QuotaLimits } from './quota.ts';

/** Every option has a default. */
export interface ServiceOptions {
  readonly port?: number;
  readonly key?: string;
  /**
   * Further keys, each with its project: of this one, as during a rotation of keys, or of others,
   * whose keys get 403 in this one.
   */
  readonly moreKeys?: Readonly<Record<string, string>>;
  readonly projectId?: string;
  readonly clock?: SandboxClock;
  readonly quota?: Partial<QuotaLimits>;
  readonly job?: Partial<JobScript>;
  /** Works on the jobs. Default: an agent that only returns links of pull requests. */
  readonly agent?: Agent;
  readonly visitors?: Partial<VisitorsOptions>;
  /** Key and certificate as PEM texts, for https. Default: http. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Gets each request of the interface with its answer. */
  readonly onAnswer?: (request: AnsweredRequest, answer: Response) => Promise<void>;
}

export interface AnsweredRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

/**
 * By default, the service executes a request and only its answer is faulty, unless that is a given
 * one of 3xx or 4xx.
 */
export type ServiceFault = Fault & {
  readonly operation: Operation;
  /** Only requests for this job. Default: for any. */
  readonly job?: string;
};

interface ServiceRequest extends LoggedRequest {
  readonly operation: Operation | 'other';
}

export type Service = Awaited<ReturnType<typeof createService>>;

/** Starts the sandbox service on 127.0.0.1. */
export async function createService(options: ServiceOptions = {}) {
  const {
    projectId = 'acme-docs',
    key = `docs_${randomBytes(16).toString('hex')}`,
    clock = systemClock,
  } = options;
  const { agent = pretendingAgent(), job: script = {}, onAnswer } = options;
  const faults = createFaults<ServiceFault>();
  const quota = createQuota({ ...DEFAULT_QUOTA, ...options.quota }, clock.now);
  const jobs = createJobs({ agent, clock: clock.now, script });
  const visitors = createVisitors({ pages: 200, seed: 1, ...options.visitors }, clock.now());
  const access = createAccess(new Map(Object.entries({ ...options.moreKeys, [key]: projectId })));
  const api = createApi({ access, quota, jobs, visitors, url: () => url });

  const server = await createFaultyServer<ServiceRequest, ServiceFault>({
    port: options.port,
    tls: options.tls,
    clock,
    faults,
    describe: (request) => ({
      ...request,
      operation: operationOf(request.method, addressOf(request).pathname),
    }),
    concerns: ({ operation, job }, request) =>
      operation === request.operation &&
      (job === undefined || request.path.includes(`/job/${job}`)),
    isExecuted: (fault) => !(fault.kind === 'answer' && fault.status >= 300 && fault.status < 500),
    async answer(request, isTooLarge) {
      const { method, path, body } = request;
      const answer = await answerOf(() => api(request, isTooLarge, addressOf(request)));
      const { status, headers } = answer;
      await onAnswer?.(
        { method, url: new URL(path, url).href, body },
        new Response(String(answer.body), { status, headers }),
      );
      return answer;
    },
  });
  const { requests, url } = server;

  return {
    url,
    key,
    projectId,
    /** The requests received, oldest first; a live view, which `reset` clears. */
    requests,
    faults,
    jobs: jobs.records,
    readAll: jobs.readAll,
    script: jobs.script,
    expireKey: access.expire,
    /** Forgets its jobs, requests and faults. */
    reset() {
      server.release();
      requests.length = 0;
      jobs.reset();
      faults.clear();
    },
    close: server.close,
  };
}

const addressOf = ({ path }: LoggedRequest) => new URL(path, 'http://127.0.0.1');
