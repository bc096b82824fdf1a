/**
 * How many milliseconds `Retry-After` asks to wait (RFC 9110, 10.2.3: seconds or a date). Undefined if the header is missing or
 * invalid: negative, in the past, or not a number. A date is compared with the response's own `Date`, so that the runner's wall
 * clock does not matter, or with `now` (milliseconds since the epoch) if that is missing. Without `Retry-After`,
 * `x-ratelimit-reset` counts.
 */
export function retryAfter(headers: ReadonlyMap<string, string>, now: number): number | undefined {
  const sent = Date.parse(headers.get('date') ?? '');
  const sentAt = Number.isNaN(sent) ? now : sent;
  const value = headers.get('retry-after')?.trim();
  return value ? untilRetry(value, sentAt) : untilReset(headers.get('x-ratelimit-reset')?.trim() ?? '', sentAt);
}

/** What a larger number of seconds counts as (RFC 9111, 1.2.2): longer than any timeout, and still a time that can be shown. */
const MAX_SECONDS = 2 ** 31;

function untilRetry(value: string, sentAt: number): number | undefined {
  if (/^\d+$/.test(value)) return Math.min(Number(value), MAX_SECONDS) * 1000;
  // Date.parse accepts almost anything, even `-45`; HTTP dates begin with a day and are in GMT.
  const until = /^[A-Z][a-z]+, .* GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  const wait = until - sentAt;
  return wait > 0 ? wait : undefined;
}

/** Seconds since the epoch, as GitHub sends, or seconds from now, as other servers send (IETF draft "RateLimit header fields"). */
function untilReset(value: string, sentAt: number): number | undefined {
  if (!/^\d{1,12}$/.test(value)) return undefined;
  const seconds = Number(value);
  const wait = seconds > 1_000_000_000 ? seconds * 1000 - sentAt : seconds * 1000;
  return wait > 0 ? wait : undefined;
}
