const TEXT = { type: 'string' };
const RANGE = { dateFrom: TEXT, dateTo: TEXT };

export interface OperationFacts {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The schema of the answer, in the OpenAPI document. */
  readonly answer: 'Job' | 'Visitors';
  /** The quota that its requests count for. */
  readonly quota: 'create' | 'followUp' | 'get' | 'visitors';
  readonly query?: Readonly<Record<string, object>>;
}

/**
 * The interface's operations, for the routes, the request log, the quotas, the faults and the
 * OpenAPI document.
 */
export const OPERATIONS = {
  create: { method: 'POST', path: '/v2/agent/:projectId/job', answer: 'Job', quota: 'create' },
  'follow-up': {
    method: 'POST',
    path: '/v2/agent/:projectId/job/:id/message',
    answer: 'Job',
    quota: 'followUp',
  },
  get: { method: 'GET', path: '/v2/agent/:projectId/job/:id', answer: 'Job', quota: 'get' },
  visitors: {
    method: 'GET',
    path: '/v1/analytics/:projectId/visitors',
    answer: 'Visitors',
    quota: 'visitors',
    query: {
      ...RANGE,
      limit: { type: 'integer', minimum: 1, maximum: 250, default: 50 },
      offset: { type: 'integer', minimum: 0, default: 0 },
    },
  },
} as const satisfies Readonly<Record<string, OperationFacts>>;

export type Operation = keyof typeof OPERATIONS;

export const isOperation = (name: unknown): name is Operation =>
  typeof name === 'string' && name in OPERATIONS;

export const OPERATION_NAMES: readonly Operation[] = Object.keys(OPERATIONS).filter(isOperation);

export type FoundOperation = NonNullable<ReturnType<typeof findOperation>>;

const ROUTES = OPERATION_NAMES.map((operation) => {
  const { method, path } = OPERATIONS[operation];
  return { operation, of: method, pattern: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`) };
});

/**
 * The operation with the variable parts of its path; `id` is empty for an operation without a job.
 * @param path without the service's path prefix and without a query.
 */
export function findOperation(method: string, path: string) {
  const route = ROUTES.find(({ of, pattern }) => of === method && pattern.test(path));
  const [projectId = '', id = ''] =
    route?.pattern.exec(path)?.slice(1).map(decodeURIComponent) ?? [];
  return route && { operation: route.operation, projectId, id };
}

/** The name for the request log. */
export const operationOf = (method: string, path: string): Operation | 'other' =>
  findOperation(method, path)?.operation ?? 'other';
