/** A mistake in a text, at a line that counts from 1. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly problem: string;
}

/** The line, from 1, in which a position of a text is. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
