import { OPERATION_NAMES, OPERATIONS, type Operation, type OperationFacts } from './operations.ts';

const TEXT = { type: 'string' };
const TIME = { ...TEXT, format: 'date-time' };
const NULLABLE = { type: ['string', 'null'] };
const BOOLEAN = { type: 'boolean' };
const COUNT = { type: 'integer', minimum: 0 };
const COUNTS = { human: COUNT, ai: COUNT, total: COUNT };

/**
 * The interface as an OpenAPI 3.1 document; docs/engineering/service.md has it in words. @param url
 * of the service, with its path prefix.
 */
export const describeApi = (url: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Documentation agent jobs and visitor analytics',
    version: '2.0.0',
    description:
      'A sandbox of the service. Success codes, error bodies and get-job are decisions of the sandbox.',
  },
  servers: [{ url }],
  security: [{ bearer: [] }],
  paths: Object.fromEntries(
    OPERATION_NAMES.map((name) => {
      const { method, path } = OPERATIONS[name];
      return [path.replace(/:(\w+)/g, '{$1}'), { [method.toLowerCase()]: describeOperation(name) }];
    }),
  ),
  components: {
    schemas: SCHEMAS,
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'Admin API key: a prefix, an underscore, a secret.',
      },
    },
  },
});

function describeOperation(name: Operation) {
  const { method, path, answer, query = {} }: OperationFacts = OPERATIONS[name];
  const isPost = method === 'POST';
  const refusals = [
    ...(name === 'get' ? [] : [400]),
    401,
    403,
    404,
    ...(isPost ? [413, 415] : []),
    429,
  ];
  return {
    operationId: name,
    parameters: [
      ...Array.from(path.matchAll(/:(\w+)/g), ([, part]) => {
        return { name: part, in: 'path', required: true, schema: { type: 'string' } };
      }),
      ...Object.entries(query).map(([parameter, schema]) => ({
        name: parameter,
        in: 'query',
        schema,
      })),
    ],
    ...(isPost && { requestBody: { required: true, content: content('Prompt') } }),
    responses: {
      [name === 'create' ? 201 : 200]: { description: 'Done.', content: content(answer) },
      ...Object.fromEntries(
        refusals.map((status) => [status, { ...REFUSALS[status], content: content('Error') }]),
      ),
    },
  };
}

const content = (schema: keyof typeof SCHEMAS) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
});

const REFUSALS: Readonly<Record<number, object>> = {
  400: { description: 'A value is missing or out of its range, or the job is archived.' },
  401: { description: 'No API key, or an unknown one.' },
  403: { description: 'The API key belongs to another project.' },
  404: { description: 'Unknown project or job.' },
  413: { description: 'The body is larger than 1 MiB.' },
  415: { description: 'The body is not application/json.' },
  429: {
    description: 'The quota of the hour is used up.',
    headers: { 'Retry-After': { schema: COUNT } },
  },
};

const closed = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const listOf = (maxItems: number, fields: Readonly<Record<string, object>>) => ({
  type: 'array',
  items: closed(fields),
  maxItems,
});

const SCHEMAS = {
  Job: closed({
    id: { ...TEXT, minLength: 1 },
    status: { ...TEXT, enum: ['active', 'completed', 'archived', 'failed'] },
    source: closed({ repository: TEXT, ref: TEXT }),
    model: TEXT,
    prLink: NULLABLE,
    createdAt: TIME,
    archivedAt: { ...TIME, type: ['string', 'null'] },
  }),
  Prompt: {
    type: 'object',
    properties: { prompt: { ...TEXT, minLength: 1 } },
    required: ['prompt'],
  },
  Visitors: closed({
    totals: closed(COUNTS),
    visitors: listOf(250, { path: TEXT, ...COUNTS }),
    hasMore: BOOLEAN,
  }),
  Error: closed({ error: TEXT }),
};
