export const KEY = 'docs_k3y-0f-the-test';

/** The error's text for the log; empty if there is none. */
export function wordsOf(
  result: { readonly kind: string } & ({ readonly error?: Error & { remedy?: string } } | object),
) {
  return 'error' in result && result.error
    ? `${result.error.message} ${result.error.remedy ?? ''}`
    : '';
}
