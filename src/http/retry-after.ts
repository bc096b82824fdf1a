/**
 * How long a server asks us to wait, in milliseconds (RFC 9110, 10.2.3: seconds or a date), or undefined when it does not
 * say or says nonsense: negative, in the past, not a number. A date is compared with the answer's own `Date`, so that our
 * wall clock does not matter; `now` (milliseconds since the epoch) stands in where that is missing. Without `Retry-After`,
 * `x-ratelimit-reset` counts.
 */
export function retryAfter(headers: ReadonlyMap<string, string>, now: number): number | undefined {
  const sent = Date.parse(headers.get('date') ?? '');
  const sentAt = Number.isNaN(sent) ? now : sent;
  const value = headers.get('retry-after')?.trim();
  return value ? untilRetry(value, sentAt) : untilReset(headers.get('x-ratelimit-reset')?.trim() ?? '', sentAt);
}

function untilRetry(value: string, sentAt: number): number | undefined {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse takes almost anything for a date, `-45` too; HTTP's dates begin with a day and are in GMT.
  const until = /^[A-Z][a-z]+, .* GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  const wait = until - sentAt;
  return wait > 0 ? wait : undefined;
}

/** Seconds since the epoch, as GitHub has it, or seconds from now, as others do (IETF draft "RateLimit header fields"). */
function untilReset(value: string, sentAt: number): number | undefined {
  if (!/^\d{1,12}$/.test(value)) return undefined;
  const seconds = Number(value);
  const wait = seconds > 1_000_000_000 ? seconds * 1000 - sentAt : seconds * 1000;
  return wait > 0 ? wait : undefined;
}
