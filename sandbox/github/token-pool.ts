/**
 * The emulator lets a token have 5000 requests an hour, and one request of ours may be a hundred of its: whoever shows a token
 * gets the next of several that mean the same.
 */
export interface SpareTokens {
  add(token: string, spares: readonly string[]): void;
  /** From now on nobody's. */
  remove(token: string): void;
  /** Whether it shows a token, and one that is nobody's. */
  isBad(authorization: string): boolean;
  /** An `authorization` with the token whose turn it is. */
  swap(authorization: string): string;
}

/** With a margin. */
const REQUESTS_OF_ONE = 4500;
const SHOWN = /^(bearer|token)\s+/i;

/** @param requestsOfOne after which the next token is shown. */
export function createSpareTokens(requestsOfOne = REQUESTS_OF_ONE): SpareTokens {
  const purses = new Map<string, { readonly tokens: readonly string[]; spent: number }>();
  const find = (authorization: string) => purses.get(authorization.replace(SHOWN, ''));
  return {
    add: (token, spares) => void purses.set(token, { tokens: [token, ...spares], spent: 0 }),
    remove: (token) => void purses.delete(token),
    // What begins so is an app's own, signed, and only the emulator can tell.
    isBad: (authorization) => SHOWN.test(authorization) && !/^\S+\s+eyJ/.test(authorization) && !find(authorization),
    swap(authorization) {
      const purse = find(authorization);
      if (!purse) return authorization;
      const turn = Math.floor(purse.spent / requestsOfOne) % purse.tokens.length;
      purse.spent += 1;
      return `token ${purse.tokens[turn]}`;
    },
  };
}
