/** Replaces the text between the markers `<!-- name: … -->` and `<!-- /name -->` of a page. */
export function between(text: string, name: string, lines: readonly string[]): string {
  const [start, end] = [new RegExp(`<!-- ${name}: .*? -->`), `<!-- /${name} -->`];
  const marker = start.exec(text)?.[0];
  const [from, to] = [marker ? text.indexOf(marker) : -1, text.indexOf(end)];
  if (!marker || to < from) throw new Error(`The page lacks the markers ${start.source} and ${end}`);
  return `${text.slice(0, from + marker.length)}\n\n${lines.join('\n')}\n\n${text.slice(to)}`;
}

/** A table in Markdown. A bar in a cell is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)];
}
