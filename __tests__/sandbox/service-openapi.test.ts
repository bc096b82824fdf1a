import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createService, type Service } from '../../sandbox/service/service.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
}

interface ApiResponse {
  readonly $ref?: string;
  readonly content?: { readonly 'application/json': { readonly schema: Schema } };
}

interface ApiOperation {
  readonly operationId: string;
  readonly parameters: readonly { readonly $ref: string }[];
  readonly responses: Readonly<Record<string, ApiResponse>>;
  readonly requestBody?: object;
}

let service: Service;
let document: {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
};

beforeEach(async () => {
  service = await createService({
    pathPrefix: '/docs',
    quota: { create: 1, followUp: 1, get: 2, visitors: 1, analytics: 6 },
  });
  document = JSON.parse(await (await fetch(`${service.url}/openapi.json`)).text());
});
afterEach(() => service.close());

function resolve<T>(target: T & { readonly $ref?: string }): T {
  if (target.$ref === undefined) return target;
  return target.$ref
    .split('/')
    .slice(1)
    .reduce<never>((node, name) => node[name] ?? missing(name), document as never);
}

function missing(name: string): never {
  throw new Error(`The document has no ${name}.`);
}

const typeOf = (value: unknown) => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

/** The violations of the schema in `value`; supports the keywords that the document uses, and reports others. */
function breaches(value: unknown, reference: Schema, at = '$'): string[] {
  const {
    description,
    default: _,
    $ref,
    ...schema
  }: Schema & { description?: string; default?: unknown } = resolve(reference);
  const rules: Record<string, () => boolean> = {
    type: () =>
      [schema.type ?? []].flat().some((type) => type === typeOf(value) || (type === 'number' && typeof value === type)),
    enum: () => schema.enum?.includes(value) ?? true,
    format: () => typeof value !== 'string' || new Date(value).toISOString() === value,
    minimum: () => typeof value !== 'number' || value >= (schema.minimum ?? 0),
    minLength: () => typeof value !== 'string' || value.length >= (schema.minLength ?? 0),
    maxItems: () => !Array.isArray(value) || value.length <= (schema.maxItems ?? 0),
    required: () => schema.required?.every((name) => Object.hasOwn(Object(value), name)) ?? true,
    additionalProperties: () => Object.keys(Object(value)).every((name) => name in (schema.properties ?? {})),
    properties: () => true,
    items: () => true,
  };
  const own = Object.keys(schema).filter((rule) => !(rules[rule] ?? (() => missing(rule)))());
  const { items } = schema;
  return [
    ...own.map((rule) => `${at} ${rule}`),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
      breaches(Object(value)[name], inner, `${at}.${name}`),
    ),
    ...(items && Array.isArray(value) ? value.flatMap((one, index) => breaches(one, items, `${at}[${index}]`)) : []),
  ];
}

interface Call {
  readonly id?: string;
  readonly project?: string;
  readonly query?: string;
  readonly key?: string;
  readonly type?: string;
  readonly body?: string;
}

/** Calls an operation as the document describes it, and validates the response. @returns status and body. */
async function call(operationId: string, given: Call = {}): Promise<{ status: number; body: { id?: string } }> {
  const { id = '', project = 'acme-docs', key = service.key, type = 'application/json' } = given;
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId !== operationId) continue;
      const url = path.replace('{projectId}', project).replace('{id}', id) + (given.query ?? '');
      const response = await fetch(`${document.servers[0]?.url}${url}`, {
        method: method.toUpperCase(),
        headers: { authorization: `Bearer ${key}`, 'content-type': type },
        ...(operation.requestBody && { body: given.body ?? '{"prompt":"x"}' }),
      });
      const described = resolve(operation.responses[response.status] ?? missing(`${operationId} ${response.status}`));
      const schema = described.content?.['application/json'].schema ?? missing('schema');
      const body = JSON.parse(await response.text());
      expect(breaches(body, schema)).toEqual([]);
      return { status: response.status, body };
    }
  }
  return missing(operationId);
}

describe('the OpenAPI document', () => {
  test('describes the operations at the address of the service', () => {
    expect([document.openapi, document.servers]).toEqual(['3.1.0', [{ url: service.url }]]);
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual([
      'createAgentJob',
      'getAgentJob',
      'getConversations',
      'getFeedbackByPage',
      'getSearches',
      'getUniqueVisitors',
      'sendFollowUpMessage',
    ]);
  });

  test('has no dangling reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, $ref = '']) => $ref);
    expect(references.length).toBeGreaterThan(20);
    for (const $ref of references) expect(resolve({ $ref })).toBeDefined();
  });

  test('matches every answer and every refusal of the service', async () => {
    const { status, body } = await call('createAgentJob');
    const id = body.id ?? missing('id');
    const seen = [status];
    const calls: [string, Call][] = [
      ['createAgentJob', {}],
      ['createAgentJob', { body: '{}' }],
      ['createAgentJob', { type: 'text/plain' }],
      ['createAgentJob', { body: 'x'.repeat(2 ** 20 + 1) }],
      ['createAgentJob', { key: 'docs_wrong' }],
      ['createAgentJob', { project: 'unknown' }],
      ['sendFollowUpMessage', { id }],
      ['sendFollowUpMessage', { id }],
      ['sendFollowUpMessage', { id: 'unknown' }],
      ['getAgentJob', { id }],
      ['getAgentJob', { id: 'unknown' }],
      ['getAgentJob', { id }],
      ['getUniqueVisitors', { query: '?limit=0' }],
      ['getUniqueVisitors', { query: '?limit=250&dateFrom=2020-01-01' }],
      ['getUniqueVisitors', {}],
      ['getFeedbackByPage', { query: '?limit=100' }],
      ['getFeedbackByPage', { query: '?source=mail' }],
      ['getConversations', { query: '?limit=3' }],
      ['getConversations', { query: '?cursor=unknown' }],
      ['getSearches', { query: '?limit=5' }],
      ['getSearches', { query: '?cursor=unknown' }],
      ['getSearches', { query: '?dateTo=2020-01-01' }],
      ['getSearches', {}],
      ['getConversations', {}],
      ['getFeedbackByPage', {}],
    ];
    for (const [operationId, given] of calls) seen.push((await call(operationId, given)).status);
    expect(seen).toEqual([
      201,
      429,
      400,
      415,
      413,
      401,
      404,
      200,
      429,
      404,
      200,
      404,
      429,
      400,
      200,
      429,
      ...[200, 400, 200, 400, 200, 400, 200, 200, 200, 429],
    ]);
  });

  test('matches an ended and an archived job, and the check finds a job that does not match', async () => {
    const { body } = await call('createAgentJob');
    service.script({ seconds: 0, end: 'archived' }, body.id);
    const { body: archived } = await call('getAgentJob', { id: body.id ?? '' });
    const schema = { $ref: '#/components/schemas/Job' };
    const broken = { ...archived, status: 'paused', createdAt: 'now', prLink: 7, extra: 1, id: undefined };
    expect(() => breaches(broken, schema)).toThrow('Invalid time value');
    expect(breaches({ ...broken, createdAt: null }, schema).sort()).toEqual([
      '$ additionalProperties',
      '$.createdAt type',
      '$.id type',
      '$.prLink type',
      '$.status enum',
    ]);
  });
});
