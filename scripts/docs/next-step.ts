import { readFileSync } from 'node:fs';
import { table } from './page.ts';
import { argumentsOf, isNode, nameOf, parseNodes, type SyntaxNode, textOf, variablesAt } from './syntax-tree.ts';

/** The tests whose rows are the page. */
const SOURCES = ['next-step', 'next-step-queue'].map((name) => `__tests__/unit/request/${name}.test.ts`);
const HEAD = ['What the thread and the service show', 'What the run does next'];

/** The tables that `nextStep` is tested with, as a page for readers: each row is a test. */
export function renderNextStep(): string[] {
  return SOURCES.flatMap((source) => {
    const nodes = parseNodes(readFileSync(source, 'utf8'));
    return nodes
      .filter(({ type, callee }) => type === 'CallExpression' && nameOf(callee) === 'stepTable')
      .flatMap((call) => sectionOf(call, nodes));
  });
}

function sectionOf(call: SyntaxNode, nodes: readonly SyntaxNode[]): string[] {
  const [about, rows] = argumentsOf(call);
  if (!about || !rows || !Array.isArray(rows.properties)) throw new Error('A table of steps has a name and rows');
  const variables = variablesAt(nodes, call);
  const texts = rows.properties.flatMap((each: unknown) => {
    const key: unknown = Object(each).key;
    const name = isNode(key) && key.type === 'Computed' ? key.expression : key;
    return isNode(name) ? [textOf(name, variables)] : [];
  });
  const title = textOf(about, variables);
  const lines = texts.map((row) => row.split(' → '));
  return [`## ${title.charAt(0).toUpperCase()}${title.slice(1)}`, '', ...table(HEAD, lines), ''];
}
