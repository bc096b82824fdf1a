import { isLoopback, type Job, linkOf } from '../service/job.ts';
import { codeSpan, escapeMarkdown, oneLine } from '../text/escape.ts';
import type { RichText, Span } from '../text/rich-text.ts';

/** Longest foreign text in one piece, in UTF-16 units. */
const MAX_FOREIGN = 500;

export function toMarkdown(phrase: RichText): string {
  return phrase.map(pieceToMarkdown).join('');
}

export function toPlain(phrase: RichText): string {
  return phrase.map(pieceToPlain).join('');
}

function pieceToMarkdown(piece: Span): string {
  if (typeof piece === 'string') return piece;
  if ('untrusted' in piece) return escapeMarkdown(piece.untrusted, MAX_FOREIGN);
  if ('code' in piece) return codeSpan(piece.code, MAX_FOREIGN);
  // Nothing is live in a link's text, so that `acme/docs#412` stays handsome; only what ends the link is escaped.
  return `[${piece.link.replace(/[\\[\]_*`<&]/g, '\\$&')}](${urlInMarkdown(piece.to)})`;
}

function pieceToPlain(piece: Span): string {
  if (typeof piece === 'string') return piece;
  if ('untrusted' in piece) return oneLine(piece.untrusted, MAX_FOREIGN);
  if ('code' in piece) return oneLine(piece.code, MAX_FOREIGN);
  return piece.to;
}

/** What ends a link or a table cell early is percent-encoded; a parsed URL holds no other such character. */
function urlInMarkdown(url: string): string {
  return url.replace(/[()|[\]<>`\\*_~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The pull request as people write it: `acme/docs#412`, or host and path on any other site, so that the host is seen. */
export function pullRequestSpan(job: Job): Span {
  const url = linkOf(job);
  const { host, hostname, pathname } = new URL(url);
  const [, repository, number] = /^\/([\w.-]+\/[\w.-]+)\/pull\/(\d+)$/.exec(pathname) ?? [];
  const short = repository && (host === 'github.com' || isLoopback(hostname));
  return { link: short ? `${repository}#${number}` : host + pathname, to: url };
}

/** `75 s` below two minutes, then `6 min`, `1 h 5 min`. @param ms milliseconds. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`;
}

/** `14:32 UTC`, for a time within a day: the reader's own time zone is not known. */
export function clockTime(date: Date): string {
  return `${date.toISOString().slice(-13, -8)} UTC`;
}

/** `2026-03-02 14:32 UTC`, for a time that may be far. */
export function dayAndTime(date: Date): string {
  return `${date.toISOString().slice(0, -14)} ${clockTime(date)}`;
}
