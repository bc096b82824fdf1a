import { randomBytes } from 'node:crypto';
import { type SandboxClock, systemClock } from '../clock.ts';
import { type Agent, pretendingAgent } from './agent.ts';
import type { JobScript } from './job-script.ts';
import type { AgentJobObject } from './jobs.ts';
import { DEFAULT_QUOTA, type QuotaLimits } from './quota.ts';
import type { VisitorsOptions } from './visitors/analytics.ts';

/** Every option has a default. */
export interface ServiceOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Admin API key. Default: `docs_` and a random part. */
  readonly key?: string;
  /** Further valid keys of the project, as during a key rotation. Default: none. */
  readonly moreKeys?: readonly string[];
  /** Keys that are no longer accepted, each with the service's error message. Default: none. */
  readonly expiredKeys?: Readonly<Record<string, string>>;
  /** Default `acme-docs`. */
  readonly projectId?: string;
  /** Further projects, each with its own key. Their keys get 403 in this one. */
  readonly otherProjects?: Readonly<Record<string, string>>;
  /** Default: the system clock. */
  readonly clock?: SandboxClock;
  readonly quota?: Partial<QuotaLimits>;
  /** A path below which the service runs, for example `/internal/docs`. Default: none. */
  readonly pathPrefix?: string;
  readonly job?: Partial<JobScript>;
  /** Works on the jobs. Default: an agent that only returns links of pull requests. */
  readonly agent?: Agent;
  /** The `source` of jobs. Default `acme/docs`, `main`. */
  readonly source?: AgentJobObject['source'];
  /** Default: 200 pages, seed 1. */
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

export function withDefaults(options: ServiceOptions) {
  const { projectId = 'acme-docs', key = `docs_${randomBytes(16).toString('hex')}` } = options;
  const source = options.source ?? { repository: 'acme/docs', ref: 'main' };
  return {
    port: options.port ?? 0,
    key,
    projectId,
    /** Key → project id. */
    keys: new Map([
      ...Object.entries(options.otherProjects ?? {}).map(([project, its]) => [its, project] as const),
      ...[...(options.moreKeys ?? []), key].map((own) => [own, projectId] as const),
    ]),
    expiredKeys: new Map(Object.entries(options.expiredKeys ?? {})),
    clock: options.clock ?? systemClock,
    quota: { ...DEFAULT_QUOTA, ...options.quota },
    /** Empty, or with a leading and without a trailing slash. */
    pathPrefix: toPrefix(options.pathPrefix ?? ''),
    job: options.job ?? {},
    agent: options.agent ?? pretendingAgent(source.repository),
    source,
    visitors: { pages: 200, seed: 1, ...options.visitors },
    tls: options.tls,
  };
}

function toPrefix(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.map((segment) => `/${segment}`).join('');
}
