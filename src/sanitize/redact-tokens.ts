import type { Sanitized } from './removed.ts';

/**
 * Well-known formats of secrets, as their issuers document them (GitHub "Token formats", AWS "IAM identifiers", Slack "Token types",
 * Stripe "API keys", RFC 7468 for PEM, RFC 7519 for JWT; Google publishes its formats only in its secret scanners).
 */
const TOKENS: readonly RegExp[] = [
  /gh[pousr]_[A-Za-z0-9]{36,255}/,
  /github_pat_\w{22,255}/,
  /(?:AKIA|ASIA)[A-Z2-7]{16}\b/,
  /AIza[\w-]{35}/,
  /GOCSPX-[\w-]{28}/,
  /ya29\.[\w-]{20,}/,
  /xox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}/,
  /xapp-[A-Za-z0-9-]{10,}/,
  /hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{20,}/,
  /[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/,
  /whsec_[A-Za-z0-9+/]{24,}={0,2}/,
  /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/,
];

/** A token begins a word. A character that is written as an escape, such as `\n` or `%3D`, ends the word before. */
const BEGIN = /(?:\b|(?<=\\[a-z]|%[\dA-Fa-f]{2}|\\u[\dA-Fa-f]{4}))/;

// The lines of a PEM key may be quoted, part of a patch, or one string with `\n`.
const PEM =
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----(?:(?:\s|\\[nr]|[>+ -](?!-))*[A-Za-z0-9+/=]{16,})+(?:(?:\s|\\[nr]|[>+ -](?!-))*[A-Za-z0-9+/=]{1,15}(?=\s*[>+ -]?\s*(?:\\[nr]){0,2}-----END))?(?:(?:\s|\\[nr]|[>+ ])*-?-----END [A-Z ]{0,20}PRIVATE KEY-----)?/g;

const FORMATS = [...TOKENS.map(({ source }) => new RegExp(`${BEGIN.source}(?:${source})`, 'g')), PEM];

const REDACTED = '[secret redacted]';

/** Replaces secrets of well-known formats in a sanitized text: people paste them by mistake. */
export function redactTokens({ text, removed }: Sanitized): Sanitized {
  let tokens = 0;
  const redacted = FORMATS.reduce(
    (current, format) =>
      current.replace(format, () => {
        tokens += 1;
        return REDACTED;
      }),
    text,
  );
  return tokens > 0 ? { text: redacted, removed: { ...removed, tokens } } : { text, removed };
}
