import type { TableRow } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import type { Finding } from './finding.ts';
import { codeSpansIn, lineOf, type Page } from './page.ts';

/** The names that users write and read. */
export interface PublicNames {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly verdicts: readonly string[];
  readonly operations: readonly string[];
}

/** Finds inputs, outputs and verdicts that no page mentions in code font. */
export function unmentionedNames(pages: readonly Page[], { inputs, outputs, verdicts }: PublicNames): Finding[] {
  const spans = pages.flatMap(({ tree }) => codeSpansIn(tree));
  const isMentioned = (name: string) => spans.some((span) => span === name || span.startsWith(`${name}:`));
  const missing = (path: string, kind: string, names: readonly string[]) =>
    names
      .filter((name) => !isMentioned(name))
      .map((name) => ({ path, line: 1, problem: `no page mentions the ${kind} \`${name}\`` }));
  return [
    ...missing('action.yml', 'input', inputs),
    ...missing('action.yml', 'output', outputs),
    ...missing('src/outcome.ts', 'verdict', verdicts),
  ];
}

/**
 * Finds names in tables of inputs that are no inputs: a row's own name, and in the other columns names with a dash that are no verdicts
 * and no operations either. A table of inputs is one whose first column is named "Input".
 */
export function unknownInputs(pages: readonly Page[], names: PublicNames): Finding[] {
  const known = [...names.inputs, ...names.verdicts, ...names.operations];
  return pages.flatMap(({ path, tree }) =>
    inputRowsOf(tree).flatMap((row) => {
      const [first, ...others] = row.children;
      const own = first ? codeSpansIn(first).filter((name) => !names.inputs.includes(name)) : [];
      const mentioned = others.flatMap(codeSpansIn).filter((name) => /^[a-z]+(-[a-z]+)+$/.test(name));
      const unknown = [...own, ...mentioned.filter((name) => !known.includes(name))];
      return unknown.map((name) => ({ path, line: lineOf(row), problem: `\`${name}\` is not an input` }));
    }),
  );
}

function inputRowsOf(tree: Page['tree']): TableRow[] {
  const rows: TableRow[] = [];
  visit(tree, 'table', ({ children: [head, ...body] }) => {
    const title = head?.children[0];
    if (title && /^inputs?$/i.test(textOf(title))) rows.push(...body);
  });
  return rows;
}
