import { parseSync } from '@swc/core';
import * as v from 'valibot';
import { lineAt } from './finding.ts';
import type { Prose } from './page.ts';

const SPAN = v.object({ start: v.number() });
const STRING = v.object({ type: v.literal('StringLiteral'), span: SPAN, value: v.string() });
const TEMPLATE_PART = v.object({ type: v.literal('TemplateElement'), span: SPAN, cooked: v.string() });
const SPLIT = v.object({
  type: v.literal('CallExpression'),
  callee: v.object({ property: v.object({ value: v.literal('split') }) }),
});

/**
 * The texts of string and template literals that may be sentences: those with a space. Their text in code font is left out, and so are
 * literals that are only split: `'a b c'.split(' ')`. A parser reads them, because a scanner alone cannot tell a regular expression
 * from a division.
 */
export function stringLiterals(path: string, source: string): Prose[] {
  const bytes = Buffer.from(source);
  // Positions count bytes, from 1.
  const lineOf = (start: number) => lineAt(bytes.subarray(0, start - 1).toString(), Number.POSITIVE_INFINITY);
  return literalsIn(parseSync(source, { syntax: 'typescript', target: 'esnext' }).body)
    .filter(({ text }) => text.includes(' '))
    .map(({ start, text }) => ({ path, line: lineOf(start), text: withoutCode(text) }));
}

interface Literal {
  readonly start: number;
  readonly text: string;
}

function literalsIn(node: unknown): Literal[] {
  if (typeof node !== 'object' || node === null) return [];
  const type = 'type' in node ? node.type : undefined;
  if (type === 'StringLiteral' && v.is(STRING, node)) return [{ start: node.span.start, text: node.value }];
  if (type === 'TemplateElement' && v.is(TEMPLATE_PART, node)) return [{ start: node.span.start, text: node.cooked }];
  if (type === 'CallExpression' && v.is(SPLIT, node)) return [];
  return Object.values(node).flatMap(literalsIn);
}

function withoutCode(text: string): string {
  return text.replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));
}
