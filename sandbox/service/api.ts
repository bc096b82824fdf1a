import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { Access } from './access.ts';
import type { Jobs } from './jobs.ts';
import { describeApi } from './openapi.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { readPrompt } from './prompt-body.ts';
import type { Quota } from './quota.ts';
import type { ReceivedBody } from './request-log.ts';
import type { Analytics } from './visitors/analytics.ts';
import { readVisitorsQuery } from './visitors/query.ts';

export interface ServiceEnv {
  Bindings: HttpBindings;
  Variables: { operation: Operation | 'other'; body: ReceivedBody };
}

export interface ApiParts {
  readonly access: Access;
  readonly quota: Quota;
  readonly jobs: Jobs;
  readonly analytics: Analytics;
  /** URL of the service, including its path prefix. */
  readonly url: () => string;
}

/** The routes of the interface. Each checks key and project, then the parameters, then the quota, and then executes the operation. */
export function createApi({ access, quota, jobs, analytics, url }: ApiParts): Hono<ServiceEnv> {
  const check = (c: Context, projectId: string) => access.check(c.req.header('authorization'), projectId);
  const promptOf = (c: Context<ServiceEnv>) => readPrompt(c.req.header('content-type'), c.get('body'));
  const api = new Hono<ServiceEnv>();

  api.post(OPERATIONS.create.path, async (c) => {
    const { projectId } = c.req.param();
    check(c, projectId);
    const prompt = promptOf(c);
    quota.countRequest(projectId, 'create');
    return c.json(await jobs.create(projectId, prompt), 201);
  });

  api.post(OPERATIONS['follow-up'].path, async (c) => {
    const { projectId, id } = c.req.param();
    check(c, projectId);
    const prompt = promptOf(c);
    await jobs.requireOpen(projectId, id);
    quota.countRequest(projectId, 'follow-up');
    return c.json(await jobs.followUp(projectId, id, prompt));
  });

  api.get(OPERATIONS.get.path, async (c) => {
    const { projectId, id } = c.req.param();
    check(c, projectId);
    quota.countRequest(projectId, 'get');
    return c.json(await jobs.read(projectId, id));
  });

  api.get(OPERATIONS.visitors.path, (c) => {
    const { projectId } = c.req.param();
    check(c, projectId);
    const { range, limit, offset } = readVisitorsQuery(c.req.query());
    quota.countRequest(projectId, 'visitors');
    return c.json(analytics.visitors(range, { limit, offset }));
  });

  api.get('/openapi.json', (c) => c.json(describeApi(url())));
  return api;
}
