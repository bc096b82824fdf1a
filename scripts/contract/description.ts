import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parse } from 'yaml';

/** An OpenAPI description of the service, or of a part of it. */
export interface Description {
  readonly file: string;
  readonly title: string;
  /** Addresses of the service. */
  readonly servers: readonly string[];
  /** Whether the description contains an operation of this method and path. Paths are compared without the path of a server. */
  describes(method: string, path: string): boolean;
  /** Whether a field or parameter of this name occurs anywhere in the description. */
  names(name: string): boolean;
}

const DOCUMENT = v.object({
  openapi: v.string(),
  info: v.object({ title: v.string() }),
  servers: v.optional(v.array(v.object({ url: v.string() })), []),
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
  components: v.optional(v.unknown()),
});

/** Reads an OpenAPI 3 document in JSON or YAML. @throws if the file is unreadable or not such a document. */
export const readDescription = (file: string): Description => parseDescription(file, readFileSync(file, 'utf8'));

/** @param text JSON or YAML. @throws if it is not an OpenAPI 3 document. */
export function parseDescription(file: string, text: string): Description {
  const parsed = v.safeParse(DOCUMENT, parse(text));
  if (!parsed.success) throw new Error(`${file} is not an OpenAPI 3 document: ${parsed.issues[0].message}`);
  const { info, servers, paths, components } = parsed.output;
  const operations = Object.entries(paths).flatMap(([template, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), pattern: patternOf(template) })),
  );
  const names = new Set([...namesIn(paths), ...namesIn(components)]);
  return {
    file,
    title: info.title,
    servers: servers.map(({ url }) => url),
    describes: (method, path) => operations.some((one) => one.method === method && one.pattern.test(path)),
    names: (name) => names.has(name),
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

/** The keys of each `properties`, and the `name` of each parameter. */
function namesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties, in: place, name } = Object(node);
  return [
    ...(typeof properties === 'object' && properties !== null ? Object.keys(properties) : []),
    ...(typeof place === 'string' && typeof name === 'string' ? [name] : []),
    ...Object.values(node).flatMap(namesIn),
  ];
}
