/** A piece of a message, which is rendered as Markdown or as plain text. */
export type Span =
  | string
  /** Escaped when rendered. */
  | { readonly untrusted: string }
  | { readonly code: string }
  | { readonly link: string; readonly to: string };

export type RichText = readonly Span[];
/** `1 file`, `1,003 files`, `1 more file`. */
export const plural = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `1,003`. Only fractions are formatted by `Intl`: its first use costs as much time as starting half a node, and 7 MB. */
export const number = (value: number): string =>
  Number.isSafeInteger(value) ? String(value).replace(/\B(?=(\d{3})+$)/g, ',') : value.toLocaleString('en');

/** `1 person`, `1,003 people`. */
export const people = (count: number): string => `${number(count)} ${count === 1 ? 'person' : 'people'}`;
