import type { Nodes } from 'mdast';
import { visit } from 'unist-util-visit';
import type { Finding } from './finding.ts';
import { lineOf, type Page } from './page.ts';

const MAX_WORDS = 30;

/**
 * Finds sentences of more than 30 words in paragraphs, list items and table cells. Each of these ends a sentence, even without a full stop.
 * A text in code font counts as one word; blocks of code do not count.
 */
export function longSentences({ path, tree }: Page): Finding[] {
  const findings: Finding[] = [];
  visit(tree, ['paragraph', 'tableCell'], (node) => {
    for (const sentence of sentencesIn(wordsOf(node))) {
      const words = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
      if (words.length <= MAX_WORDS) continue;
      const start = words.slice(0, 6).join(' ');
      findings.push({ path, line: lineOf(node), problem: `sentence of ${words.length} words: "${start} …"` });
    }
  });
  return findings;
}

function sentencesIn(text: string): string[] {
  return text.split(/(?<=[.!?][)"'”’]*)\s+(?=[^\p{Ll}])/u);
}

/** The text of a node, with `Code` in place of text in code font, which may contain spaces and full stops. */
function wordsOf(node: Nodes): string {
  if (node.type === 'inlineCode') return 'Code';
  if (node.type === 'text') return node.value;
  if (node.type === 'break' || node.type === 'html') return ' ';
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
}
