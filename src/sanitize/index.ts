/**
 * The only entry of the sanitizer: see README.md. No file in this folder imports anything from
 * outside of it.
 */
export { REDACTED, redactTokens, startWithoutCutToken, withoutTokens } from './redact-tokens.ts';
export { addRemoved, REMOVED_KINDS, type Removed, type Sanitized } from './removed.ts';
export { readMarkdown, readPlain, sanitize, sanitizePlain } from './sanitize.ts';
