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

export const OPERATION_NAMES = [
  'create',
  'follow-up',
  'get',
  'visitors',
  'feedback',
  'assistant',
  'searches',
] as const satisfies readonly Operation[];

/** An operation with the variable parts of its path; `id` is empty for an operation without a job. */
export interface FoundOperation {
  readonly operation: Operation;
  readonly projectId: string;
  readonly id: string;
}

/** @param path without the service's path prefix and without a query. */
export function findOperation(method: string, path: string): FoundOperation | undefined {
  for (const operation of OPERATION_NAMES) {
    const match = OPERATIONS[operation].method === method ? PATTERNS[operation].exec(path) : null;
    const [projectId = '', id = ''] = match?.slice(1).map(decodeURIComponent) ?? [];
    if (match) return { operation, projectId, id };
  }
  return undefined;
}

/** @param path without the service's path prefix and without a query. */
export const operationOf = (method: string, path: string): Operation | 'other' =>
  findOperation(method, path)?.operation ?? 'other';

const patternOf = (name: Operation) => new RegExp(`^${OPERATIONS[name].path.replace(/:\w+/g, '([^/]+)')}$`);

const PATTERNS: Readonly<Record<Operation, RegExp>> = {
  ...{ create: patternOf('create'), 'follow-up': patternOf('follow-up'), get: patternOf('get') },
  ...{ visitors: patternOf('visitors'), feedback: patternOf('feedback'), assistant: patternOf('assistant') },
  searches: patternOf('searches'),
};
