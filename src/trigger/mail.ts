/**
 * A comment that was sent by mail often ends with the notification that it answers. Its footer has
 * an address that unsubscribes the sender without a login, so neither the service nor the thread
 * gets it. GitHub's footers are in English.
 */
const FOOTER_START = /^Reply to this email directly\b/i;
const FOOTER_PART =
  /^(?:You are receiving this because\b|Message ID:|Triage notifications on the go\b|You can also unsubscribe\b)/i;
const DASH = /^(?:—|--)$/;
/** Also an address that stands alone. */
const UNSUBSCRIBE =
  /<?\bhttps?:\/\/[^\s<>()]+\/notifications\/(?:unsubscribe|beacon)\b[^\s<>()]*>?/gi;

/**
 * The text without footers of GitHub's notifications, quoted or not, and without the addresses that
 * unsubscribe from them.
 */
export function withoutMailFooter(text: string): string {
  const lines = text.split('\n');
  const isFooter = markFooters(lines.map((line) => line.replace(/^[\s>]+/, '').trim()));
  return lines
    .filter((_, at) => !isFooter[at])
    .join('\n')
    .replace(UNSUBSCRIBE, '');
}

/**
 * Which lines are part of a footer: the paragraph that begins like one, and each following one that
 * begins with a sentence of GitHub's footers.
 * @param lines without quotation signs.
 */
function markFooters(lines: readonly string[]): readonly boolean[] {
  const marks = lines.map(() => false);
  let isInside = false;
  for (const [at, line] of lines.entries()) {
    const next = lines.slice(at, at + 2).find(Boolean) ?? '';
    if (isInside) isInside = line !== '' || FOOTER_PART.test(next);
    else
      isInside =
        FOOTER_START.test(line) || (DASH.test(line) && FOOTER_START.test(lines[at + 1] ?? ''));
    marks[at] = isInside;
  }
  return marks;
}
