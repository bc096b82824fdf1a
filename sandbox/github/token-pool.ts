/**
 * The emulator allows 5000 requests per token and hour, and one request to the proxy may cause a hundred requests to the emulator. So
 * the proxy replaces each token by equivalent spare tokens, one after the other.
 */
export interface TokenPool {
  /** @param spare gives the next equivalent token. */
  add(token: string, spare: (nth: number) => string | Promise<string>): void;
  /** Invalidates a token. */
  remove(token: string): void;
  /** Whether the header contains an unknown token. */
  isBad(authorization: string): boolean;
  /** The `authorization` header with the token to use now. */
  swap(authorization: string): Promise<string>;
}

/** Below the emulator's limit of 5000. */
const REQUESTS_PER_TOKEN = 4500;
const SHOWN = /^(bearer|token)\s+/i;

/** The token in an `authorization` header; empty for none. */
export const tokenIn = (authorization = ''): string => authorization.replace(SHOWN, '');

/** @param requestsPerToken after which the next spare token is used. */
export function createTokenPool(requestsPerToken = REQUESTS_PER_TOKEN): TokenPool {
  const turns = new Map<
    string,
    { readonly next: () => string | Promise<string>; now: string | Promise<string>; spent: number }
  >();
  const find = (authorization: string) => turns.get(tokenIn(authorization));
  return {
    add(token, spare) {
      let spares = 0;
      turns.set(token, { next: () => spare(spares++), now: token, spent: 0 });
    },
    remove: (token) => void turns.delete(token),
    // A token that begins with `eyJ` is a JSON Web Token of an app, which only the emulator can verify.
    isBad: (authorization) => SHOWN.test(authorization) && !/^\S+\s+eyJ/.test(authorization) && !find(authorization),
    async swap(authorization) {
      const turn = find(authorization);
      if (!turn) return authorization;
      if (turn.spent === requestsPerToken) {
        turn.now = turn.next();
        turn.spent = 0;
      }
      turn.spent += 1;
      return `token ${await turn.now}`;
    },
  };
}
