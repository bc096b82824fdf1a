import { Refusal } from '../../http/refusal.ts';

/** The parameters of a query, by name. */
export type Query = Readonly<Record<string, string>>;

/**
 * A range of dates: `from` inclusive, `to` exclusive, in milliseconds since the epoch; undefined
 * means unbounded.
 * @throws a refusal, 400, that names the invalid parameter.
 */
export const readRange = (query: Query) => ({
  from: readDate(query, 'dateFrom'),
  to: readDate(query, 'dateTo'),
});

const ISO_8601 = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/** A time without a zone is UTC. */
function readDate(query: Query, name: string): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const [, day, time = 'T00:00', zone = 'Z'] = ISO_8601.exec(text) ?? [];
  const start = Date.parse(`${day}T00:00Z`);
  const at = Date.parse(`${day}${time}${zone}`);
  // Date.parse reads 30 February as 2 March.
  const isInCalendar = day && !Number.isNaN(start) && new Date(start).toISOString().startsWith(day);
  if (!isInCalendar || Number.isNaN(at))
    throw new Refusal(400, `\`${name}\` is a date in ISO 8601 or YYYY-MM-DD.`);
  return at;
}

/** The schema of an integer parameter, in the form of OpenAPI. */
interface IntegerSchema {
  readonly minimum: number;
  readonly maximum?: number;
  readonly default: number;
}

/** @throws a refusal, 400, that names the invalid parameter. */
export function readInteger(
  query: Query,
  name: string,
  { minimum, maximum, default: unset }: IntegerSchema,
): number {
  const text = query[name];
  if (text === undefined) return unset;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= minimum && value <= (maximum ?? Number.MAX_SAFE_INTEGER))
    return value;
  throw new Refusal(
    400,
    `\`${name}\` is an integer from ${minimum}${maximum ? ` to ${maximum}` : ''}.`,
  );
}
