import * as v from 'valibot';
import { OPERATIONS, operationOf } from '../../sandbox/service/operations.ts';
import type { DescribedOperation } from './description.ts';

/** A request of the action and the service's answer, compared with a description. */
export interface Exchange {
  /** `POST /v2/agent/{projectId}/job` */
  readonly operation: string;
  readonly status: number;
  /** The description that contains the operation; undefined if none does. */
  readonly file: string | undefined;
  readonly violations: readonly Violation[];
  /** Fields and parameters that the description does not name. */
  readonly unnamed: readonly string[];
}

export interface Violation {
  /** What the violation is about. */
  readonly side: 'request' | 'response';
  /** False for a difference that the description leaves open, such as a status that it does not list. */
  readonly isError: boolean;
  /** `body.prompt: must be string` */
  readonly text: string;
}

/** Prism's header `sl-violations`. */
const VIOLATIONS = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({ location: v.array(v.union([v.string(), v.number()])), severity: v.string(), message: v.string() }),
  ),
);

/** Parses Prism's header `sl-violations`; none without the header. @throws if the header has another form. */
export function parseViolations(header: string | null): Violation[] {
  if (header === null) return [];
  return v.parse(VIOLATIONS, header).map(({ location: [side, ...place], severity, message }) => ({
    side: side === 'response' ? 'response' : 'request',
    isError: severity === 'Error',
    text: place.length > 0 ? `${place.join('.')}: ${message}` : message,
  }));
}

/** Method and path template of a request, or its path if it belongs to no operation of the interface. */
export function nameOperation(method: string, path: string): string {
  const name = operationOf(method, path);
  const shown = name === 'other' ? path : OPERATIONS[name].path.replace(/:(\w+)/g, '{$1}');
  return `${method} ${shown}`;
}

/** The fields of two JSON bodies and the parameters of a query that the operation's description does not name. */
export function findUnnamed(
  { names }: DescribedOperation,
  sent: { readonly query: URLSearchParams; readonly bodies: readonly string[] },
): string[] {
  const used = [...sent.query.keys(), ...sent.bodies.flatMap((body) => fieldsOf(parseJson(body)))];
  return [...new Set(used)].filter((name) => !names.has(name));
}

function fieldsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(fieldsOf)];
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
