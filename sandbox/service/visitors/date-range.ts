/** A range of dates: `from` inclusive, `to` exclusive, in milliseconds since the epoch; undefined means unbounded. */
export interface DateRange {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

const ISO_8601 = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** @returns milliseconds since the epoch, or undefined if `text` is not a date. A time without a zone is UTC. */
export function parseDate(text: string): number | undefined {
  const [, day, time = 'T00:00Z', , , zone] = ISO_8601.exec(text) ?? [];
  if (day === undefined || !existsInCalendar(day)) return undefined;
  const at = Date.parse(`${day}${time}${zone === undefined && time !== 'T00:00Z' ? 'Z' : ''}`);
  return Number.isNaN(at) ? undefined : at;
}

/** Date.parse reads 30 February as 2 March. */
function existsInCalendar(day: string): boolean {
  const at = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}
