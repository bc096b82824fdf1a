export interface NotARequest {
  readonly kind: 'none';
  /** What happened, and what would have been a request. */
  readonly reason: string;
}

/** @param instead what would have been a request: `adding the label is`. */
export const notARequest = (what: string, instead: string): NotARequest => ({
  kind: 'none',
  reason: `${what} is no request; ${instead}`,
});
