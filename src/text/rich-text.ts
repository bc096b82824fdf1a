/** A piece of a message, which is rendered as Markdown or as plain text. */
export type Span =
  | string
  /** Escaped when rendered. */
  | { readonly untrusted: string }
  | { readonly code: string }
  | { readonly link: string; readonly to: string };

export type RichText = readonly Span[];
