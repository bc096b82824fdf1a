import { Ajv } from 'ajv';
import type { AnsweredRequest } from '../../sandbox/service/service.ts';

/** A request and the service's answer. */
export interface Exchange extends AnsweredRequest {
  readonly status: number;
  readonly answer: string;
}

/**
 * How a description and an exchange differ. `unnamed`: statuses, fields and parameters that the
 * description does not name.
 */
export type Comparison = Readonly<Record<'request' | 'answer' | 'unnamed', readonly string[]>>;

/** An OpenAPI description of the service, or of a part of it. */
export interface Description {
  readonly file: string;
  /**
   * Undefined if the description does not contain the operation. The path of a server does not
   * count.
   */
  compare(exchange: Exchange): Comparison | undefined;
}

/** A node of the document, and the JSON pointer to it. */
interface Node {
  readonly pointer: string;
  readonly value: ReturnType<typeof Object>;
}

/** @param document an OpenAPI 3 document. @throws if it is none. */
export function describe(file: string, document: ReturnType<typeof Object>): Description {
  if (typeof document?.openapi !== 'string' || !document.paths)
    throw new Error(`${file} is not an OpenAPI 3 document`);
  const formats = { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) };
  const options = { strict: false, logger: false, allErrors: true, formats } as const;
  const ofBodies = new Ajv(options).addSchema(document, 'api');
  // parameters are texts
  const ofParameters = new Ajv({ ...options, coerceTypes: true }).addSchema(document, 'api');

  const root: Node = { pointer: '', value: document };
  /** The node below a node; references are followed. */
  const below = (start: Node, ...keys: readonly string[]): Node =>
    keys.reduce(({ pointer, value: parent }, key) => {
      const value = parent?.[key];
      if (typeof value?.$ref === 'string')
        return below(root, ...value.$ref.slice(2).split('/').map(decode));
      return { pointer: `${pointer}/${encode(key)}`, value };
    }, start);
  const itemsOf = (list: Node) => Object.keys(list.value ?? []).map((index) => below(list, index));
  const schemaIn = (node: Node) => below(node, 'content', 'application/json', 'schema');

  function problems(ajv: Ajv, { pointer, value }: Node, data: unknown, what: string): string[] {
    if (value === undefined) return [];
    const validate = ajv.compile({ properties: { data: { $ref: `api#${pointer}` } } });
    validate({ data });
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${what}${instancePath.slice(5)} ${message}`,
    );
  }

  function problemsOfParameter(parameter: Node, query: URLSearchParams): string[] {
    const { name, in: place, required } = parameter.value;
    if (place !== 'query') return []; // by those of the path, it was found
    const given = query.get(name);
    if (given !== null)
      return problems(ofParameters, below(parameter, 'schema'), given, `request: ${name}`);
    return required ? [`request: ${name} is missing`] : [];
  }

  /** The keys of each `properties` below a node. */
  function fieldsBelow(node: Node, seen = new Set<unknown>()): string[] {
    if (typeof node.value !== 'object' || node.value === null || seen.has(node.value)) return [];
    seen.add(node.value);
    const inner = Object.keys(node.value).flatMap((key) => fieldsBelow(below(node, key), seen));
    return [...Object.keys(Object(node.value.properties)), ...inner];
  }

  return {
    file,
    compare({ method, url, body, status, answer }) {
      const { pathname, searchParams } = new URL(url);
      const template =
        Object.keys(document.paths).find((path) => patternOf(path).test(pathname)) ?? '';
      const path = below(root, 'paths', template);
      const operation = below(path, method.toLowerCase());
      if (!operation.value) return undefined;
      const parameters = [path, operation].flatMap((owner) => itemsOf(below(owner, 'parameters')));
      const statuses = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
      const responses = statuses.map((each) => below(operation, 'responses', each));
      const response = responses.find(({ value }) => value !== undefined);
      const sent = parsed(body);
      const answered = parsed(answer);
      const named = [...parameters.map(({ value }) => value.name), ...fieldsBelow(operation)];
      const used = [...searchParams.keys(), ...fieldsOf(sent), ...fieldsOf(answered)];
      return {
        request: [
          ...parameters.flatMap((parameter) => problemsOfParameter(parameter, searchParams)),
          ...problems(ofBodies, schemaIn(below(operation, 'requestBody')), sent, 'request'),
        ],
        answer: response ? problems(ofBodies, schemaIn(response), answered, 'answer') : [],
        unnamed: [
          ...(response ? [] : ['this status']),
          ...used.filter((name) => !named.includes(name)),
        ],
      };
    },
  };
}

const encode = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
const decode = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~');

/** `/job/{id}` → `^/job/[^/]+$` */
const patternOf = (template: string) =>
  new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]*\}/g, '[^/]+')}$`);

function fieldsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(fieldsOf)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text || undefined;
  }
}
