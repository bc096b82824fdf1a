/** A run of text with its meaning, so that the same words become Markdown or plain text. */
export type Span =
  | string
  /** Text from outside. */
  | { readonly untrusted: string }
  | { readonly code: string }
  | { readonly link: string; readonly to: string };

export type RichText = readonly Span[];
