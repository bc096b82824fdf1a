import type { Leaf } from './lines.ts';
import type { Range } from './removed.ts';

/** The start or end tag of an element. */
export interface Tag {
  readonly name: string;
  readonly closes: boolean;
  /** Whether it has a quoted attribute. */
  readonly hasQuotes?: boolean;
  /** The list of a paragraph: in a tight one, it has no tags. */
  readonly list?: List | undefined;
}

/** A list, and the last character of its marks. */
export interface List {
  readonly depth: number;
  readonly mark: string;
  readonly name: 'ol' | 'ul';
  isLoose: boolean;
}

export interface Definition {
  readonly key: string;
  /** From the bracket to the end of the line, including the title. */
  readonly range: Range;
  readonly title: Range;
  readonly address: string;
}

export interface Footnote {
  readonly key: string;
  readonly start: number;
  end: number;
  readonly parts: Part[];
}

export type Part = Tag | Leaf;

export interface Container {
  readonly name: 'blockquote' | 'li' | 'footnote';
  /** By how many columns its lines are indented. */
  readonly indent: number;
  readonly footnote?: Footnote;
  readonly list?: List;
  isEmpty: boolean;
}

export type OpenLeaf =
  | { readonly kind: 'paragraph' | 'indented'; readonly leaf: Leaf }
  | { readonly kind: 'break' }
  | { readonly kind: 'table'; readonly columns: number }
  | { readonly kind: 'html'; readonly leaf: Leaf; readonly end: RegExp | 'blank' }
  | { readonly kind: 'fence'; readonly leaf: Leaf; readonly mark: string; readonly indent: number };
