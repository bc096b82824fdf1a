import { stringify } from 'csv-stringify/sync';
import type { PageVisitors } from '../service/visitor-page.ts';
import type { Format } from './export-format.ts';

/** A file of rows, as text that is written piece by piece. */
interface Form {
  readonly head: string;
  /** @param isFirst whether no row stands in the file yet. */
  readonly rows: (rows: readonly PageVisitors[], isFirst: boolean) => string;
  readonly tail: string;
}

export const FORMS: Record<Format, Form> = {
  csv: { head: 'path,human,ai,total\n', rows: toCsv, tail: '' },
  ndjson: { head: '', rows: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''), tail: '' },
  json: {
    head: '[',
    rows: (rows, isFirst) =>
      rows.map((row, at) => `${isFirst && at === 0 ? '' : ','}\n${JSON.stringify(row)}`).join(''),
    tail: '\n]\n',
  },
};

/**
 * RFC 4180, but with plain line feeds. All paths are quoted, so that a spreadsheet that splits at `;` finds no further cell in them;
 * where one would take a path for a formula (OWASP, "CSV injection"), also behind blanks, an apostrophe stands before it.
 */
function toCsv(rows: readonly PageVisitors[]): string {
  const cells = rows.map(({ path, human, ai, total }) => [path, human, ai, total]);
  return stringify(cells, {
    quoted_string: true,
    escape_formulas: true,
    cast: { string: (text) => (/^[\s\p{C}]/u.test(text) ? `'${text}` : text) },
  });
}
