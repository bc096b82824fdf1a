import { redactTokens } from './redact-tokens.ts';
import { type Sanitized, sanitize, sanitizePlain } from './sanitize.ts';

/** Sanitizes untrusted Markdown and removes secrets of well-known formats. */
export const readMarkdown = (text: string): Sanitized => redactTokens(sanitize(text));

/** Does the same for text that is not Markdown, such as titles, file names and patches. */
export const readPlain = (text: string): Sanitized => redactTokens(sanitizePlain(text));
