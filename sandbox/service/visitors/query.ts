import { Refusal } from '../../http/refusal.ts';
import { type DateRange, parseDate } from './date-range.ts';

export interface VisitorsQuery {
  readonly range: DateRange;
  readonly limit: number;
  readonly offset: number;
}

/** Parses the query. @throws a refusal, 400, that names the invalid parameter. */
export function readVisitorsQuery(query: Readonly<Record<string, string>>): VisitorsQuery {
  return {
    range: readRange(query),
    limit: readInteger(query, 'limit', { unset: 50, least: 1, most: 250 }),
    offset: readInteger(query, 'offset', { unset: 0, least: 0, most: Number.MAX_SAFE_INTEGER }),
  };
}

export const readRange = (query: Readonly<Record<string, string>>): DateRange => ({
  from: readDate(query, 'dateFrom'),
  to: readDate(query, 'dateTo'),
});

function readDate(query: Readonly<Record<string, string>>, name: string): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const at = parseDate(text);
  if (at === undefined) throw new Refusal(400, `\`${name}\` is a date in ISO 8601 or YYYY-MM-DD.`);
  return at;
}

interface Bounds {
  readonly unset: number;
  readonly least: number;
  readonly most: number;
}

export function readInteger(
  query: Readonly<Record<string, string>>,
  name: string,
  { unset, least, most }: Bounds,
): number {
  const text = query[name];
  if (text === undefined) return unset;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new Refusal(
      400,
      `\`${name}\` is an integer from ${least}${most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : ''}.`,
    );
  }
  return value;
}
