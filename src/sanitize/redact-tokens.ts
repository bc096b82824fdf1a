import type { Sanitized } from './sanitize.ts';

/**
 * Well-known formats of secrets, as their issuers document them (GitHub "Token formats", AWS "IAM identifiers", Slack "Token types",
 * Stripe "API keys", RFC 7468 for PEM, RFC 7519 for JWT; Google publishes its formats only in its secret scanners).
 */
const FORMATS: readonly RegExp[] = [
  /\bgh[pousr]_[A-Za-z0-9]{36,255}/g,
  /\bgithub_pat_\w{22,255}/g,
  /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g,
  /\bAIza[\w-]{35}/g,
  /\bGOCSPX-[\w-]{28}/g,
  /\bya29\.[\w-]{20,}/g,
  /\bxox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}/g,
  /\bxapp-[A-Za-z0-9-]{10,}/g,
  /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{20,}/g,
  /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g,
  /\bwhsec_[A-Za-z0-9+/]{24,}={0,2}/g,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
  // The lines of a PEM key may be quoted, part of a patch, or one string with `\n`.
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----(?:(?:\s|\\[nr]|[>+ -](?!-))*[A-Za-z0-9+/=]{16,})+(?:(?:\s|\\[nr]|[>+ -](?!-))*[A-Za-z0-9+/=]{1,15}(?=\s*[>+ -]?\s*(?:\\[nr])?-----END))?(?:(?:\s|\\[nr]|[>+ ])*-?-----END [A-Z ]{0,20}PRIVATE KEY-----)?/g,
];

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
