import { createResultFile, type ResultPlace } from '../runtime/files.ts';
import type { PageVisitors } from '../service/analytics.ts';

/** The text before the rows of a file, and of some rows, by the extension of the file. */
export const FORMS: Record<
  'csv' | 'ndjson',
  { readonly head: string; readonly rows: (rows: readonly PageVisitors[]) => string }
> = {
  csv: { head: 'path,human,ai,total\n', rows: toCsv },
  ndjson: { head: '', rows: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('') },
};

/** RFC 4180, but with plain line feeds. */
function toCsv(rows: readonly PageVisitors[]): string {
  return rows.map(({ path, human, ai, total }) => `${csvCell(path)},${human},${ai},${total}\n`).join('');
}

/**
 * A text as a cell. It is quoted, so that a spreadsheet that splits at `;` does not split it. A text that a spreadsheet would evaluate as a
 * formula (OWASP, "CSV injection"), even after blanks, gets a leading apostrophe.
 */
export function csvCell(text: string): string {
  const inert = /^[=+\-@＝＋－＠\s\p{C}]/u.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}

/**
 * Creates the file of an export. @throws ExportError if it cannot be created, or if an export that does not begin with the first row would
 * replace a file.
 */
export async function createExportFile(path: string, place: ResultPlace) {
  const form = FORMS[path.endsWith('.csv') ? 'csv' : 'ndjson'];
  const { write, close } = await createResultFile({ path, input: 'visitors-file', head: form.head }, place);
  return { write: (rows: readonly PageVisitors[]) => write(form.rows(rows)), close };
}
