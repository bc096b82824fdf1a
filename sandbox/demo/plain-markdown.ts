/**
 * Markdown of the action as text for a terminal: without comments and formats, with the address of each link, details folded, and columns
 * in tables.
 * @param shownAddresses those that were shown before. Each link's address is shown once, and added here.
 */
export function plainMarkdown(markdown: string, shownAddresses: Set<string>): string {
  const withAddress = (_: string, label: string, address: string) => {
    if (shownAddresses.has(address)) return label;
    shownAddresses.add(address);
    return `${label} (${address})`;
  };
  return markdown
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<details>\s*<summary>(.*?)<\/summary>[\s\S]*?<\/details>/g, '▸ $1 (folded)')
    .replace(/<\/?sub>/g, '')
    .replace(/^\|.*\|$(?:\n\|.*\|$)+/gm, alignColumns)
    .replace(/^#+ /gm, '')
    .replace(/^> ?/gm, '▎ ')
    .replace(/\*\*(.+?)\*\*/g, '$1')
    .replace(/(?<!\\)\[((?:[^[\]\\]|\\.)+)\]\((\S+?)\)/g, withAddress)
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(lt|gt|amp|quot);/g, (_, name) => ENTITIES[name] ?? '')
    .replace(/\u200b/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** A table without its lines, in which the cells of a column begin one below the other. */
function alignColumns(table: string): string {
  const rows = table
    .split('\n')
    .filter((line) => !/^[|\s:-]+$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
