/** Nothing remote is printed raw: these make text from outside harmless where it is shown ("words out"). */

/** Control characters, private use and lone surrogates: nothing that a reader would miss. */
const UNPRINTABLE = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** All but the joiner that emoji are made with. */
const INVISIBLE = /(?!\u200d)\p{Cf}/gu;

/** One line without control characters, cut to `max` UTF-16 units with a visible mark. */
export function oneLine(text: string, max: number): string {
  const line = text.replace(UNPRINTABLE, ' ').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  return line.length <= max ? line : `${cut(line, max - 1).trimEnd()}…`;
}

/** A name from outside in a sentence of ours: `docs`. */
export const quoteName = (text: string): string => `\`${oneLine(text, 60).replaceAll('`', "'")}\``;

/** At most `max` UTF-16 units from the start, never half a character. */
export function cut(text: string, max: number): string {
  const end = Math.max(0, max);
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end);
}

/** The same, in quotes, for an error body of which nothing is known. */
export function excerpt(text: string, max: number): string {
  const line = oneLine(text, max);
  return line && `“${line}”`;
}

/**
 * One line as Markdown that looks like the text and does nothing: no mention, reference, link, image, HTML or formatting.
 * Code spans stay, because nothing lives in them; but a `|` ends the cell of a table even there.
 */
export function escapeMarkdown(text: string, max: number): string {
  return oneLine(text, max)
    .split(/(`[^`|]+`)/)
    .map((part, index) => (index % 2 ? part : escapeSigns(part)))
    .join('');
}

/** Text in a code span, whatever it holds; what would end the span, or the cell of a table, looks alike only. */
export function codeSpan(text: string, max: number): string {
  return `\`${oneLine(text, max).replaceAll('`', 'ˋ').replaceAll('|', '¦') || '(blank)'}\``;
}

function escapeSigns(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_{}[\]()#+\-!|~$]/g, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2') // a list
    .replace(/#(?=\d)|gh\\-(?=\d)|@|:(?=\/\/)|www(?=\.)/gi, '$&&#8203;'); // reference, mention, bare link
}
