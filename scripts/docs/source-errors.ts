import { readdirSync, readFileSync } from 'node:fs';
import { argumentsOf, isNode, nameOf, parseNodes, type SyntaxNode, textOf, variablesAt } from './syntax-tree.ts';

/** An error or reason in the source, with `…` for each part that is known only when the action runs. */
export interface SourceText {
  readonly file: string;
  /** The class of the error, or the function that creates the reason. */
  readonly creator: string;
  readonly message: string;
  /** What to do, or for a reason, what would have been a request. */
  readonly remedy: string;
}

/** The classes of errors that end a run. */
export const ERRORS = ['InputError', 'EventError', 'RunnerError', 'ServiceError', 'GitHubError', 'ExportError'];
/** Parts of the messages of errors. */
const PARTS = ['GlobError', 'TransportError'];
const REASON = 'notARequest';

/** Finds every error, part of an error, and reason for which an event is not a request, below a folder. */
export function findSourceTexts(folder: string): SourceText[] {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => ({ file: `${folder}/${name}`, source: readFileSync(`${folder}/${name}`, 'utf8') }));
  const shared = new Map(sources.flatMap(({ source }) => sharedTexts(source)));
  return sources.flatMap(({ file, source }) => textsOf(file, source, shared));
}

/** The texts that a source exports as constants: `PERMISSIONS`. */
function sharedTexts(source: string): (readonly [name: string, text: SyntaxNode])[] {
  if (!source.includes('export const ')) return [];
  return parseNodes(source)
    .filter(({ type }) => type === 'ExportDeclaration')
    .flatMap(({ declaration }) => (isNode(declaration) ? [declaration.declarations].flat() : []))
    .flatMap((node) => {
      const { id, init } = Object(node);
      const name = nameOf(id);
      return name && isNode(init) && /^(String|Template)Literal$/.test(init.type) ? [[name, init] as const] : [];
    });
}

/** The same, of one source. @param shared the constants that other sources export, by name. */
export function textsOf(
  file: string,
  source: string,
  shared: ReadonlyMap<string, SyntaxNode> = new Map(),
): SourceText[] {
  const nodes = parseNodes(source);
  return nodes.flatMap((node) => {
    const creator = nameOf(node.callee) ?? '';
    const isError = node.type === 'NewExpression' && [...ERRORS, ...PARTS].includes(creator);
    const isReason = node.type === 'CallExpression' && creator === REASON;
    if (!isError && !isReason) return [];
    const variables = new Map([...shared, ...variablesAt(nodes, node)]);
    const text = (part: SyntaxNode | undefined) => (part ? textOf(part, variables).replace(/…{2,}/g, '…') : '');
    const [first, second] = argumentsOf(node);
    // The first argument of a TransportError is its kind.
    if (creator === 'TransportError') return [{ file, creator, message: text(second), remedy: text(first) }];
    return [{ file, creator, message: text(first), remedy: text(second) }];
  });
}
