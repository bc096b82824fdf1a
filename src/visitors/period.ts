import type { Period } from '../service/visitors.ts';
import { plural } from '../text/format.ts';

/** As the workflow writes it. */
export type PeriodInput = { readonly kind: 'window'; readonly days: number } | ({ readonly kind: 'dates' } & Period);

const DAY = 86_400_000;

/** @param now the wall clock: a window ends with the day that it is, in UTC. */
export function periodOf(query: PeriodInput, now: Date): Period {
  if (query.kind === 'dates') return { from: query.from, to: query.to };
  const dayAfter = (days: number) => new Date(now.getTime() + days * DAY).toISOString().slice(0, -14);
  return { from: dayAfter(1 - query.days), to: dayAfter(1) };
}

const FORM = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** A day as it is, or a moment (ISO 8601, minutes at least; UTC where no zone stands) in UTC; undefined for what is neither. */
export function toDate(text: string): string | undefined {
  const [, day = '', time, zone] = FORM.exec(text) ?? [];
  const [start, moment] = [Date.parse(`${day}T00:00Z`), Date.parse(time && !zone ? `${text}Z` : text)];
  if (Number.isNaN(start) || Number.isNaN(moment)) return undefined;
  if (!new Date(start).toISOString().startsWith(day)) return undefined; // 30 February is 2 March to Date
  if (!time) return day;
  const utc = new Date(moment).toISOString();
  return /^\d{4}-/.test(utc) ? utc : undefined; // a zone may lead out of the years of four digits
}

/** Whether its end lies after its start; a day is its first moment. */
export const isPeriod = ({ from, to }: Period): boolean => !from || !to || Date.parse(from) < Date.parse(to);

/** `23 October – 21 November 2026 (30 days)`: with its last day, where it has one; in UTC. */
export function formatPeriod({ from, to }: Period): string {
  if (!from && !to) return 'all time';
  if (!from) return `before ${sayMoment(to ?? '')}`;
  if (!to) return `since ${sayMoment(from)}`;
  if (!isDay(from) || !isDay(to)) return `from ${sayMoment(from)} to before ${sayMoment(to)}`;
  const days = (Date.parse(to) - Date.parse(from)) / DAY;
  const range = dayFormat().formatRange(Date.parse(from), Date.parse(to) - DAY);
  return `${range.replaceAll('\u2009', ' ')} (${plural(days, 'day')})`;
}

const isDay = (text: string) => text.length === 'YYYY-MM-DD'.length;

const inWords = (form: Intl.DateTimeFormatOptions = {}) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC', ...form });

let daysInWords: Intl.DateTimeFormat | undefined;

/** Created once, when first needed: that takes far longer than writing a day. */
function dayFormat(): Intl.DateTimeFormat {
  daysInWords ??= inWords();
  return daysInWords;
}

const sayMoment = (text: string): string =>
  isDay(text)
    ? dayFormat().format(Date.parse(text))
    : `${inWords({ timeStyle: 'short' }).format(Date.parse(text))} UTC`;
