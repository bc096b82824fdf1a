/** The interface's four operations, for the routes, the request log, the faults and the OpenAPI document. */
export const OPERATIONS = {
  create: { method: 'POST', path: '/v2/agent/:projectId/job' },
  'follow-up': { method: 'POST', path: '/v2/agent/:projectId/job/:id/message' },
  get: { method: 'GET', path: '/v2/agent/:projectId/job/:id' },
  visitors: { method: 'GET', path: '/v1/analytics/:projectId/visitors' },
} as const;

export type Operation = keyof typeof OPERATIONS;

export const OPERATION_NAMES = ['create', 'follow-up', 'get', 'visitors'] as const satisfies readonly Operation[];

/** @param path without the service's path prefix and without a query. */
export function operationOf(method: string, path: string): Operation | 'other' {
  const matches = (name: Operation) => OPERATIONS[name].method === method && patternOf(name).test(path);
  return OPERATION_NAMES.find(matches) ?? 'other';
}

const patternOf = (name: Operation) => new RegExp(`^${OPERATIONS[name].path.replace(/:\w+/g, '[^/]+')}$`);
