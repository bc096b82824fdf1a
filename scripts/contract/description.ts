import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parse } from 'yaml';

/** An OpenAPI description of the service, or of a part of it. */
export interface Description {
  readonly file: string;
  readonly title: string;
  /** Addresses of the service. */
  readonly servers: readonly string[];
  /** The operation of this method and path, without the path of a server; undefined if the description does not contain it. */
  find(method: string, path: string): DescribedOperation | undefined;
}

export interface DescribedOperation {
  /** The names of its parameters, and of the fields of its bodies. */
  readonly names: ReadonlySet<string>;
}

const DOCUMENT = v.looseObject({
  openapi: v.string(),
  info: v.object({ title: v.string() }),
  servers: v.optional(v.array(v.object({ url: v.string() })), []),
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
});

/** Reads an OpenAPI 3 document in JSON or YAML. @throws if the file is unreadable or not such a document. */
export const readDescription = (file: string): Description => parseDescription(file, readFileSync(file, 'utf8'));

/** @param text JSON or YAML. @throws if it is not an OpenAPI 3 document. */
export function parseDescription(file: string, text: string): Description {
  const parsed = v.safeParse(DOCUMENT, parse(text));
  if (!parsed.success) throw new Error(`${file} is not an OpenAPI 3 document: ${parsed.issues[0].message}`);
  const { info, servers, paths } = parsed.output;
  const operations = Object.entries(paths).flatMap(([template, { parameters, ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: patternOf(template),
      names: namesIn([parameters, operation], parsed.output),
    })),
  );
  return {
    file,
    title: info.title,
    servers: servers.map(({ url }) => url),
    find: (method, path) => operations.find((one) => one.method === method && one.pattern.test(path)),
  };
}

/** `/job/{id}` → `^/job/[^/]+$` */
function patternOf(template: string): RegExp {
  const literal = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `^${template
      .split(/\{[^}]*\}/)
      .map(literal)
      .join('[^/]+')}$`,
  );
}

/** The keys of each `properties` and the `name` of each parameter, in the node and in what it references in the document. */
function namesIn(start: unknown, document: object): Set<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    const { $ref, properties, in: place, name } = Object(node);
    if (typeof $ref === 'string') visit(resolve($ref, document));
    for (const key of Object.keys(Object(properties))) names.add(key);
    if (typeof place === 'string' && typeof name === 'string') names.add(name);
    for (const inner of Object.values(node)) visit(inner);
  }
  visit(start);
  return names;
}

/** Follows a reference within the document; undefined for one to another file. */
function resolve($ref: string, document: object): unknown {
  const [file, ...keys] = $ref.split('/');
  const decode = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~');
  return file === '#' ? keys.reduce<unknown>((node, key) => Object(node)[decode(key)], document) : undefined;
}
