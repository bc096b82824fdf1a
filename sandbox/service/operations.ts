/** The interface's operations, for the routes, the request log, the faults and the OpenAPI document. */
export const OPERATIONS = {
  create: { method: 'POST', path: '/v2/agent/:projectId/job' },
  'follow-up': { method: 'POST', path: '/v2/agent/:projectId/job/:id/message' },
  get: { method: 'GET', path: '/v2/agent/:projectId/job/:id' },
  visitors: { method: 'GET', path: '/v1/analytics/:projectId/visitors' },
  feedback: { method: 'GET', path: '/v1/analytics/:projectId/feedback/by-page' },
  assistant: { method: 'GET', path: '/v1/analytics/:projectId/assistant' },
  searches: { method: 'GET', path: '/v1/analytics/:projectId/searches' },
} as const;

export type Operation = keyof typeof OPERATIONS;

export const isOperation = (name: unknown): name is Operation => typeof name === 'string' && name in OPERATIONS;

export const OPERATION_NAMES: readonly Operation[] = Object.keys(OPERATIONS).filter(isOperation);

/** An operation with the variable parts of its path; `id` is empty for an operation without a job. */
export interface FoundOperation {
  readonly operation: Operation;
  readonly projectId: string;
  readonly id: string;
}

const ROUTES = OPERATION_NAMES.map((operation) => {
  const { method, path } = OPERATIONS[operation];
  return { operation, of: method, pattern: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`) };
});

/** @param path without the service's path prefix and without a query. */
export function findOperation(method: string, path: string): FoundOperation | undefined {
  const route = ROUTES.find(({ of, pattern }) => of === method && pattern.test(path));
  const [projectId = '', id = ''] = route?.pattern.exec(path)?.slice(1).map(decodeURIComponent) ?? [];
  return route && { operation: route.operation, projectId, id };
}

/** @param path without the service's path prefix and without a query. */
export const operationOf = (method: string, path: string): Operation | 'other' =>
  findOperation(method, path)?.operation ?? 'other';
