import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { visit } from 'unist-util-visit';

/** A Markdown file. `path` is relative to the repository. */
export interface Page {
  readonly path: string;
  readonly tree: Root;
}

/** A stretch of text that people read, without code and addresses. `line` is where it starts. */
export interface Prose {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

export function parsePage(path: string, markdown: string): Page {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return { path, tree };
}

/** The first line of a node, from 1. */
export const lineOf = (node: Nodes): number => node.position?.start.line ?? 1;

/** The texts in code font of a part of a page, in order. */
export function codeSpansIn(tree: Nodes): string[] {
  const spans: string[] = [];
  visit(tree, 'inlineCode', ({ value }) => void spans.push(value));
  return spans;
}

/** Fenced code in these languages shows text for people: status comments, logs and prompts, diagrams. */
const READABLE_CODE = ['markdown', 'text', 'mermaid'];

/** The prose of a page: its text, its descriptions of images, the text in its HTML, and the text that its examples show. */
export function proseOf({ path, tree }: Page): Prose[] {
  const prose: Prose[] = [];
  visit(tree, (node) => {
    const line = lineOf(node);
    if (node.type === 'text' && !isAddress(node.value)) prose.push({ path, line, text: node.value });
    else if (node.type === 'image') prose.push({ path, line, text: node.alt ?? '' });
    else if (node.type === 'html') prose.push(...htmlProse(node.value).map((text) => ({ path, line, text })));
    else if (node.type === 'code' && READABLE_CODE.includes(node.lang ?? '')) {
      const shown = proseOf(parsePage(path, node.value));
      prose.push(...shown.map((part) => ({ ...part, line: line + part.line })));
    }
  });
  return prose;
}

/** Whether the text is the address of a link that has no other text. */
const isAddress = (text: string): boolean => /^https?:\S+$/.test(text);

/** The text between tags, with its line breaks, and the descriptions of images. */
function htmlProse(html: string): string[] {
  const withoutTags = html.replace(/<!--[\s\S]*?-->|<[^>]*>/g, (tag) => tag.replace(/[^\n]/g, ' '));
  const descriptions = [...html.matchAll(/\balt="([^"]*)"/g)].map(([, alt = '']) => alt);
  return [withoutTags, ...descriptions].filter((text) => text.trim() !== '');
}
