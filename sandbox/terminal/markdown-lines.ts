import { type MarkdownElement, type MarkdownNode, parseMarkdown } from '../markdown/parse-markdown.ts';
import { type Format, type Line, plain, type Span, wrapLine } from './line.ts';
import { tableLines } from './table-lines.ts';

export interface MarkdownLinesOptions {
  /** In columns; infinite for no line breaks. */
  readonly width: number;
  /** Without colors, code spans keep their backticks. */
  readonly isColored: boolean;
  readonly hasLineBreaks: boolean;
  /** The addresses that were shown before. Each link's address is shown once, and added here. */
  readonly shownAddresses: Set<string>;
}

/** Markdown as lines for a terminal, as GitHub shows it: a `details` element is folded. */
export function markdownLines(markdown: string, options: MarkdownLinesOptions): Line[] {
  const { childNodes } = parseMarkdown(markdown, options);
  return blocks(childNodes, options);
}

/** The blocks, with an empty line between them. */
function blocks(nodes: readonly MarkdownNode[], options: MarkdownLinesOptions): Line[] {
  const parts = groupInline(nodes).map((group) =>
    Array.isArray(group) ? paragraph(group, options) : block(group, options),
  );
  return parts.filter((lines) => lines.length > 0).flatMap((lines, at) => (at === 0 ? lines : [[], ...lines]));
}

const BLOCKS = new Set('p blockquote ul ol pre table hr details h1 h2 h3 h4 h5 h6 section'.split(' '));

/** Joins the neighbors that are no blocks, such as the text of a tight list's item. */
function groupInline(nodes: readonly MarkdownNode[]): (MarkdownElement | MarkdownNode[])[] {
  const groups: (MarkdownElement | MarkdownNode[])[] = [];
  for (const node of nodes) {
    const last = groups.at(-1);
    if ('tagName' in node && BLOCKS.has(node.tagName)) groups.push(node);
    else if (Array.isArray(last)) last.push(node);
    else groups.push([node]);
  }
  return groups;
}

function block(element: MarkdownElement, options: MarkdownLinesOptions): Line[] {
  const { tagName, childNodes } = element;
  if (tagName === 'blockquote') return indent(blocks, childNodes, options, '▎ ');
  if (tagName === 'ul' || tagName === 'ol') return list(element, options);
  if (tagName === 'pre') return code(element);
  if (tagName === 'table') return tableLines(element, options.width, (cell) => inline(cell.childNodes, [], options));
  if (tagName === 'hr') return [[{ text: '───', formats: ['dim'] }]];
  if (tagName === 'details') return folded(element, options);
  if (/^h\d$/.test(tagName)) return paragraph(childNodes, options, ['bold']);
  return paragraph(childNodes, options);
}

function paragraph(nodes: readonly MarkdownNode[], options: MarkdownLinesOptions, formats: Format[] = []): Line[] {
  return splitLines(inline(nodes, formats, options)).flatMap((line) => wrapLine(line, options.width));
}

/** Splits at line breaks, and drops the empty lines around the text. */
function splitLines(spans: readonly Span[]): Line[] {
  const lines: Span[][] = [[]];
  for (const { text, formats } of spans) {
    const [first = '', ...more] = text.split('\n');
    lines.at(-1)?.push({ text: first, formats });
    for (const part of more) lines.push([{ text: part, formats }]);
  }
  const isEmpty = (line: Line | undefined) => line?.every(({ text }) => text.trim() === '') ?? false;
  while (isEmpty(lines[0])) lines.shift();
  while (isEmpty(lines.at(-1))) lines.pop();
  return lines;
}

type Lines = (nodes: readonly MarkdownNode[], options: MarkdownLinesOptions) => Line[];

function indent(
  lines: Lines,
  nodes: readonly MarkdownNode[],
  options: MarkdownLinesOptions,
  first: string,
  next = first,
): Line[] {
  const inner = lines(nodes, { ...options, width: options.width - next.length });
  return inner.map((line, at) => [{ text: at === 0 ? first : next, formats: ['dim'] }, ...line]);
}

function list({ tagName, childNodes }: MarkdownElement, options: MarkdownLinesOptions): Line[] {
  const items = childNodes.filter((node) => 'tagName' in node);
  return items.flatMap((item, at) => {
    const sign = tagName === 'ol' ? `${at + 1}. ` : '• ';
    return indent(blocks, item.childNodes, options, sign, ' '.repeat(sign.length));
  });
}

function code(element: MarkdownElement): Line[] {
  const lines = textOf(element).replace(/\n$/, '').split('\n');
  return lines.map((line) => [{ text: `  ${line}`, formats: ['cyan'] }]);
}

function folded({ childNodes }: MarkdownElement, options: MarkdownLinesOptions): Line[] {
  const summary = childNodes.find((node) => node.nodeName === 'summary');
  const title = summary && 'childNodes' in summary ? inline(summary.childNodes, ['bold'], options) : plain('Details');
  return [[...plain('▸ '), ...title, { text: ' (folded)', formats: ['dim'] }]];
}

const FORMATS: Readonly<Record<string, readonly Format[]>> = {
  strong: ['bold'],
  em: ['italic'],
  del: ['strikethrough'],
  sub: ['dim'],
};

function inline(nodes: readonly MarkdownNode[], formats: readonly Format[], options: MarkdownLinesOptions): Span[] {
  return nodes.flatMap((node): Span[] => {
    if ('value' in node) return [{ text: node.value.replaceAll('\n', ' '), formats }];
    return 'tagName' in node ? inlineElement(node, formats, options) : [];
  });
}

function inlineElement(element: MarkdownElement, formats: readonly Format[], options: MarkdownLinesOptions): Span[] {
  const { tagName, attrs, childNodes } = element;
  if (tagName === 'br') return [{ text: '\n', formats }];
  if (tagName === 'input') return [{ text: attrs.some(({ name }) => name === 'checked') ? '☑' : '☐', formats }];
  if (tagName === 'code') return [codeSpan(textOf(element), formats, options)];
  const inner = inline(childNodes, [...formats, ...(FORMATS[tagName] ?? [])], options);
  return tagName === 'a' ? link(element, inner, options) : inner;
}

const codeSpan = (text: string, formats: readonly Format[], { isColored }: MarkdownLinesOptions): Span =>
  isColored ? { text, formats: [...formats, 'cyan'] } : { text: `\`${text}\``, formats };

function link({ attrs }: MarkdownElement, inner: Span[], { shownAddresses }: MarkdownLinesOptions): Span[] {
  const address = attrs.find(({ name }) => name === 'href')?.value ?? '';
  const label = inner.map(({ text, formats }): Span => ({ text, formats: [...formats, 'underline'] }));
  if (!address || shownAddresses.has(address)) return label;
  shownAddresses.add(address);
  const isBare = inner.map(({ text }) => text).join('') === address;
  return isBare ? label : [...label, { text: ` (${address})`, formats: ['dim'] }];
}

function textOf(node: MarkdownNode): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
