import { isScalar, Lexer, parseDocument, visit } from 'yaml';
import { lineAt } from './finding.ts';
import { type Prose, parsePage, proseOf } from './page.ts';

/** The keys of workflows and actions whose values people read. */
const READABLE_KEYS = ['name', 'run-name', 'description', 'prompt', 'deprecationMessage'];

/** The comments of a workflow or action, and its texts for people, whose code font is left out. */
export function yamlProse(path: string, yaml: string): Prose[] {
  return [...commentsIn(path, yaml), ...textsIn(path, yaml)];
}

function commentsIn(path: string, yaml: string): Prose[] {
  const comments: Prose[] = [];
  let index = 0;
  for (const token of new Lexer().lex(yaml)) {
    if (token.startsWith('#')) comments.push(...markdownProse(path, lineAt(yaml, index), token.replace(/^#+ ?/, '')));
    // The lexer adds single control characters, which say what the next token is.
    if (yaml.startsWith(token, index)) index += token.length;
  }
  return comments;
}

function textsIn(path: string, yaml: string): Prose[] {
  const texts: Prose[] = [];
  visit(parseDocument(yaml), {
    Pair(_, { key, value }) {
      const isReadable = isScalar(key) && READABLE_KEYS.includes(String(key.value));
      if (!isReadable || !isScalar(value) || typeof value.value !== 'string') return;
      texts.push(...markdownProse(path, lineAt(yaml, value.range?.[0] ?? 0), value.value));
    },
  });
  return texts;
}

function markdownProse(path: string, line: number, markdown: string): Prose[] {
  return proseOf(parsePage(path, markdown)).map((part) => ({ ...part, line: line + part.line - 1 }));
}
