import type { PageVisitors } from '../service/visitors.ts';

/** Format of an export, which the file name's extension selects. */
export type Format = 'csv' | 'ndjson';

/** The text before the rows of a file, and of some rows. */
interface Form {
  readonly head: string;
  readonly rows: (rows: readonly PageVisitors[]) => string;
}

export const FORMS: Record<Format, Form> = {
  csv: { head: 'path,human,ai,total\n', rows: toCsv },
  ndjson: { head: '', rows: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('') },
};

/**
 * RFC 4180, but with plain line feeds. All paths are quoted, so that a spreadsheet that splits at `;` does not split them. A path
 * that a spreadsheet would evaluate as a formula (OWASP, "CSV injection"), even after blanks, gets a leading apostrophe.
 */
function toCsv(rows: readonly PageVisitors[]): string {
  return rows.map(({ path, human, ai, total }) => `${quoted(path)},${human},${ai},${total}\n`).join('');
}

function quoted(path: string): string {
  const inert = /^[=+\-@＝＋－＠\s\p{C}]/u.test(path) ? `'${path}` : path;
  return `"${inert.replaceAll('"', '""')}"`;
}
