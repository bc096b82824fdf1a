import { describe, expect, test } from '@jest/globals';
import { parseDescription } from '../../../scripts/contract/description.ts';

const TEXT = `
openapi: 3.0.1
info: { title: Jobs }
servers: [{ url: https://docs.example/api }]
paths:
  /v2/agent/{projectId}/job/{id}:
    parameters: [{ name: projectId, in: path }]
    get:
      responses: { 200: { content: { application/json: { schema: { $ref: '#/components/schemas/Job' } } } } }
  /v1/{projectId}/report.json: { get: {} }
components:
  schemas:
    Job: { properties: { id: {}, source: { properties: { ref: {} } }, parent: { $ref: '#/components/schemas/Job' } } }
    Other: { properties: { model: {} } }
`;

describe('a description', () => {
  const { title, servers, find } = parseDescription('jobs.yaml', TEXT);

  test('has a title and servers', () => {
    expect([title, servers]).toEqual(['Jobs', ['https://docs.example/api']]);
  });

  test.each([
    ['GET', '/v2/agent/acme/job/1', true],
    ['POST', '/v2/agent/acme/job/1', false],
    ['GET', '/v2/agent/acme/job/1/message', false],
    ['GET', '/api/v2/agent/acme/job/1', false],
    ['GET', '/v1/acme/reportXjson', false],
  ])('compares method and whole path: %s %s', (method, path, isFound) => {
    expect(find(method, path) !== undefined).toBe(isFound);
  });

  test('names parameters of the path and fields of referenced schemas, but no fields of other schemas', () => {
    const names = find('GET', '/v2/agent/acme/job/1')?.names ?? [];
    expect([...names].sort()).toEqual(['id', 'parent', 'projectId', 'ref', 'source']);
  });

  test('that is no OpenAPI document is an error with its file', () => {
    expect(() => parseDescription('jobs.yaml', 'paths: 1')).toThrow('jobs.yaml is not an OpenAPI 3 document');
  });
});
