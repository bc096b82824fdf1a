import { readdirSync, readFileSync } from 'node:fs';
import { argumentsOf, isNode, nameOf, parseNodes, type SyntaxNode, textOf } from './syntax-tree.ts';

/** The functions that define tests and groups; `together` runs tests at once (`__tests__/support/concurrent-tests.ts`). */
const FUNCTIONS = ['test', 'together', 'describe'];
const ENDING = '.test.ts';

/** The full names of all tests, by file (`scenarios/run/re-runs`), in the order of the source. */
export function readTestNames(folder: string): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ENDING));
  return new Map(
    files.map((file) => [file.slice(0, -ENDING.length), namesIn(readFileSync(`${folder}/${file}`, 'utf8'))]),
  );
}

/** The names in one source, each after those of its groups. A part that a table of cases fills in is `…`. */
export function namesIn(source: string): string[] {
  const named = parseNodes(source).flatMap((node) => {
    const root = node.type === 'CallExpression' ? rootOf(node.callee) : undefined;
    const [name] = argumentsOf(node);
    const isName = name?.type === 'StringLiteral' || name?.type === 'TemplateLiteral';
    if (!root || !FUNCTIONS.includes(root) || !isName) return [];
    const { start, end } = Object(node.span);
    return [{ isGroup: root === 'describe', name: textOf(name, new Map()), start: Number(start), end: Number(end) }];
  });
  return named
    .filter(({ isGroup }) => !isGroup)
    .map(({ name, start }) => {
      const groups = named.filter((other) => other.isGroup && other.start < start && start < other.end);
      return [...groups.map((group) => group.name), name].join(' ').replace(/\$[\w.]+|%[sdifjop#]/g, '…');
    });
}

/** `test` of `test`, `test.each`, and `test.each(cases)`. */
function rootOf(callee: unknown): string | undefined {
  let node: SyntaxNode | undefined = isNode(callee) ? callee : undefined;
  while (node && node.type !== 'Identifier') {
    const inner: unknown = node.type === 'MemberExpression' ? node.object : node.callee;
    node = isNode(inner) ? inner : undefined;
  }
  return nameOf(node);
}
