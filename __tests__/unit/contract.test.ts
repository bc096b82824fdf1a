import { expect, test } from '@jest/globals';
import { describeApi } from '../../sandbox/service/openapi.ts';
import { createService } from '../../sandbox/service/service.ts';
import { type Comparison, describe, type Exchange } from '../../scripts/contract/description.ts';
import { requestRefusals, SERVICE_OPTIONS } from '../../scripts/contract/requests.ts';

const DOCUMENT = {
  openapi: '3.0.1',
  paths: {
    '/v2/agent/{projectId}/job/{id}': {
      parameters: [{ $ref: '#/components/parameters/limit' }],
      get: { responses: { 200: { $ref: '#/components/responses/Job' } } },
      post: {
        requestBody: { content: { 'application/json': { schema: { required: ['prompt'] } } } },
      },
    },
  },
  components: {
    parameters: { limit: { name: 'limit', in: 'query', schema: { type: 'integer' } } },
    responses: {
      Job: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Job' } } } },
    },
    schemas: {
      Job: { properties: { id: { type: 'string' }, parent: { $ref: '#/components/schemas/Job' } } },
    },
  },
};
const EXCHANGE: Exchange = {
  method: 'GET',
  url: 'http://127.0.0.1:1/v2/agent/acme/job/1?limit=5',
  body: '',
  status: 200,
  answer: '{"id":"1","parent":{"id":"0"}}',
};
const FINE: Comparison = { request: [], answer: [], unnamed: [] };
const { compare } = describe('jobs.yaml', DOCUMENT);

test.each<[string, Partial<Exchange>, Partial<Comparison> | undefined]>([
  ['is as described', {}, {}],
  [
    'has an invalid parameter',
    { url: EXCHANGE.url.replace('5', 'x') },
    { request: ['request: limit must be integer'] },
  ],
  [
    'has an invalid answer',
    { answer: '{"parent":{"id":0}}' },
    { answer: ['answer/parent/id must be string'] },
  ],
  ['has a status that is not listed', { status: 401, answer: '' }, { unnamed: ['this status'] }],
  ['has a field that is not described', { answer: '{"links":1}' }, { unnamed: ['links'] }],
  [
    'has an invalid body',
    { method: 'POST', body: '{}', answer: '' },
    { request: ["request must have required property 'prompt'"], unnamed: ['this status'] },
  ],
  [
    'is of an operation that is not described',
    { url: `${EXCHANGE.url.split('?')[0]}/message` },
    undefined,
  ],
])('an exchange that %s', (_, changes, expected) => {
  expect(compare({ ...EXCHANGE, ...changes })).toEqual(expected && { ...FINE, ...expected });
});

test('a document that is no OpenAPI document is an error with its file', () => {
  expect(() => describe('jobs.yaml', { paths: {} })).toThrow(
    'jobs.yaml is not an OpenAPI 3 document',
  );
});

test('the answers and refusals of the sandbox are those that its own description lists', async () => {
  const exchanges: Exchange[] = [];
  const service = await createService({
    ...SERVICE_OPTIONS,
    onAnswer: async (request, response) =>
      void exchanges.push({ ...request, status: response.status, answer: await response.text() }),
  });
  const headers = { authorization: `Bearer ${service.key}` };
  await fetch(`${service.url}/v1/analytics/${service.projectId}/visitors?limit=3`, { headers });
  await requestRefusals(service);
  await service.close();
  const description = describe('sandbox', describeApi(service.url));
  const answers = exchanges.map((exchange) => description.compare(exchange));
  expect(new Set(answers.map((found) => JSON.stringify({ ...found, request: [] })))).toEqual(
    new Set([JSON.stringify(FINE)]),
  );
  expect([...new Set(exchanges.map(({ status }) => status))].sort()).toEqual([
    200, 201, 400, 401, 403, 404, 413, 415, 429,
  ]);
});
