import { parseSync } from '@swc/core';

/** A node of the syntax tree that swc parses. */
export interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** All nodes of a TypeScript source, in the order of the source. */
export function parseNodes(source: string): SyntaxNode[] {
  return [...nodesBelow(parseSync(source, { syntax: 'typescript', target: 'es2024' }))];
}

function* nodesBelow(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) for (const item of value) yield* nodesBelow(item);
  else if (isNode(value)) {
    yield value;
    for (const field of Object.values(value)) yield* nodesBelow(field);
  } else if (typeof value === 'object' && value !== null) {
    for (const field of Object.values(value)) yield* nodesBelow(field); // swc wraps arguments in objects without a type
  }
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The name of an identifier; undefined for any other node. */
export const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' && typeof node.value === 'string' ? node.value : undefined;

/** The arguments of a call or of `new`. */
export function argumentsOf({ arguments: given }: SyntaxNode): SyntaxNode[] {
  if (!Array.isArray(given)) return [];
  return given.map((each: unknown) => Object(each).expression).filter(isNode);
}

/**
 * The initial values of the variables that a node can see, by name: of several with one name that of the nearest declaration before the
 * node. Parameters and destructured names have no value.
 */
export function variablesAt(nodes: readonly SyntaxNode[], node: SyntaxNode): ReadonlyMap<string, SyntaxNode> {
  const values = new Map<string, SyntaxNode | undefined>();
  const at = nodes.indexOf(node);
  for (const [index, { type, id, init, key, pat }] of nodes.entries()) {
    const name = nameOf(type === 'VariableDeclarator' ? id : type === 'AssignmentPatternProperty' ? key : pat);
    if (name === undefined || (index > at && values.has(name))) continue;
    values.set(name, type === 'VariableDeclarator' && isNode(init) ? init : undefined);
  }
  return new Map([...values].flatMap(([name, value]) => (value ? [[name, value] as const] : [])));
}

/** The text of an expression, with `…` for each part that is known only when the action runs. */
export function textOf(node: SyntaxNode, variables: ReadonlyMap<string, SyntaxNode>): string {
  switch (node.type) {
    case 'StringLiteral':
      return String(node.value);
    case 'TemplateLiteral':
      return textOfTemplate(node, variables);
    case 'BinaryExpression':
      if (node.operator !== '+') return '…';
      return [node.left, node.right].map((side) => (isNode(side) ? textOf(side, variables) : '…')).join('');
    case 'ParenthesisExpression':
      return isNode(node.expression) ? textOf(node.expression, variables) : '…';
    case 'ConditionalExpression':
      return textOfCondition(node, variables);
    case 'Identifier': {
      const value = variables.get(nameOf(node) ?? '');
      return value && value.type !== 'Identifier' ? textOf(value, variables) : '…';
    }
    default:
      return '…';
  }
}

function textOfTemplate({ quasis, expressions }: SyntaxNode, variables: ReadonlyMap<string, SyntaxNode>): string {
  if (!Array.isArray(quasis) || !Array.isArray(expressions)) return '…';
  return quasis
    .flatMap((quasi: unknown, at) => {
      const expression: unknown = expressions[at];
      return [String(Object(quasi).cooked), isNode(expression) ? textOf(expression, variables) : ''];
    })
    .join('');
}

/** Both texts of a condition, if they are known: `does not exist | cannot be read`. */
function textOfCondition({ consequent, alternate }: SyntaxNode, variables: ReadonlyMap<string, SyntaxNode>): string {
  const texts = [consequent, alternate].map((side) => (isNode(side) ? textOf(side, variables) : '…')).filter(Boolean);
  return texts.length === 2 && !texts.some((text) => text === '…') ? texts.join(' / ') : '…';
}
