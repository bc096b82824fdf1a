import { randomBytes } from 'node:crypto';
import { type SandboxClock, systemClock } from '../clock.ts';
import { type Agent, pretendingAgent } from './agent.ts';
import type { JobScript } from './job-script.ts';
import type { AgentJobObject } from './jobs.ts';
import { DEFAULT_QUOTA, type QuotaLimits } from './quota.ts';
import type { VisitorsOptions } from './visitors/analytics.ts';

/** All of it has a default. */
export interface ServiceOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Admin API key. Default: `docs_` and something random. */
  readonly key?: string;
  /** Further keys of the project, as there are while its key is being changed. Default: none. */
  readonly moreKeys?: readonly string[];
  /** Keys that are not accepted any more, each with why, in the service's words. Default: none. */
  readonly expiredKeys?: Readonly<Record<string, string>>;
  /** Default `acme-docs`. */
  readonly projectId?: string;
  /** Further projects, each with its own key. Their keys get 403 in this one. */
  readonly otherProjects?: Readonly<Record<string, string>>;
  /** Default: the time of day. */
  readonly clock?: SandboxClock;
  readonly quota?: Partial<QuotaLimits>;
  /** The service stands under this path, for example `/internal/docs`. Default: none. */
  readonly pathPrefix?: string;
  readonly job?: Partial<JobScript>;
  /** Does the jobs' work. Default: only claims pull requests. */
  readonly agent?: Agent;
  /** What jobs claim to work on. Default `acme/docs`, `main`. */
  readonly source?: AgentJobObject['source'];
  /** Default: 200 pages, seed 1. */
  readonly visitors?: Partial<VisitorsOptions>;
  /** PEM texts. Given, the service speaks https. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export interface ServiceSettings {
  readonly port: number;
  readonly key: string;
  readonly projectId: string;
  /** Key → project id. */
  readonly keys: ReadonlyMap<string, string>;
  readonly expiredKeys: ReadonlyMap<string, string>;
  readonly clock: SandboxClock;
  readonly quota: QuotaLimits;
  /** Empty, or with a slash before and none behind. */
  readonly pathPrefix: string;
  readonly job: Partial<JobScript>;
  readonly agent: Agent;
  readonly source: AgentJobObject['source'];
  readonly visitors: VisitorsOptions;
  readonly tls: ServiceOptions['tls'];
}

export function withDefaults(options: ServiceOptions): ServiceSettings {
  const { projectId = 'acme-docs', key = `docs_${randomBytes(16).toString('hex')}` } = options;
  const source = options.source ?? { repository: 'acme/docs', ref: 'main' };
  return {
    port: options.port ?? 0,
    key,
    projectId,
    keys: new Map([
      ...Object.entries(options.otherProjects ?? {}).map(([project, its]) => [its, project] as const),
      ...[...(options.moreKeys ?? []), key].map((own) => [own, projectId] as const),
    ]),
    expiredKeys: new Map(Object.entries(options.expiredKeys ?? {})),
    clock: options.clock ?? systemClock,
    quota: { ...DEFAULT_QUOTA, ...options.quota },
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
