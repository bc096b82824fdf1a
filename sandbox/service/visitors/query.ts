import { Refusal } from '../../http/refusal.ts';

type Query = Readonly<Record<string, string>>;

/** A range of dates: `from` inclusive, `to` exclusive, in milliseconds since the epoch; undefined means unbounded. */
export interface DateRange {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** @throws a refusal, 400, that names the invalid parameter. */
export const readRange = (query: Query): DateRange => ({
  from: readDate(query, 'dateFrom'),
  to: readDate(query, 'dateTo'),
});

const ISO_8601 = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/** A time without a zone is UTC. */
function readDate(query: Query, name: string): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const [, day, time = 'T00:00', zone = 'Z'] = ISO_8601.exec(text) ?? [];
  const [start, at] = [Date.parse(`${day}T00:00Z`), Date.parse(`${day}${time}${zone}`)];
  // Date.parse reads 30 February as 2 March.
  const isInCalendar = day && !Number.isNaN(start) && new Date(start).toISOString().startsWith(day);
  if (!isInCalendar || Number.isNaN(at)) throw new Refusal(400, `\`${name}\` is a date in ISO 8601 or YYYY-MM-DD.`);
  return at;
}

interface Bounds {
  readonly unset: number;
  readonly least: number;
  readonly most: number;
}

/** @throws a refusal, 400, that names the invalid parameter. */
export function readInteger(query: Query, name: string, { unset, least, most }: Bounds): number {
  const text = query[name];
  if (text === undefined) return unset;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  const range = `from ${least}${most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : ''}`;
  throw new Refusal(400, `\`${name}\` is an integer ${range}.`);
}
