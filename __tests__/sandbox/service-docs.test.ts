import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { describeApi } from '../../sandbox/service/openapi.ts';
import { OPERATION_NAMES } from '../../sandbox/service/operations.ts';

const DOCS = readFileSync('docs/engineering/service.md', 'utf8');
/** One per heading, without the heading. */
const SECTIONS = DOCS.split(/^#+ .*$/m);
const { paths, components } = describeApi('http://127.0.0.1');

const OPERATIONS = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    operation,
    title: `${method.toUpperCase()} ${path}`,
  })),
);

/** The texts in code font. */
const codeIn = (text: string) =>
  new Set([...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code));

/** Parameters, statuses and fields of the request body of an operation. */
function namesIn(operation: object): string[] {
  const { parameters = [], responses = {}, requestBody } = Object(operation);
  const fields = requestBody ? fieldsOf(components.schemas.Prompt) : [];
  return [
    ...parameters.map(({ name }: { name: string }) => name),
    ...Object.keys(responses),
    ...fields,
  ];
}

/** The names of all fields of a schema, also of nested objects. */
function fieldsOf(schema: unknown): string[] {
  const { properties = {} } = Object(schema);
  return Object.entries(properties).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]);
}

test('docs/engineering/service.md has a section for each operation of the sandbox', () => {
  expect(OPERATIONS).toHaveLength(OPERATION_NAMES.length);
});

test.each(OPERATIONS)(
  'docs/engineering/service.md names parameters, fields and statuses of $title',
  (operation) => {
    const section = SECTIONS.find((text) => codeIn(text).has(operation.title)) ?? '';
    const names = namesIn(operation.operation);
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => !codeIn(section).has(name))).toEqual([]);
  },
);

test.each(Object.entries(components.schemas))(
  'docs/engineering/service.md names the fields of %s',
  (_, schema) => {
    const tables = codeIn(DOCS.match(/^\|.*$/gm)?.join('\n') ?? '');
    const fields = fieldsOf(schema);
    expect(fields.length).toBeGreaterThan(0);
    expect(fields.filter((field) => !tables.has(field))).toEqual([]);
  },
);
