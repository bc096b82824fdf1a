/**
 * The emulator allows 5000 requests per token and hour, and one request to the proxy may cause a hundred requests to the emulator. So
 * each token has several equivalent spare tokens, which the proxy uses in turn.
 */
export interface TokenPool {
  add(token: string, spares: readonly string[]): void;
  /** Invalidates a token. */
  remove(token: string): void;
  /** Whether the header contains an unknown token. */
  isBad(authorization: string): boolean;
  /** The `authorization` header with the spare token to use now. */
  swap(authorization: string): string;
}

/** Below the emulator's limit of 5000. */
const REQUESTS_PER_TOKEN = 4500;
const SHOWN = /^(bearer|token)\s+/i;

/** The token in an `authorization` header; empty for none. */
export const tokenIn = (authorization = ''): string => authorization.replace(SHOWN, '');

/** @param requestsPerToken after which the next spare token is used. */
export function createTokenPool(requestsPerToken = REQUESTS_PER_TOKEN): TokenPool {
  const spareTokens = new Map<string, { readonly tokens: readonly string[]; spent: number }>();
  const find = (authorization: string) => spareTokens.get(tokenIn(authorization));
  return {
    add: (token, spares) => void spareTokens.set(token, { tokens: [token, ...spares], spent: 0 }),
    remove: (token) => void spareTokens.delete(token),
    // A token that begins with `eyJ` is a JSON Web Token of an app, which only the emulator can verify.
    isBad: (authorization) => SHOWN.test(authorization) && !/^\S+\s+eyJ/.test(authorization) && !find(authorization),
    swap(authorization) {
      const spares = find(authorization);
      if (!spares) return authorization;
      const turn = Math.floor(spares.spent / requestsPerToken) % spares.tokens.length;
      spares.spent += 1;
      return `token ${spares.tokens[turn]}`;
    },
  };
}
