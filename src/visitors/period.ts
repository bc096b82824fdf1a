import { DAY_MS } from '../runtime/clock.ts';
import type { Period } from '../service/analytics.ts';
import { plural } from '../text/format.ts';

/** The period as the workflow's inputs define it. */
export type PeriodInput =
  | { readonly kind: 'window'; readonly days: number }
  | ({ readonly kind: 'dates' } & Period);

/** The period's dates. @param now the wall clock: a window ends with the current day in UTC. */
export function periodOf(query: PeriodInput, now: Date): Period {
  if (query.kind === 'dates') return { from: query.from, to: query.to };
  const dayAfter = (days: number) =>
    new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, -14);
  return { from: dayAfter(1 - query.days), to: dayAfter(1) };
}

const FORM = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * A day unchanged, or a moment (ISO 8601 with at least minutes; UTC if it names no zone) converted
 * to UTC. Undefined if the text is neither.
 */
export function toUtc(text: string): string | undefined {
  const [, day = '', time, zone] = FORM.exec(text) ?? [];
  const [start, moment] = [
    Date.parse(`${day}T00:00Z`),
    Date.parse(time && !zone ? `${text}Z` : text),
  ];
  if (Number.isNaN(start) || Number.isNaN(moment)) return undefined;
  // 30 February is 2 March to Date
  if (!new Date(start).toISOString().startsWith(day)) return undefined;
  if (!time) return day;
  const utc = new Date(moment).toISOString();
  return /^\d{4}-/.test(utc) ? utc : undefined; // conversion to UTC may leave the four-digit years
}

/** Whether the period ends after it starts; a day counts as its first moment. */
export const isPeriod = ({ from, to }: Period): boolean =>
  !from || !to || Date.parse(from) < Date.parse(to);

/**
 * `23 October – 21 November 2026 (30 days)`, in UTC: with the last day included, if the period is
 * in days.
 */
export function formatPeriod({ from, to }: Period): string {
  if (!from && !to) return 'all time';
  if (!from) return `before ${formatMoment(to ?? '')}`;
  if (!to) return `since ${formatMoment(from)}`;
  if (!isDay(from) || !isDay(to)) return `from ${formatMoment(from)} to before ${formatMoment(to)}`;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  const range = createDateFormat().formatRange(Date.parse(from), Date.parse(to) - DAY_MS);
  return `${range.replaceAll('\u2009', ' ')} (${plural(days, 'day')})`;
}

const isDay = (text: string) => text.length === 'YYYY-MM-DD'.length;

const createDateFormat = (options: Intl.DateTimeFormatOptions = {}) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC', ...options });

const formatMoment = (text: string): string =>
  isDay(text)
    ? createDateFormat().format(Date.parse(text))
    : `${createDateFormat({ timeStyle: 'short' }).format(Date.parse(text))} UTC`;
