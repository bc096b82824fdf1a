/** A cell of a row, without the `|` around it. */
export interface Cell {
  readonly start: number;
  readonly end: number;
}

/** The cells of a row. An escaped `|` does not separate cells, even in code (GFM, 4.10). */
export function cellsOf(row: string): Cell[] {
  const length = row.replace(/[ \t]+$/, '').length;
  const cells: Cell[] = [];
  let start = row.search(/[^ \t]|$/);
  if (row[start] === '|') start++;
  for (let index = start; index < length; index++) {
    if (row[index] === '\\') index++;
    else if (row[index] === '|') {
      cells.push({ start, end: index });
      start = index + 1;
    }
  }
  if (start < length) cells.push({ start, end: length });
  return cells;
}

/** Whether the line is the row below a table's head. It must contain `|` or `:`, because other lines may be something else. */
export const isDelimiterRow = (row: string): boolean =>
  /[|:]/.test(row) &&
  /^[ \t|:-]*$/.test(row) &&
  cellsOf(row).every(({ start, end }) => /^[ \t]*:?-+:?[ \t]*$/.test(row.slice(start, end))) &&
  row.includes('-');
