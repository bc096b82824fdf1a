/**
 * How long a server asks us to wait, in milliseconds (RFC 9110, 10.2.3: seconds or a date), or undefined when it does not
 * say or says nonsense: negative, in the past, not a number. A date is compared with the answer's own `Date`, so that our
 * wall clock does not matter; `now` (milliseconds since the epoch) stands in where that is missing.
 */
export function retryAfter(headers: ReadonlyMap<string, string>, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse takes almost anything for a date, `-45` too; HTTP's dates begin with a day and are in GMT.
  const until = /^[A-Z][a-z]+, .* GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  const sent = Date.parse(headers.get('date') ?? '');
  const wait = until - (Number.isNaN(sent) ? now : sent);
  return wait > 0 ? wait : undefined;
}
