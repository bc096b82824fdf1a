import { DAY_MS } from '../runtime/clock.ts';
import { withoutTokens } from '../sanitize/index.ts';
import { isLoopback, type Job, linkOf } from '../service/job.ts';
import { codeSpan, escapeMarkdown, oneLine, type RichText, type Span } from '../text/format.ts';

/** Limit for one untrusted span, in UTF-16 units. */
const MAX_UNTRUSTED = 500;

export function toMarkdown(text: RichText): string {
  return text.map(spanToMarkdown).join('');
}

export function toPlain(text: RichText): string {
  return text.map(spanToPlain).join('');
}

function spanToMarkdown(span: Span): string {
  if (typeof span === 'string') return span;
  if ('untrusted' in span) return escapeMarkdown(withoutTokens(span.untrusted), MAX_UNTRUSTED);
  if ('code' in span) return codeSpan(withoutTokens(span.code), MAX_UNTRUSTED);
  if ('path' in span) return codeSpan(withoutTokens(span.path), MAX_UNTRUSTED);
  // References in a link's text have no effect, so `acme/docs#412` stays readable. An `@` is made
  // harmless, although GitHub ignores it there.
  const text = span.link.replace(/[\\[\]_*`<&]/g, '\\$&').replaceAll('@', '@&#8203;');
  return `[${text}](${urlInMarkdown(span.to)})`;
}

function spanToPlain(span: Span): string {
  if (typeof span === 'string') return span;
  if ('untrusted' in span) return oneLine(withoutTokens(span.untrusted), MAX_UNTRUSTED);
  if ('code' in span) return `\`${oneLine(withoutTokens(span.code), MAX_UNTRUSTED)}\``;
  if ('path' in span) return oneLine(withoutTokens(span.path), MAX_UNTRUSTED);
  return span.to;
}

/**
 * Percent-encodes an `@`, and what would end a link or a table cell; a parsed URL contains no other
 * such character. `&` would begin an entity.
 */
function urlInMarkdown(url: string): string {
  return url
    .replace(/[()|[\]<>`\\*_~@]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('&', '&amp;');
}

/**
 * The pull request's link: `acme/docs#412`, or host and path on sites other than github.com, so
 * that readers see the host.
 */
export function pullRequestSpan(job: Job): Span {
  const url = linkOf(job);
  const { host, hostname, pathname } = new URL(url);
  const [, repository, number] = /^\/([\w.-]+\/[\w.-]+)\/pull\/(\d+)$/.exec(pathname) ?? [];
  const short = repository && (host === 'github.com' || isLoopback(hostname));
  return { link: short ? `${repository}#${number}` : host + pathname, to: url };
}

/** A sentence of the action, in which backticks mark code. The rest may contain untrusted text. */
export const withCode = (sentence: string): RichText =>
  sentence.split(/(`[^`\n]+`)/).flatMap((part): RichText => {
    if (/^`[^`]+`$/.test(part)) return [{ code: part.slice(1, -1) }];
    const [, before = '', text = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(part) ?? [];
    return [before && ' ', { untrusted: text }, after && ' ']; // an untrusted span is trimmed
  });

/** `6 min 12 s`, `1 h 5 min`. @param ms milliseconds. */
export function exactDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60 || seconds >= 3600) return duration(ms);
  return [`${Math.floor(seconds / 60)} min`, ...(seconds % 60 ? [`${seconds % 60} s`] : [])].join(
    ' ',
  );
}

/** `75 s` below two minutes, then `6 min`, `1 h 5 min`. @param ms milliseconds. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`;
}

/** `12 days`; below two days, as {@link duration}. @param ms milliseconds. */
export const age = (ms: number): string =>
  ms < 2 * DAY_MS ? duration(ms) : `${Math.floor(ms / DAY_MS)} days`;

/** `14:32 UTC`, for a time within a day. In UTC, because the reader's time zone is unknown. */
export function clockTime(date: Date): string {
  return `${date.toISOString().slice(-13, -8)} UTC`;
}

/** `2026-03-02 14:32 UTC`, for any time. */
export function dayAndTime(date: Date): string {
  return `${date.toISOString().slice(0, -14)} ${clockTime(date)}`;
}
