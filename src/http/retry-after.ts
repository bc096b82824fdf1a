/**
 * How long a server asks us to wait, in milliseconds (RFC 9110, 10.2.3: seconds or a date), or undefined when it does not
 * say or says nonsense: negative, in the past, not a number. A date is compared with the answer's own `Date`, so that our
 * wall clock does not matter; `now` (milliseconds since the epoch) stands in where that is missing.
 */
export function retryAfter(headers: ReadonlyMap<string, string>, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const until = Date.parse(value);
  const sent = Date.parse(headers.get('date') ?? '');
  const wait = until - (Number.isNaN(sent) ? now : sent);
  return wait > 0 ? wait : undefined;
}
