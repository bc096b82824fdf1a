import * as v from 'valibot';

/** Fields that payloads of events and the REST API share. */

export const NUMBER = v.pipe(v.number(), v.integer());
export const COUNT = v.pipe(NUMBER, v.minValue(0));
export const SHA = v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/));
/** In milliseconds since the epoch, by GitHub's clock. GitHub sends whole seconds. */
export const TIME = v.pipe(v.string(), v.transform(Date.parse), v.number());

/** An http or https address from GitHub, normalized by the URL parser, so that it contains no line break. */
export const WEB_ADDRESS = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'is no web address'),
  v.transform((text) => new URL(text).href),
);

/** A line of code that a comment is about. The strings are untrusted and not sanitized. */
export interface CodeLine {
  readonly path: string;
  /** Counted from 1, in the file as it was when the comment was written; undefined for a comment on the whole file. */
  readonly line: number | undefined;
  /** The part of the diff that ends with the line, with its header; empty if GitHub sends none. */
  readonly hunk: string;
}

const LINE = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1)));

/** The fields of a line comment, as in payloads and in the REST API. */
export const CODE_LINE = {
  path: v.string(),
  diff_hunk: v.nullish(v.string(), ''),
  line: LINE,
  original_line: LINE,
  subject_type: v.nullish(v.string()),
};

type CodeLineFields = v.InferOutput<v.ObjectSchema<typeof CODE_LINE, undefined>>;

/** `original_line` matches the hunk, also if later commits moved the line. */
export function toCodeLine({ path, diff_hunk, line, original_line, subject_type }: CodeLineFields): CodeLine {
  const hunk = diff_hunk ?? '';
  if (subject_type === 'file') return { path, line: undefined, hunk: '' };
  return { path, line: original_line ?? line ?? lastLineOf(hunk), hunk };
}

/**
 * The number of the last line of a hunk; undefined if the hunk has none. GitHub ends a comment's hunk with the commented line, and the
 * list of a review's comments names no line (its schema in GitHub's OpenAPI description, `review-comment`, has it as optional).
 */
function lastLineOf(hunk: string): number | undefined {
  const [header = '', ...lines] = hunk.split('\n');
  const [, before, after] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(header) ?? [];
  const [start, absent] = lines.at(-1)?.startsWith('-') ? [before, '+'] : [after, '-'];
  const count = lines.filter((line) => !line.startsWith(absent) && !line.startsWith('\\')).length;
  return start !== undefined && count > 0 ? Number(start) + count - 1 : undefined;
}
