import { redactTokens } from './redact-tokens.ts';
import { type Sanitized, sanitize, sanitizePlain } from './sanitize.ts';

/** Markdown that other people wrote: what its readers see, without the secrets in it. */
export const readMarkdown = (text: string): Sanitized => redactTokens(sanitize(text));

/** The same for text that is no Markdown: titles, names of files, patches. */
export const readPlain = (text: string): Sanitized => redactTokens(sanitizePlain(text));
